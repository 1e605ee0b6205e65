import { describe, expect, it } from '@jest/globals';
import { firstDifferentPath, shapeOf } from './shape.js';

describe('the shape of an answer', () => {
  it('has the keys and no values', () => {
    expect(shapeOf({ kind: 'Thing', spec: { size: 3, none: null } })).toEqual({ kind: 0, spec: { none: 0, size: 0 } });
  });

  it('has one shape for all items of a list, with the keys of any of them', () => {
    expect(shapeOf([{ a: 1 }, { b: { c: 2 } }])).toEqual([{ a: 0, b: { c: 0 } }]);
  });

  it('leaves out whose field is whose, and the moment that conditions tell of', () => {
    expect(shapeOf({ metadata: { managedFields: [{ manager: 'me' }] }, status: { conditions: [{ type: 'Ready' }] } })).toEqual({ metadata: {}, status: { conditions: 0 } });
  });

  it('names a claim label without its hash', () => {
    expect(shapeOf({ labels: { 'claimed.internal.apis.kcp.io/1BpaX': 'x' } })).toEqual({ labels: { 'claimed.internal.apis.kcp.io/<hash>': 0 } });
  });

  it.each([
    ['is missing', { a: { b: 1 } }, { a: {} }, { path: '.a.b', in: 'expected' }],
    ['is too much', { a: {} }, { a: { b: 1 } }, { path: '.a.b', in: 'found' }],
    ['is in a list', { a: [{ b: 1 }] }, { a: [{}] }, { path: '.a[].b', in: 'expected' }],
  ])('differs by the path of a key that %s', (_what, expected, found, difference) => {
    expect(firstDifferentPath(shapeOf(expected), shapeOf(found))).toEqual(difference);
  });
});
