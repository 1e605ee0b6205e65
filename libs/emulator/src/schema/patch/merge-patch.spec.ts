import { describe, expect, it } from '@jest/globals';
import { mergePatch } from './merge-patch.js';

describe('a merge patch', () => {
  it('sets fields, keeps the others and removes those that are null', () => {
    expect(mergePatch({ a: 1, b: { c: 2, d: 3 } }, { a: 4, b: { c: null } })).toEqual({ a: 4, b: { d: 3 } });
  });

  it('replaces lists as a whole', () => {
    expect(mergePatch({ list: [1, 2] }, { list: [3] })).toEqual({ list: [3] });
  });

  it('leaves its target as it was', () => {
    const target = { b: { c: 2 } };
    mergePatch(target, { b: { c: 3 } });
    expect(target).toEqual({ b: { c: 2 } });
  });

  it('drops nulls inside new objects', () => {
    expect(mergePatch({}, { a: { b: null, c: 1 } })).toEqual({ a: { c: 1 } });
  });
});
