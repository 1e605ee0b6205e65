import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { merged } from '../fixture/merge-patch.fixture.js';
import { mergePatchBetween } from './merge-patch-between.js';

describe('a merge patch between two objects', () => {
  it('is nothing when they are equal, whatever the order of their keys', () => {
    expect(mergePatchBetween({ a: 1, b: { c: [1, { d: 2 }] } }, { b: { c: [1, { d: 2 }] }, a: 1 })).toBeUndefined();
  });

  it('says null for what vanished, deep inside too', () => {
    expect(mergePatchBetween({ a: 1, b: { c: 1, d: 2 } }, { b: { d: 2 } })).toEqual({ a: null, b: { c: null } });
  });

  it('replaces a list as a whole', () => {
    expect(mergePatchBetween({ a: [1, 2] }, { a: [2] })).toEqual({ a: [2] });
  });

  it('takes a null for left out, since a patch cannot set one', () => {
    expect(mergePatchBetween({}, { a: null })).toBeUndefined();
  });

  it('leads from any object to any other', () => {
    const leaf = fc.oneof(fc.integer(), fc.string(), fc.boolean(), fc.array(fc.integer(), { maxLength: 3 }));
    const tree = fc.letrec<{ node: Record<string, unknown> }>((tie) => ({
      node: fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.oneof({ depthSize: 'small' }, leaf, tie('node')), { noNullPrototype: true }),
    })).node;
    fc.assert(fc.property(tree, tree, (before, after) => {
      expect(merged(before, mergePatchBetween(before, after) ?? {})).toEqual(after);
    }));
  });
});
