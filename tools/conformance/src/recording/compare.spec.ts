import { describe, expect, it } from '@jest/globals';
import { differentChecks } from './compare.js';
import type { SeenItem } from './item-recorder.js';
import type { SeenAnswer } from './seen-answer.js';

const OK: SeenAnswer = { status: 200, type: 'application/json', shape: { kind: 0 } };

function item(checks: Readonly<Record<string, SeenAnswer>>): SeenItem {
  return new Map(Object.entries(checks));
}

describe('an item beside its recording', () => {
  it('does not differ when its checks were answered alike, in whatever order', () => {
    expect(differentChecks(item({ a: OK, b: OK }), item({ b: OK, a: OK }))).toEqual([]);
  });

  it.each([
    ['the status', { ...OK, status: 404 }, 'a: status is 404 instead of 200'],
    ['the content type', { ...OK, type: 'text/plain' }, 'a: type is "text/plain" instead of "application/json"'],
    ['a reason', { ...OK, reason: 'NotFound' }, 'a: reason is "NotFound" instead of none'],
    ['causes', { ...OK, causes: ['FieldValueInvalid spec'] }, 'a: causes is ["FieldValueInvalid spec"] instead of none'],
    ['a key', { ...OK, shape: {} }, 'a: .kind is missing'],
  ])('differs by %s', (_what, found, told) => {
    expect(differentChecks(item({ a: OK }), item({ a: found }))).toEqual([told]);
  });

  it('differs by checks that only one of the two has', () => {
    expect(differentChecks(item({ a: OK }), item({ b: OK }))).toEqual(['a: was not asked', 'b: is not recorded']);
  });
});
