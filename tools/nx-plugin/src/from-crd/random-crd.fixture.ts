/** CustomResourceDefinitions by chance, as a server takes them: words in every mixture that a structural schema allows. */
import fc from 'fast-check';
import type { CrdSchema } from './crd-schema.js';

const NAMES = ['name', 'size', 'listen-port', 'listenPort', 'in', 'class', 'a.b', 'x', 'Y', 'é', 'toString', 'static', '1st', "it's"];
const TEXTS = ['a', "it's", 'say "x"', 'two\nlines', '\\ back', '${x}', '', '\u2028'];

const some = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
const word = <T>(value: T) => some(fc.constant(value));
const texts = fc.constantFrom(...TEXTS);

/** Without the words that were not chosen. */
function given(words: Readonly<Record<string, unknown>>): CrdSchema {
  return Object.fromEntries(Object.entries(words).filter(([, value]) => value !== undefined));
}

const rules = fc.array(
  fc.record({ rule: fc.constantFrom("1 == 1", "'x' != 'y'"), message: some(fc.constantFrom('no', "it's no")), reason: word('FieldValueInvalid'), messageExpression: word("'no'") }).map(given),
  { minLength: 1, maxLength: 2 },
);

const text = fc.oneof(
  fc.record({ type: fc.constant('string'), minLength: some(fc.nat(3)), maxLength: some(fc.integer({ min: 3, max: 9 })), pattern: some(fc.constantFrom('^a', '[[:digit:]]', 'a/b', '^a\\/b$', '\\d+\\.', '(?i)x')), format: some(fc.constantFrom('uri', 'byte', 'date-time', 'none-of-them')), nullable: some(fc.boolean()) }),
  fc.record({ type: fc.constant('string'), enum: fc.uniqueArray(texts, { minLength: 1, maxLength: 3 }) }),
).map(given);
const number = fc.oneof(
  fc.record({ type: fc.constant('integer'), format: some(fc.constantFrom('int32', 'int64')), minimum: some(fc.integer({ min: -2, max: 2 })), exclusiveMinimum: some(fc.boolean()), multipleOf: some(fc.constantFrom(2, 5)) }),
  fc.record({ type: fc.constant('number'), format: some(fc.constantFrom('float', 'double')), maximum: some(fc.constantFrom(0, 1.5)), exclusiveMaximum: some(fc.boolean()), multipleOf: word(0.5) }),
  fc.record({ type: fc.constant('integer'), enum: fc.constantFrom([1], [1, 2]) }),
).map(({ minimum, exclusiveMinimum, maximum, exclusiveMaximum, ...schema }: CrdSchema) => given({ ...schema, ...(minimum === undefined ? {} : { minimum, exclusiveMinimum }), ...(maximum === undefined ? {} : { maximum, exclusiveMaximum }) }));
const either = fc.record({ 'x-kubernetes-int-or-string': fc.constant(true), anyOf: word([{ type: 'integer' }, { type: 'string' }]), maxLength: word(3) }).map(given);
const yesOrNo = fc.constant<CrdSchema>({ type: 'boolean' });
const kept = { 'x-kubernetes-preserve-unknown-fields': true };
const open = fc.record({ shape: fc.constantFrom({}, kept, { ...kept, 'x-kubernetes-embedded-resource': true }), nullable: word(true) }).map(({ shape, nullable }) => given({ type: 'object', ...shape, nullable }));
const plain = fc.oneof(text, number, yesOrNo);

/** A list without doubles is one of plain values, and so is what tells items apart. */
function isPlain({ type, nullable }: CrdSchema): boolean {
  return type !== undefined && type !== 'object' && type !== 'array' && nullable !== true;
}

/** What stands beside any value. */
const withWords = (schemas: fc.Arbitrary<CrdSchema>) => fc.record({ schema: schemas, description: some(texts), 'x-kubernetes-validations': fc.option(rules, { nil: undefined, freq: 4 }) }).map(({ schema, ...words }) => given({ ...schema, ...words }));

const { value } = fc.letrec<{ value: CrdSchema; object: CrdSchema; list: CrdSchema; map: CrdSchema }>((tie) => ({
  value: withWords(fc.oneof({ maxDepth: 3, withCrossShrink: true }, plain, either, open, tie('object'), tie('list'), tie('map'))),
  object: fc
    .record({ properties: fc.dictionary(fc.constantFrom(...NAMES), tie('value'), { maxKeys: 4 }), map: word('atomic'), most: word(9), oneOf: fc.option(fc.constant([{ required: ['name'] }]), { nil: undefined, freq: 5 }) })
    .chain(({ properties, map, most, oneOf }) => fc.subarray(Object.keys(properties)).map((required) => given({ type: 'object', properties, required, 'x-kubernetes-map-type': map, maxProperties: most === 9 && map === 'atomic' ? most : undefined, oneOf }))),
  list: fc
    .record({ type: fc.constant('array'), items: fc.oneof(tie('value'), plain), minItems: some(fc.nat(2)), maxItems: word(8), merge: some(fc.constantFrom('atomic', 'set')) })
    .map(({ merge, ...list }) => given({ ...list, 'x-kubernetes-list-type': merge === 'set' && !isPlain(list.items) ? undefined : merge })),
  map: fc.record({ type: fc.constant('object'), additionalProperties: tie('value'), maxProperties: word(8) }).map(given),
}));

/** A list with keys is made of an object that has them. */
const keyed = fc.record({ key: plain.filter(isPlain), other: value }).map(({ key, other }): CrdSchema => ({
  type: 'array',
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': ['name'],
  items: { type: 'object', required: ['name'], properties: { name: key, other } },
}));

const part = fc.dictionary(fc.constantFrom(...NAMES), fc.oneof(value, keyed), { maxKeys: 6 }).chain((properties) =>
  fc.record({ required: fc.subarray(Object.keys(properties)), description: some(texts), rules: fc.option(rules, { nil: undefined, freq: 4 }), fallback: word({}) }).map(({ required, description, rules: own, fallback }) =>
    given({ type: 'object', properties, required: required.length > 0 ? required : undefined, description, 'x-kubernetes-validations': own, default: required.length > 0 ? undefined : fallback })),
);

/** The schema of a whole object. */
export const wholeObject: fc.Arbitrary<CrdSchema> = fc
  .record({ spec: part, status: part, description: some(texts), required: word(['spec']) })
  .map(({ spec, status, description, required }) => given({ type: 'object', description, required, properties: { apiVersion: { type: 'string' }, kind: { type: 'string' }, metadata: { type: 'object' }, spec, status } }));
