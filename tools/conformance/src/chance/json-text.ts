/** JSON as texts, since most of what is sent here no serializer would write: doubled fields, numbers that nothing holds, keys of a prototype. */
import fc from 'fast-check';

/** One field of an object, with the text of its value. */
export type FieldText = readonly [key: string, value: string];

/** The text of an object, its fields as they stand. */
export function objectText(fields: readonly FieldText[]): string {
  return `{${fields.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`;
}

const MEAN_VALUES = [
  'null', 'true', '0', '-1', '-0', '1.5', '1e400', '9007199254740993', '12345678901234567890123', '""', '"a"', '"{space}"', '"\\u0000"', '"\\ud800"', '"ä\\n"', '"1"', '"true"', '"!"',
  '[]', '[null]', '[1]', '["a"]', '["a","a"]', '[{}]', '[[]]', '{}', '{"a":"b"}', '{"a":1}', '{"a":null}', '{"a":{}}', '{"":"a"}', '{"__proto__":"a"}', '{"constructor":"a"}', '{"a":"b","a":"c"}',
  '"2020-01-01T00:00:00Z"', '"2020-01-01T00:00:00.000000Z"', '"2020-13-01T00:00:00Z"',
];

/** A value that fits nowhere in particular. */
export const meanValue: fc.Arbitrary<string> = fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...MEAN_VALUES) }, { weight: 1, arbitrary: fc.json({ maxDepth: 3 }) });

/** One of these, and now and then a mean one. */
export function mostly(...good: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...good) }, { weight: 1, arbitrary: meanValue });
}

/**
 * Fields of an object that has these, each with the values that fit it; now and then a mean value or a field that it does not have. What
 * stands twice stands there twice in the same words: a server in Go looks at both.
 */
export function fieldsOf(known: Readonly<Record<string, readonly string[]>>, most: number): fc.Arbitrary<readonly FieldText[]> {
  const names = Object.keys(known);
  const good = fc.constantFrom(...names).chain((name) => fc.constantFrom(...(known[name] ?? [])).map((value): FieldText => [name, value]));
  const wrong = fc.tuple(fc.constantFrom(...names), meanValue);
  const unknown = fc.tuple(fc.constantFrom('novel', '__proto__', 'constructor', 'toString', '', 'METADATA', '$patch'), meanValue);
  const fields = fc.uniqueArray(fc.oneof({ weight: 8, arbitrary: good }, { weight: 3, arbitrary: wrong }, { weight: 1, arbitrary: unknown }), { maxLength: most, selector: ([key]) => key });
  return fc.tuple(fields, fc.integer({ min: 0, max: 19 })).map(([all, twice]) => (twice === 0 ? [...all, ...all] : all));
}

/** A text that was whole, and now and then is so no longer. */
export function mostlyWhole(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const broken = fc.tuple(text, fc.constantFrom<(whole: string) => string>(...DAMAGES)).map(([whole, damage]) => damage(whole));
  return fc.oneof({ weight: 20, arbitrary: text }, { weight: 1, arbitrary: broken }, { weight: 1, arbitrary: meanValue });
}

const DAMAGES: readonly ((whole: string) => string)[] = [
  (whole) => whole.slice(0, Math.floor(whole.length / 2)),
  (whole) => ` \n${whole}\n `,
  (whole) => `\uFEFF${whole}`,
  (whole) => `[${whole}]`,
  (whole) => whole.replaceAll('"', "'"),
  (whole) => whole.replace('}', ',}'),
  () => '',
];
