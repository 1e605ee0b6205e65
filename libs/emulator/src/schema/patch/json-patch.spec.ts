import { describe, expect, it } from '@jest/globals';
import { jsonPatch } from './json-patch.js';

describe('a JSON patch', () => {
  it('adds, replaces and removes', () => {
    const patch = [
      { op: 'add', path: '/b', value: 2 },
      { op: 'replace', path: '/a', value: 3 },
      { op: 'remove', path: '/c' },
    ];
    expect(jsonPatch({ a: 1, c: 1 }, patch)).toEqual({ a: 3, b: 2 });
  });

  it('leaves nothing behind when a later operation fails', () => {
    const target = { a: 1 };
    const patch = [
      { op: 'replace', path: '/a', value: 2 },
      { op: 'test', path: '/a', value: 9 },
    ];
    expect(() => jsonPatch(target, patch)).toThrow('rejected');
    expect(target).toEqual({ a: 1 });
  });

  it('does not go on after a failed test', () => {
    const patch = [
      { op: 'test', path: '/a', value: 9 },
      { op: 'replace', path: '/a', value: 2 },
    ];
    expect(() => jsonPatch({ a: 1 }, patch)).toThrow('rejected');
  });

  it('takes an absent field for null in a test, as Kubernetes does', () => {
    expect(jsonPatch({ a: 1 }, [{ op: 'test', path: '/b', value: null }])).toEqual({ a: 1 });
  });

  it('takes the names of a prototype for names like others', () => {
    const patched = jsonPatch({ data: {} }, [
      { op: 'add', path: '/data/constructor', value: 'x' },
      { op: 'add', path: '/data/__proto__', value: 'y' },
    ]) as { data: object };
    expect(Object.entries(patched.data)).toEqual([['constructor', 'x'], ['__proto__', 'y']]);
    expect(Object.getPrototypeOf(patched.data)).toBe(Object.prototype);
  });

  it('is refused before its copies of copies fill the memory', () => {
    const copies = Array.from({ length: 60 }, (_, at) => ({ op: 'copy', from: '/a', path: `/a/n${at}` }));
    expect(() => jsonPatch({ a: { text: 'x' } }, copies)).toThrow(expect.objectContaining({ code: 422 }));
  });

  it('is refused with 400 when it is no list', () => {
    expect(() => jsonPatch({}, { a: 1 })).toThrow(expect.objectContaining({ code: 400 }));
  });
});
