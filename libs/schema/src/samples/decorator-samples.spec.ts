import { describe, expect, it } from '@jest/globals';
import { evaluate } from '@marcbachmann/cel-js';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';

import { toInstance } from '../instance/to-instance.js';
import { readApiClass } from '../api-class/read-api-class.js';
import { celName } from '../structure/cel-names.js';
import type { JsonObject, JsonSchema } from '../structure/json-schema.js';
import { structuralSchema } from '../structure/structural-schema.js';
import type { DecoratorSample, SampleCase } from './decorator-sample.js';
import { decoratorSamples } from './decorator-samples.js';

/*
 * A small stand-in for an API server: somebody else's JSON Schema (ajv) and somebody else's CEL, with
 * what Kubernetes does around them. Formats of which ajv knows nothing are left out of its judgement.
 */
type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

const formatsOfAjv = ['email', 'uri', 'hostname', 'uuid', 'ipv4', 'ipv6', 'date-time'];
const ajv = new Ajv({ strict: false, useDefaults: true });
(addFormats as unknown as (to: Ajv) => void)(ajv);

/** OpenAPI v3 says `exclusiveMinimum: true` where JSON Schema gives the number. */
function forAjv(schema: JsonSchema): Json {
  const { exclusiveMinimum, exclusiveMaximum, ...rest } = schema;
  const rewritten = JSON.parse(JSON.stringify(rest), (key, value: unknown) =>
    key === 'format' && !formatsOfAjv.includes(String(value)) ? undefined : value,
  ) as Json;
  for (const word of ['allOf', 'anyOf'] as const) if (schema[word]) rewritten[word] = schema[word].map(forAjv);
  if (schema.items) rewritten.items = forAjv(schema.items);
  if (schema.additionalProperties) rewritten.additionalProperties = forAjv(schema.additionalProperties);
  if (schema.properties) rewritten.properties = Object.fromEntries(Object.entries(schema.properties).map(([name, one]) => [name, forAjv(one)]));
  if (exclusiveMinimum) rewritten.exclusiveMinimum = schema.minimum;
  if (exclusiveMaximum) rewritten.exclusiveMaximum = schema.maximum;
  return rewritten;
}

/** Kubernetes drops nulls that no schema allows, in properties and map values, before it validates. */
function withoutNulls(schema: JsonSchema | undefined, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => withoutNulls(schema?.items, item));
  if (!isObject(value) || schema === undefined) return value;
  const schemaOf = (key: string) => schema.properties?.[key] ?? schema.additionalProperties;
  const kept = Object.entries(value).filter(([key, one]) => one !== null || schemaOf(key) === undefined || schemaOf(key)?.nullable === true);
  return Object.fromEntries(kept.map(([key, one]) => [key, withoutNulls(schemaOf(key), one)]));
}

/** Values as CEL sees them: whole numbers as integers, names escaped. */
function forCel(value: unknown): unknown {
  if (typeof value === 'number' && Number.isInteger(value)) return BigInt(value);
  if (Array.isArray(value)) return value.map(forCel);
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, one]) => [celName(key) ?? key, forCel(one)])) : value;
}

function keyOf(schema: JsonSchema, item: unknown): string {
  return JSON.stringify(isObject(item) ? schema['x-kubernetes-list-map-keys']?.map((key) => item[key]) : item);
}

/** Every rule below a value, each where its own value is; rules about the old value only where there is one. */
function rulesHold(schema: JsonSchema, value: unknown, old: unknown): boolean {
  if (value === undefined) return true;
  for (const { rule } of schema['x-kubernetes-validations'] ?? []) {
    if (rule.includes('oldSelf') && old === undefined) continue;
    if (evaluate(rule, { self: forCel(value), oldSelf: forCel(old) }) !== true) return false;
  }
  if (Array.isArray(value)) {
    const olds = Array.isArray(old) && schema['x-kubernetes-list-type'] === 'map' ? (old as unknown[]) : [];
    return value.every((item: unknown) => rulesHold(schema.items ?? {}, item, olds.find((one) => keyOf(schema, one) === keyOf(schema, item))));
  }
  if (!isObject(value)) return true;
  return Object.entries(value).every(([key, one]) => {
    const below = schema.properties?.[key] ?? schema.additionalProperties;
    return below === undefined || rulesHold(below, one, isObject(old) ? old[key] : undefined);
  });
}

function hasDoubles(schema: JsonSchema, value: unknown): boolean {
  if (Array.isArray(value)) {
    const isUnique = schema['x-kubernetes-list-type'] === 'set' || schema['x-kubernetes-list-type'] === 'map';
    return isUnique && new Set(value.map((item: unknown) => keyOf(schema, item))).size < value.length;
  }
  return isObject(value) && Object.entries(value).some(([key, one]) => hasDoubles(schema.properties?.[key] ?? {}, one));
}

function settled(schema: JsonSchema, spec: JsonObject): { readonly spec: unknown; readonly isValid: boolean } {
  const copy = withoutNulls(schema, JSON.parse(JSON.stringify(spec)));
  const isValid = ajv.validate(forAjv(schema), copy) && !hasDoubles(schema, copy);
  return { spec: copy, isValid };
}

function serverAccepts(schema: JsonSchema, one: SampleCase): boolean {
  if (one.kind === 'create') {
    const { spec, isValid } = settled(schema, one.spec);
    return isValid && rulesHold(schema, spec, undefined);
  }
  const [from, to] = [settled(schema, one.from), settled(schema, one.to)];
  return from.isValid && to.isValid && rulesHold(schema, to.spec, from.spec);
}

function usesUnknownFormat(schema: JsonSchema): boolean {
  const formats = JSON.stringify(schema).match(/"format":"([^"]+)"/g) ?? [];
  return formats.some((found) => !formatsOfAjv.includes(found.slice('"format":"'.length, -1)) && !found.includes('int64'));
}

const table = await decoratorSamples();
const cases = table.flatMap((sample) => sample.cases.map((one) => [sample.decorator, one.says, sample, one] as const));

describe.each(cases)('a spec for %s: %s', (_decorator, _says, sample: DecoratorSample, one: SampleCase) => {
  const spec = readApiClass(sample.api).specClass;

  it('is judged by class-validator as the table says', () => {
    const expected = one.checkedBy === 'server' ? true : one.accepted;
    expect(toInstance(spec, one.kind === 'create' ? one.spec : one.to).ok).toBe(expected);
  });

  it('is judged by its schema as the table says', () => {
    const schema = structuralSchema(spec);
    if (usesUnknownFormat(schema)) return;
    const expected = one.checkedBy === 'class' ? true : one.accepted;
    expect(serverAccepts(schema, one)).toBe(expected);
  });
});

describe('the table of decorators', () => {
  it('has an API of its own for each decorator', () => {
    const plurals = table.map(({ api }) => readApiClass(api).plural);
    expect(new Set(plurals).size).toBe(plurals.length);
  });

  it('shows for each decorator something accepted and something refused', () => {
    const oneSided = table.filter(({ cases: all }) => new Set(all.map(({ accepted }) => accepted)).size < 2);
    expect(oneSided.map(({ decorator }) => decorator)).toEqual([]);
  });
});
