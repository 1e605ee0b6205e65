import { describe, expect, it } from '@jest/globals';
import { applyPatch } from './apply-patch.js';
import { keyTree, readKeyTree } from './key-tree.js';

describe('the patch of an apply', () => {
  it('is nothing when all that is wanted is there, beside whatever else', () => {
    expect(applyPatch({ a: { b: 1 } }, { a: { b: 1, c: 2 }, d: 3 }, {})).toBeUndefined();
  });

  it('takes a list with defaults in its elements for the same list', () => {
    expect(applyPatch({ subjects: [{ name: 'x' }] }, { subjects: [{ name: 'x', apiGroup: '' }] }, {})).toBeUndefined();
  });

  it('replaces a list that is longer than wanted', () => {
    expect(applyPatch({ list: [1] }, { list: [1, 2] }, {})).toEqual({ list: [1] });
  });

  it('removes a whole map when nothing in it is somebody else’s', () => {
    expect(applyPatch({}, { data: { a: 1 } }, keyTree({ data: { a: 1 } }))).toEqual({ data: null });
  });

  it('removes only our keys of a map that others use too', () => {
    expect(applyPatch({}, { data: { a: 1, theirs: 2 } }, keyTree({ data: { a: 1 } }))).toEqual({ data: { a: null } });
  });

  it('does not remove what is gone already', () => {
    expect(applyPatch({}, {}, keyTree({ data: { a: 1 } }))).toBeUndefined();
  });

  it('turns a map into a value and back', () => {
    expect(applyPatch({ a: 1 }, { a: { b: 1 } }, keyTree({ a: { b: 1 } }))).toEqual({ a: 1 });
    expect(applyPatch({ a: { b: 1 } }, { a: 1 }, keyTree({ a: 1 }))).toEqual({ a: { b: 1 } });
  });
});

describe('the names of what was applied', () => {
  it('come back from the annotation', () => {
    const tree = keyTree({ data: { a: 'secret' }, list: [{ b: 1 }] });

    expect(readKeyTree(JSON.stringify(tree))).toEqual({ data: { a: {} }, list: {} });
  });

  it.each([undefined, 'no JSON', '[1]', '{"a":1}'])('are none in a broken annotation: %s', (text) => {
    expect(readKeyTree(text)).toEqual({});
  });
});
