import type { CrdSchema } from './crd-schema.js';
import { SchemaWords } from './crd-schema.js';
import { note } from './note.js';
import type { Place } from './place.js';
import { readRules } from './rules.js';
import { descriptionMarks, isEverywhere, readClass } from './value.js';
import type { ObjectClass } from './value.js';

/** A spec or a status, which is there in every API. */
export interface ApiPart extends Place {
  readonly path: 'spec' | 'status';
  /** Name of its class; those below it begin with `className`. */
  readonly name: string;
  /** What the runtime adds to it. */
  readonly added: readonly string[];
}

/** The properties of a spec or a status that become those of a class. */
export function ownProperties({ properties = {} }: CrdSchema, added: readonly string[]): readonly (readonly [string, CrdSchema])[] {
  return Object.entries(properties).filter(([property]) => !added.includes(property) && !isEverywhere(property));
}

/** Its class, after those that it needs. */
export function readPart(schema: CrdSchema, part: ApiPart): ObjectClass {
  const { path, name, added } = part;
  const words = new SchemaWords(schema);
  for (const word of ['type', 'properties', 'required', 'description', ...(path === 'spec' ? ['default'] : [])]) words.take(word);
  const rules = readRules(words.take('x-kubernetes-validations'), path);
  const unsaid = [...words.left, ...(rules === undefined ? ['x-kubernetes-validations'] : [])];
  const marks = [...descriptionMarks(schema.description), ...(rules?.decorators ?? [])];
  const presence = path === 'status' ? 'optional' : 'as required';
  const { classes, notes } = readClass({ properties: Object.fromEntries(ownProperties(schema, added)), required: schema.required, marks, presence }, part, name);
  return {
    classes,
    notes: [
      ...unsaid.map((word) => note('lost', path, word)),
      ...(schema.type === undefined ? [note('runtime', path)] : []),
      ...Object.keys(schema.properties ?? {}).filter(isEverywhere).map((property) => note('lost', `${path}.${property}`)),
      ...added.map((property) => note('runtime', `${path}.${property}`)),
      ...(rules?.notes ?? []),
      ...notes,
    ],
  };
}
