import { describe, expect, it } from '@jest/globals';

import type { JsonSchema } from '../structure/json-schema.js';
import { breakingChanges } from './breaking-change.js';

const spec = (properties: Record<string, JsonSchema>, required?: string[]): JsonSchema => ({
  type: 'object',
  properties: { spec: { type: 'object', properties, ...(required ? { required } : {}) } },
});
const between = (before: JsonSchema, after: JsonSchema): string[] => breakingChanges(spec({ a: before }), spec({ a: after })).map(({ path, kind }) => `${kind} ${path}`);

const text: JsonSchema = { type: 'string' };
const whole: JsonSchema = { type: 'integer' };
const either: JsonSchema = { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] };
const list = (items: JsonSchema, more: JsonSchema = {}): JsonSchema => ({ type: 'array', items, ...more });
const map = (values: JsonSchema): JsonSchema => ({ type: 'object', additionalProperties: values });
const open: JsonSchema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

describe('a change that breaks living objects', () => {
  it.each<[string, JsonSchema, JsonSchema, string]>([
    ['another type', text, whole, 'retyped spec.a'],
    ['a number that must be whole', { type: 'number' }, whole, 'retyped spec.a'],
    ['a text where a number was possible too', either, text, 'retyped spec.a'],
    ['fewer choices', { ...text, enum: ['x', 'y'] }, { ...text, enum: ['x'] }, 'narrowed spec.a'],
    ['choices where there was any', text, { ...text, enum: ['x'] }, 'narrowed spec.a'],
    ['a higher minimum', { ...whole, minimum: 1 }, { ...whole, minimum: 2 }, 'narrowed spec.a'],
    ['a minimum that is excluded now', { ...whole, minimum: 1 }, { ...whole, minimum: 1, exclusiveMinimum: true }, 'narrowed spec.a'],
    ['a maximum where there was none', whole, { ...whole, maximum: 9 }, 'narrowed spec.a'],
    ['a shorter text', { ...text, maxLength: 9 }, { ...text, maxLength: 8 }, 'narrowed spec.a'],
    ['another pattern', { ...text, pattern: 'a' }, { ...text, pattern: 'b' }, 'narrowed spec.a'],
    ['a format where there was none', text, { ...text, format: 'email' }, 'narrowed spec.a'],
    ['fewer items', list(text, { maxItems: 9 }), list(text, { maxItems: 8 }), 'narrowed spec.a'],
    ['narrower items', list(text), list({ ...text, maxLength: 1 }), 'narrowed spec.a[]'],
    ['no doubles any more', list(text), list(text, { 'x-kubernetes-list-type': 'set' }), 'narrowed spec.a'],
    ['narrower values', map(text), map({ ...text, maxLength: 1 }), 'narrowed spec.a{}'],
    ['a free-form object that is closed', open, { type: 'object', properties: {} }, 'removed spec.a'],
    ['a map that is closed', map(text), { type: 'object', properties: {} }, 'removed spec.a'],
    ['a new rule', text, { ...text, 'x-kubernetes-validations': [{ rule: "self != ''", message: 'x' }] }, 'narrowed spec.a'],
  ])('%s', (_says, before, after, expected) => {
    expect(between(before, after)).toEqual([expected]);
  });

  it('is a property that is gone', () => {
    expect(breakingChanges(spec({ a: text, b: text }), spec({ a: text }))).toEqual([
      { path: 'spec.b', kind: 'removed', message: 'would be gone, and with it what objects have there' },
    ]);
  });

  it('is a property that is required now', () => {
    expect(breakingChanges(spec({ a: text }), spec({ a: text }, ['a']))).toMatchObject([{ path: 'spec.a', kind: 'newly-required' }]);
  });
});

describe('a change that breaks nothing', () => {
  it.each<[string, JsonSchema, JsonSchema]>([
    ['nothing at all', list(text), list(text)],
    ['a description', text, { ...text, description: 'x' }],
    ['any number where it had to be whole', whole, { type: 'number' }],
    ['a number or text where it was a number', whole, either],
    ['more choices', { ...text, enum: ['x'] }, { ...text, enum: ['y', 'x'] }],
    ['a lower minimum', { ...whole, minimum: 2 }, { ...whole, minimum: 1 }],
    ['no pattern any more', { ...text, pattern: 'a' }, text],
    ['the same limits in another order of words', { ...text, not: { enum: ['a'], pattern: 'b' } }, { ...text, not: { pattern: 'b', enum: ['a'] } }],
    ['a map that becomes free-form', map(text), open],
    ['a rule about the old value', text, { ...text, 'x-kubernetes-validations': [{ rule: 'self == oldSelf', message: 'x' }] }],
    ['doubles again', list(text, { 'x-kubernetes-list-type': 'set' }), list(text)],
  ])('%s', (_says, before, after) => {
    expect(between(before, after)).toEqual([]);
  });

  it('is a new property, optional or with a default', () => {
    expect(breakingChanges(spec({ a: text }), spec({ a: text, b: text, c: { ...text, default: 'x' } }, ['c']))).toEqual([]);
  });
});
