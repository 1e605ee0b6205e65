import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '../storage/kube-object.js';
import { SchemaProblem } from './read-schema.js';
import { StructuralSchema } from './structural-schema.js';

function specSchema(spec: JsonObject): StructuralSchema {
  return new StructuralSchema({ type: 'object', properties: { spec: { type: 'object', ...spec } } });
}

function faultsOf(schema: StructuralSchema, spec: unknown, old?: unknown): { reason: string; field: string | undefined }[] {
  const faults = schema.validate({ spec }, old === undefined ? undefined : { spec: old });
  return faults.map(({ reason, field }) => ({ reason, field }));
}

describe('a structural schema', () => {
  it('prunes what it does not know and names it, but never the fields of an object itself', () => {
    const object = { apiVersion: 'v1', kind: 'K', metadata: { any: 1 }, spec: { a: 1, b: 2, c: [{ d: 1 }] }, other: 1 };
    const schema = specSchema({ properties: { a: { type: 'integer' }, c: { type: 'array', items: { type: 'object', properties: {} } } } });
    expect(schema.prune(object)).toEqual(['other', 'spec.b', 'spec.c[0].d']);
    expect(object).toEqual({ apiVersion: 'v1', kind: 'K', metadata: { any: 1 }, spec: { a: 1, c: [{}] } });
  });

  it('keeps unknown fields where it is told to', () => {
    const object = { spec: { anything: { goes: 1 } } };
    expect(specSchema({ 'x-kubernetes-preserve-unknown-fields': true }).prune(object)).toEqual([]);
  });

  it('fills in defaults below objects that are there, and drops nulls that are not allowed', () => {
    const schema = specSchema({ properties: { a: { type: 'string', default: 'x' }, b: { type: 'string' }, c: { type: 'string', nullable: true } } });
    const object: JsonObject = { spec: { a: null, b: null, c: null } };
    schema.dropNulls(object);
    schema.fillDefaults(object);
    expect(object).toEqual({ spec: { a: 'x', c: null } });
  });

  it('drops nulls from maps too', () => {
    const object: JsonObject = { spec: { a: null, b: 'x' } };
    specSchema({ additionalProperties: { type: 'string' } }).dropNulls(object);
    expect(object).toEqual({ spec: { b: 'x' } });
  });

  it.each([
    ['uuid4', 'c232ab00-9414-41ec-b3c8-9f6bdeced846', 'c232ab00-9414-11ec-b3c8-9f6bdeced846'],
    ['isbn', '9780306406157', '9780306406158'],
    ['creditcard', '4111111111111111', '4111111111111112'],
    ['hexcolor', '#12345f', '#12345g'],
    ['bsonobjectid', '507f1f77bcf86cd799439011', '507f'],
    ['cidr', '10.0.0.0/8', '10.0.0.0/40'],
    ['duration', '1h30m', 'soon'],
  ])('checks the format %s', (format, good, bad) => {
    const schema = specSchema({ properties: { a: { type: 'string', format } } });
    expect([faultsOf(schema, { a: good }).length, faultsOf(schema, { a: bad }).length]).toEqual([0, 1]);
  });

  it.each([
    ['a required field', { required: ['a'], properties: { a: { type: 'string' } } }, {}, 'FieldValueRequired', 'spec.a'],
    ['a type', { properties: { a: { type: 'integer' } } }, { a: 'x' }, 'FieldValueTypeInvalid', 'spec.a'],
    ['a choice', { properties: { a: { type: 'string', enum: ['x'] } } }, { a: 'y' }, 'FieldValueNotSupported', 'spec.a'],
    ['a minimum', { properties: { a: { type: 'integer', minimum: 1 } } }, { a: 0 }, 'FieldValueInvalid', 'spec.a'],
    ['a length', { properties: { a: { type: 'string', maxLength: 1 } } }, { a: 'xx' }, 'FieldValueTooLong', 'spec.a'],
    ['a pattern', { properties: { a: { type: 'string', pattern: '^a$' } } }, { a: 'b' }, 'FieldValueInvalid', 'spec.a'],
    ['a format', { properties: { a: { type: 'string', format: 'date-time' } } }, { a: 'today' }, 'FieldValueTypeInvalid', 'spec.a'],
    ['a number of items', { properties: { a: { type: 'array', maxItems: 1, items: { type: 'string' } } } }, { a: ['x', 'y'] }, 'FieldValueTooMany', 'spec.a'],
    ['values of a map', { properties: { a: { type: 'object', additionalProperties: { type: 'string' } } } }, { a: { k: 1 } }, 'FieldValueTypeInvalid', 'spec.a.k'],
    ['a number or a text', { properties: { a: { 'x-kubernetes-int-or-string': true } } }, { a: 1.5 }, 'FieldValueTypeInvalid', 'spec.a'],
    ['a set', { properties: { a: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } } } }, { a: ['x', 'x'] }, 'FieldValueDuplicate', 'spec.a[1]'],
  ])('refuses a value that breaks %s', (_what, schema, spec, reason, field) => {
    expect(faultsOf(specSchema(schema), spec)).toEqual([{ reason, field }]);
  });

  it('refuses a value that fits none of several schemas with the faults of the first, and with one of all that has no place', () => {
    const schema = { properties: { a: { type: 'string', anyOf: [{ pattern: '^a' }, { pattern: '^b' }] } } };
    expect(faultsOf(specSchema(schema), { a: 'c' })).toEqual([
      { reason: 'FieldValueInvalid', field: 'spec.a' },
      { reason: 'FieldValueInvalid', field: '<nil>' },
    ]);
  });

  it.each([
    ['a field without a type', { properties: { a: {} } }],
    ['a list without items', { properties: { a: { type: 'array' } } }],
    ['a pattern that is no expression', { properties: { a: { type: 'string', pattern: '(' } } }],
    ['a rule with an unknown function', { 'x-kubernetes-validations': [{ rule: 'self.nonsense()' }] }],
    ['a rule over a field that it does not have', { properties: { a: { type: 'string' } }, 'x-kubernetes-validations': [{ rule: 'has(self.b) || self.a == ""' }] }],
    ['a rule that is no condition', { 'x-kubernetes-validations': [{ rule: '1 + 1' }] }],
  ])('cannot be made of %s', (_what, schema) => {
    expect(() => specSchema(schema)).toThrow(SchemaProblem);
  });
});

