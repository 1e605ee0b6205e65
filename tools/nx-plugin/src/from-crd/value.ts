/**
 * From the schema of a value to the decorators that say it. A shape that leaves a word unsaid gives way to `@Verbatim`, so that the
 * schema stays the same in every case.
 */
import { classSource } from './class-source.js';
import type { ClassSource } from './class-source.js';
import { readList, readMap } from './collection.js';
import type { CrdSchema } from './crd-schema.js';
import { SchemaWords } from './crd-schema.js';
import type { Decorator } from './decorator.js';
import { ours, rule } from './decorator.js';
import { readIntOrString } from './int-or-string.js';
import type { Note } from './note.js';
import { changed, note } from './note.js';
import { below } from './place.js';
import type { Element, Place, Value } from './place.js';
import { readRules } from './rules.js';
import { readScalar } from './scalar.js';
import { literal } from './source-text.js';
import { typeText } from './type-text.js';

/** The class of an object, after those that it needs. */
export interface ObjectClass {
  readonly classes: readonly ClassSource[];
  readonly notes: readonly Note[];
}

/** What an object's class is made of. A status is written step by step, so that nothing in it is `required`. */
export interface ObjectParts extends Pick<CrdSchema, 'properties' | 'required'> {
  readonly marks: readonly Decorator[];
  readonly presence: 'as required' | 'optional';
}

/** @param name of the class, where the classes below it begin with another */
export function readClass({ properties = {}, required = [], marks, presence }: ObjectParts, place: Place, name = place.className): ObjectClass {
  const read = Object.entries(properties).map(([property, schema]) => {
    const isRequired = required.includes(property);
    return readProperty(property, schema, below(place, property), !isRequired ? 'optional' : presence === 'optional' ? 'loosened' : 'required');
  });
  const own = classSource(name, marks, read.map(({ property }) => property));
  return { classes: [...read.flatMap(({ classes }) => classes), own], notes: read.flatMap(({ notes }) => notes) };
}

type Presence = 'required' | 'loosened' | 'optional';

function readProperty(name: string, { description, default: initial, ...schema }: CrdSchema, place: Place, presence: Presence) {
  const { type, decorators, classes, notes } = readValue(schema, place);
  const isDefaulted = initial !== undefined;
  const marks = [...descriptionMarks(description), ...(isDefaulted ? [ours('Default', literal(initial))] : presence === 'required' ? [] : [rule('IsOptional')]), ...decorators];
  const mark = isDefaulted || presence === 'required' ? '!' : '?';
  return { property: { name, mark, type, decorators: marks } as const, classes, notes: [...presenceNotes(place.path, presence, isDefaulted), ...notes] };
}

/** Where there is a default nothing needs to be required. */
function presenceNotes(path: string, presence: Presence, isDefaulted: boolean): readonly Note[] {
  if (presence === 'optional' || (presence === 'required' && !isDefaulted)) return [];
  return [isDefaulted ? note('same', path, 'required') : changed(path, 'required', 'nothing in a status is, since it is written step by step')];
}

/** The description of a class or a property. */
export function descriptionMarks(description: string | undefined): readonly Decorator[] {
  return description === undefined ? [] : [ours('Describe', literal(description))];
}

function readValue(schema: CrdSchema, place: Place): Value {
  const words = new SchemaWords(schema);
  const rules = readRules(words.take('x-kubernetes-validations'), place.path);
  const value = readShape(words, schema, place);
  if (rules === undefined || value === undefined || words.left.length > 0) return verbatim(schema, place);
  return { ...value, decorators: [...value.decorators, ...rules.decorators], notes: [...value.notes, ...rules.notes] };
}

function verbatim(schema: CrdSchema, { path }: Place): Value {
  return { type: typeText(schema), decorators: [ours('Verbatim', literal(schema))], classes: [], notes: [note('verbatim', path)] };
}

function readShape(words: SchemaWords, schema: CrdSchema, place: Place): Value | undefined {
  if (words.see('x-kubernetes-int-or-string') === true) return readIntOrString(words, place);
  switch (schema.type) {
    case 'array':
      return readList(words, place, readElement);
    case 'object':
      return readObject(words, schema, place);
    default:
      return plainValue(words);
  }
}

function plainValue(words: SchemaWords): Value | undefined {
  const scalar = readScalar(words);
  return scalar === undefined ? undefined : { type: scalar.type, decorators: [...scalar.typeRules, ...scalar.rules], classes: [], notes: [] };
}

function readObject(words: SchemaWords, { properties, required, additionalProperties }: CrdSchema, place: Place): Value | undefined {
  words.take('type');
  if (properties !== undefined) {
    words.take('properties');
    words.take('required');
    return canBeClass(properties) ? nested({ properties, required }, place) : undefined;
  }
  if (additionalProperties !== undefined) return readMap(words, place, readElement);
  return words.take('x-kubernetes-preserve-unknown-fields') === true ? { type: 'Record<string, unknown>', decorators: [ours('FreeForm')], classes: [], notes: [] } : undefined;
}

function nested(parts: Pick<CrdSchema, 'properties' | 'required'>, place: Place): Value {
  const name = place.names.give(place.className);
  const written = readClass({ ...parts, marks: [], presence: 'as required' }, { ...place, className: name });
  return { type: name, decorators: [ours('Nested', `() => ${name}`)], ...written };
}

/** A class has at least one property, and none that every JavaScript object has. */
function canBeClass(properties: CrdSchema['properties'] = {}): boolean {
  return Object.keys(properties).length > 0 && !Object.keys(properties).some(isEverywhere);
}

/** Does every JavaScript object have a property of this name? */
export function isEverywhere(name: string): boolean {
  return name in Object.prototype;
}

function readElement(schema: CrdSchema, place: Place): Element | undefined {
  return schema.type === 'object' ? classElement(schema, place) : plainElement(schema, place);
}

function plainElement({ description, ...schema }: CrdSchema, { path }: Place): Element | undefined {
  const words = new SchemaWords(schema);
  const scalar = readScalar(words);
  if (scalar === undefined || words.left.length > 0) return undefined;
  const { type, elementType, typeRules, rules } = scalar;
  const notes = description === undefined ? [] : [note('same', path, 'description')];
  // `String` and the like say the type by themselves, but `Number` does not say that it is a whole one.
  return { type, elementType, decorators: schema.type === 'integer' ? [...typeRules, ...rules] : rules, classes: [], notes };
}

function classElement(schema: CrdSchema, place: Place): Element | undefined {
  const { type: _object, properties, required, description, 'x-kubernetes-validations': given, ...unsaid } = schema;
  const rules = readRules(given, place.path);
  if (rules === undefined || !canBeClass(properties) || Object.keys(unsaid).length > 0) return undefined;
  const name = place.names.give(place.className);
  const marks = [...descriptionMarks(description), ...rules.decorators];
  const { classes, notes } = readClass({ properties, required, marks, presence: 'as required' }, { ...place, className: name });
  return { type: name, elementType: name, decorators: [], classes, notes: [...rules.notes, ...notes] };
}
