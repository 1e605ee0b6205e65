import { describe, expect, it } from '@jest/globals';
import { strategicMergePatch } from './strategic-merge-patch.js';

describe('a strategic merge patch', () => {
  it('merges lists of objects by their key', () => {
    const target = { secrets: [{ name: 'a', x: 1 }, { name: 'b' }] };
    expect(strategicMergePatch(target, { secrets: [{ name: 'a', x: 2 }, { name: 'c' }] })).toEqual({ secrets: [{ name: 'a', x: 2 }, { name: 'c' }, { name: 'b' }] });
  });

  it('removes an item by a directive', () => {
    expect(strategicMergePatch({ secrets: [{ name: 'a' }, { name: 'b' }] }, { secrets: [{ name: 'a', $patch: 'delete' }] })).toEqual({ secrets: [{ name: 'b' }] });
  });

  it('adds to and takes from finalizers', () => {
    const patch = { finalizers: ['c'], '$deleteFromPrimitiveList/finalizers': ['a'] };
    expect(strategicMergePatch({ finalizers: ['a', 'b'] }, patch)).toEqual({ finalizers: ['c', 'b'] });
  });

  it('replaces other lists', () => {
    expect(strategicMergePatch({ rules: [1, 2] }, { rules: [3] })).toEqual({ rules: [3] });
  });
});
