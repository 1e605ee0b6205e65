import type { CrdSchema, SchemaWords } from './crd-schema.js';
import { isObject } from './crd-schema.js';
import { forEach, ours, rule } from './decorator.js';
import { note } from './note.js';
import type { Element, Place, Value } from './place.js';
import { hasRules, looksBack } from './rules.js';
import { isPlainValue } from './scalar.js';
import { literal } from './source-text.js';
import { listText } from './type-text.js';

type ReadElement = (schema: CrdSchema, place: Place) => Element | undefined;

/** `undefined` for a list of what no decorator says. */
export function readList(words: SchemaWords, place: Place, readElement: ReadElement): Value | undefined {
  words.take('type');
  const items = (words.take('items') ?? {}) as CrdSchema;
  const keys = words.take('x-kubernetes-list-map-keys') as readonly string[] | undefined;
  const merge = words.take('x-kubernetes-list-type');
  if (!canBeList(items, merge, keys) || isTooCostly(items, words.see('maxItems'), merge)) return undefined;
  const element = readElement(items, { ...place, path: `${place.path}[]` });
  if (element === undefined) return undefined;
  const limits = [
    ...(merge === 'set' ? [rule('ArrayUnique')] : []),
    ...(words.see('minItems') === undefined ? [] : [rule('ArrayMinSize', words.take('minItems'))]),
    ...(words.see('maxItems') === undefined ? [] : [rule('ArrayMaxSize', words.take('maxItems'))]),
  ];
  return {
    type: listText(element.type),
    decorators: [ours('ItemsOf', `() => ${element.elementType}`, ...(merge === 'map' ? [literal({ keys })] : [])), ...limits, ...element.decorators.map(forEach)],
    classes: element.classes,
    notes: [...(merge === undefined ? [note('same', place.path, 'x-kubernetes-list-type')] : []), ...element.notes],
  };
}

/** `undefined` for a map to what no decorator says. */
export function readMap(words: SchemaWords, place: Place, readElement: ReadElement): Value | undefined {
  const values = words.take('additionalProperties');
  const limits = { minEntries: words.take('minProperties'), maxEntries: words.take('maxProperties') };
  if (!isObject(values) || isTooCostly(values, limits.maxEntries, 'map')) return undefined;
  const element = readElement(values, { ...place, path: `${place.path}{}` });
  // A rule for each value of a map is what class-validator does not know; a plain value is said by its constructor.
  if (element === undefined || element.decorators.length > 0) return undefined;
  const given = Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined));
  const decorator = ours('MapOf', `() => ${element.elementType}`, ...(Object.keys(given).length > 0 ? [literal(given)] : []));
  return { type: `Record<string, ${element.type}>`, decorators: [decorator], classes: element.classes, notes: element.notes };
}

function canBeList(items: CrdSchema, merge: unknown, keys: readonly string[] | undefined): boolean {
  switch (merge) {
    case 'set':
      return items.type !== 'object' && keys === undefined;
    case 'map':
      return keys !== undefined && keys.every((key) => isKey(items, key));
    default:
      return (merge === undefined || merge === 'atomic') && keys === undefined;
  }
}

/** Two items are told apart by plain values that each of them has. */
function isKey({ properties = {}, required = [] }: CrdSchema, key: string): boolean {
  const schema = properties[key];
  return schema !== undefined && isPlainValue(schema) && (schema.default !== undefined || required.includes(key));
}

/** The server reckons with the most elements that there may be, and tells one from its past by keys alone. */
function isTooCostly(elements: CrdSchema, most: unknown, merge: unknown): boolean {
  return hasRules(elements) && (most === undefined || (merge !== 'map' && looksBack(elements)));
}
