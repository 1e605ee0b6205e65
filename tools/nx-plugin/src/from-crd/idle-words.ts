import type { CrdSchema } from './crd-schema.js';
import { isObject, isSame } from './crd-schema.js';
import type { Note } from './note.js';
import { changed, note } from './note.js';

/** Values of words that say what holds without them. */
const IDLE: Readonly<Record<string, unknown>> = {
  nullable: false,
  uniqueItems: false,
  exclusiveMinimum: false,
  exclusiveMaximum: false,
  required: [],
  'x-kubernetes-embedded-resource': false,
  'x-kubernetes-int-or-string': false,
  'x-kubernetes-map-type': 'granular',
  'x-kubernetes-validations': [],
};

/** A schema without words that say nothing, and a note for each of them. */
export interface Terse {
  readonly schema: CrdSchema;
  readonly notes: readonly Note[];
}

/** Takes idle words out of a schema and of all below it. */
export function withoutIdleWords(schema: CrdSchema, path: string): Terse {
  const idle = Object.keys(schema).filter((word) => word in IDLE && isSame(schema[word], IDLE[word]));
  const kept = Object.fromEntries(Object.entries(schema).filter(([word]) => !idle.includes(word)));
  const properties = Object.entries(schema.properties ?? {}).map(([name, below]) => [name, withoutIdleWords(below, path === '' ? name : `${path}.${name}`)] as const);
  const items = isObject(schema.items) ? withoutIdleWords(schema.items, `${path}[]`) : undefined;
  const values = isObject(schema.additionalProperties) ? withoutIdleWords(schema.additionalProperties as CrdSchema, `${path}{}`) : undefined;
  const parts = [...properties.map(([, part]) => part), ...(items === undefined ? [] : [items]), ...(values === undefined ? [] : [values])];
  return {
    schema: {
      ...kept,
      ...(schema.properties === undefined ? {} : { properties: Object.fromEntries(properties.map(([name, part]) => [name, part.schema])) }),
      ...(items === undefined ? {} : { items: items.schema }),
      ...(values === undefined ? {} : { additionalProperties: values.schema }),
    },
    notes: [...(idle.length > 0 ? [note('same', path, ...idle)] : []), ...inexact(schema, path), ...parts.flatMap(({ notes }) => notes)],
  };
}

/** Reading the YAML has rounded these already. */
function inexact(schema: CrdSchema, path: string): readonly Note[] {
  return ['default', 'enum'].filter((word) => holdsHugeNumber(schema[word])).map((word) => changed(path, word, 'holds a whole number that JavaScript rounds'));
}

function holdsHugeNumber(value: unknown): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsHugeNumber);
}
