/** What stands in a schema around spec and status. */
import { ownProperties } from './api-part.js';
import type { CrdSchema } from './crd-schema.js';
import { SchemaWords, isSame } from './crd-schema.js';
import type { Decorator } from './decorator.js';
import type { Note } from './note.js';
import { changed, note } from './note.js';
import { readRules } from './rules.js';
import { descriptionMarks } from './value.js';

/** The decorators of the API's class. */
export interface WholeObject {
  readonly marks: readonly Decorator[];
  readonly notes: readonly Note[];
}

/** @param added what the runtime adds to the spec */
export function readWholeObject(schema: CrdSchema, added: readonly string[]): WholeObject {
  const { spec, status: _status, ...beside } = schema.properties ?? {};
  const words = new SchemaWords(schema);
  for (const word of ['type', 'properties', 'required', 'description']) words.take(word);
  const rules = readRules(words.take('x-kubernetes-validations'), '');
  const unsaid = [...words.left, ...(rules === undefined ? ['x-kubernetes-validations'] : [])];
  const required = schema.required ?? [];
  return {
    marks: [...descriptionMarks(schema.description), ...(rules?.decorators ?? [])],
    notes: [
      ...unsaid.map((word) => note('lost', '', word)),
      ...(rules?.notes ?? []),
      ...besideNotes(beside),
      ...required.filter((name) => name !== 'spec').map((name) => note('lost', name, 'required')),
      ...(spec === undefined ? [] : specPresence(spec, required.includes('spec') ? 'required' : 'optional', added)),
    ],
  };
}

function besideNotes({ apiVersion, kind, metadata, ...others }: Readonly<Record<string, CrdSchema>>): readonly Note[] {
  const typed = [['apiVersion', apiVersion, 'string'], ['kind', kind, 'string'], ['metadata', metadata, 'object']] as const;
  const otherwise = typed.filter(([, schema, type]) => !isSame(schema, { type }));
  return [
    ...otherwise.map(([name, { description: _description, ...schema } = {}, type]) => note(isSame(schema, { type }) || isSame(schema, {}) ? 'same' : 'lost', name)),
    ...Object.keys(others).map((name) => note('lost', name)),
  ];
}

/** A spec in which something must be said is required itself; any other is filled in, with the defaults inside it. */
function specPresence(spec: CrdSchema, was: 'required' | 'optional', added: readonly string[]): readonly Note[] {
  const isNeeded = ownProperties(spec, added).some(([name, schema]) => spec.required?.includes(name) === true && schema.default === undefined);
  const is = isNeeded ? 'required' : 'optional';
  const hasSuchDefault = isNeeded ? spec.default === undefined : isSame(spec.default, {});
  return [
    ...(was === is ? [] : [changed('spec', 'required', isNeeded ? 'is required, since something in it is' : 'is not required, since it is filled in')]),
    ...(hasSuchDefault ? [] : [changed('spec', 'default', isNeeded ? 'has none, since it is required' : 'is {}, so that the defaults in it count')]),
  ];
}