describe('rules in CEL', () => {
  it('may read the fields of maps, of free objects and of the object itself', () => {
    const schema = new StructuralSchema({
      type: 'object',
      properties: {
        map: { type: 'object', additionalProperties: { type: 'string' } },
        free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
        'a-b': { type: 'array', items: { type: 'object', properties: { x: { type: 'integer' } } } },
      },
      'x-kubernetes-validations': [{ rule: "self.metadata.name != '' && self.map.key == 'v' && self.free.any == 1 && self.a__dash__b[0].x == 2 && self.a__dash__b.all(i, i.x > 1)" }],
    });
    const object = { metadata: { name: 'n' }, map: { key: 'v' }, free: { any: 1 }, 'a-b': [{ x: 2 }] };
    expect(schema.validate(object, undefined)).toEqual([]);
  });

  it('compare the fields of one state', () => {
    const schema = specSchema({
      properties: { low: { type: 'integer' }, high: { type: 'integer' } },
      'x-kubernetes-validations': [{ rule: 'self.low <= self.high', message: 'low must not be above high' }],
    });
    expect(faultsOf(schema, { low: 1, high: 2 })).toEqual([]);
    expect(schema.validate({ spec: { low: 3, high: 2 } }, undefined)).toEqual([{ reason: 'FieldValueInvalid', message: 'Invalid value: low must not be above high', field: 'spec' }]);
  });

  const immutable = specSchema({ properties: { plan: { type: 'string', 'x-kubernetes-validations': [{ rule: 'self == oldSelf', reason: 'FieldValueForbidden' }] } } });

  it('compare the new state with the old one on updates only', () => {
    expect(faultsOf(immutable, { plan: 'a' })).toEqual([]);
    expect(faultsOf(immutable, { plan: 'b' }, { plan: 'a' })).toEqual([{ reason: 'FieldValueForbidden', field: 'spec.plan' }]);
  });

  it('do not see a field that was not there before, or is there no longer', () => {
    expect(faultsOf(immutable, { plan: 'a' }, {})).toEqual([]);
    expect(faultsOf(immutable, {}, { plan: 'a' })).toEqual([]);
  });

  it('are asked for a new object too when they say that the old value is optional', () => {
    const schema = specSchema({ properties: { n: { type: 'integer', 'x-kubernetes-validations': [{ rule: 'oldSelf.hasValue() || self == 1', optionalOldSelf: true }] } } });
    expect(faultsOf(schema, { n: 2 })).toEqual([{ reason: 'FieldValueInvalid', field: 'spec.n' }]);
    expect(faultsOf(schema, { n: 2 }, { n: 1 })).toEqual([]);
  });

  it('name another field and make up their message where they are told to', () => {
    const schema = specSchema({ properties: { a: { type: 'string' } }, 'x-kubernetes-validations': [{ rule: 'self.a != "x"', messageExpression: '"not " + self.a', fieldPath: '.a' }] });
    expect(schema.validate({ spec: { a: 'x' } }, undefined)).toEqual([{ reason: 'FieldValueInvalid', message: 'Invalid value: not x', field: 'spec.a' }]);
  });

  it('follow the items of a keyed list over time', () => {
    const items = { type: 'object', properties: { name: { type: 'string' }, v: { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self >= oldSelf' }] } } };
    const schema = specSchema({ properties: { l: { type: 'array', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'], items } } });
    const old = { l: [{ name: 'a', v: 2 }, { name: 'b', v: 1 }] };
    expect(faultsOf(schema, { l: [{ name: 'b', v: 1 }, { name: 'a', v: 1 }] }, old)).toEqual([{ reason: 'FieldValueInvalid', field: 'spec.l[1].v' }]);
  });

  it('are left out, and that is said, when the shape is wrong', () => {
    const schema = specSchema({ properties: { a: { type: 'integer' } }, 'x-kubernetes-validations': [{ rule: 'self.a > 1' }] });
    const faults = schema.validate({ spec: { a: 'x' } }, undefined);
    expect(faults.map(({ reason }) => reason)).toEqual(['FieldValueTypeInvalid']);
    expect(schema.unchecked(faults)[0]?.message).toContain('rules were not checked');
  });
});
