/**
 * Brings a value from outside into the state in which the server keeps it: nulls that mean "absent"
 * gone, defaults filled in, every type looked at. What comes out is plain data that is safe to make
 * instances of, whatever keys came in. Limits are not its matter; class-validator checks those.
 */
import type { ListMerge, ObjectShape, PropertyNode, ValueNode } from '../reader/property-tree.js';
import type { JsonValue } from '../structure/json-schema.js';
import type { Problem } from './problem.js';
import { itemPath, propertyPath } from './problem.js';

/** A plain object as JSON gives it. */
export type Plain = Readonly<Record<string, unknown>>;

/** Is it a JSON object, and not a list or null? */
export function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Settles one value; problems go to `problems`, and a value of a wrong type comes out as undefined. */
export function settle({ shape }: ValueNode, json: unknown, path: string, problems: Problem[]): unknown {
  const refuse = (message: string): undefined => void problems.push({ path, message });
  switch (shape.kind) {
    case 'object':
      return settleObject(shape, json, path, problems);
    case 'list':
      return Array.isArray(json) ? settleList(shape.items, shape.merge, json, path, problems) : refuse('must be a list');
    case 'map':
      return isPlain(json) ? settleMap(shape.values, json, path, problems) : refuse('must be an object');
    case 'freeForm':
      return isPlain(json) ? json : refuse('must be an object');
    case 'verbatim':
      return json;
    case 'quantity':
      if (Number.isInteger(json)) return String(json);
      return typeof json === 'string' ? json : refuse('must be a text or a whole number');
    case 'intOrString':
      return typeof json === 'string' || Number.isInteger(json) ? json : refuse('must be a text or a whole number');
    case 'integer':
      return Number.isInteger(json) ? json : refuse('must be a whole number');
    case 'number':
      return typeof json === 'number' && Number.isFinite(json) ? json : refuse('must be a number');
    case 'string':
      return typeof json === 'string' ? json : refuse('must be a text');
    case 'boolean':
      return typeof json === 'boolean' ? json : refuse('must be true or false');
  }
}

/** Settles an object of a class. */
export function settleObject(shape: ObjectShape, json: unknown, path: string, problems: Problem[]): Plain | undefined {
  if (!isPlain(json)) {
    problems.push({ path, message: 'must be an object' });
    return undefined;
  }
  const known = new Set(shape.properties.map(({ name }) => name));
  for (const name of Object.keys(json)) {
    if (!known.has(name)) problems.push({ path: propertyPath(path, name), message: 'is not a property of this API' });
  }
  const settled = shape.properties.map((property) => [property.name, settleProperty(property, json, propertyPath(path, property.name), problems)] as const);
  return Object.fromEntries(settled.filter(([, value]) => value !== undefined));
}

function settleProperty({ name, presence, value }: PropertyNode, json: Plain, path: string, problems: Problem[]): unknown {
  // The server drops a null where no null is allowed, before it fills in defaults.
  const given = Object.hasOwn(json, name) ? withoutNull(value, json[name]) : undefined;
  if (given !== undefined) return settle(value, given, path, problems);
  switch (presence.kind) {
    case 'defaulted':
      return settle(value, copyOf(presence.value), path, problems);
    case 'required':
      problems.push({ path, message: 'is required' });
      return undefined;
    case 'optional':
      return undefined;
  }
}

function withoutNull(node: ValueNode, value: unknown): unknown {
  return value === null && !takesNull(node) ? undefined : value;
}

function takesNull({ shape }: ValueNode): boolean {
  return shape.kind === 'verbatim' && shape.schema['nullable'] === true;
}

/** A handler may change what it gets; the default of the class must not change with it. */
function copyOf(value: JsonValue): unknown {
  return JSON.parse(JSON.stringify(value)) as unknown;
}

function settleList(items: ValueNode, merge: ListMerge, json: readonly unknown[], path: string, problems: Problem[]): readonly unknown[] {
  const settled = json.map((item, index) => settle(items, item, itemPath(path, index), problems));
  if (merge.type === 'map') refuseDoubles(settled, merge.keys, path, problems);
  return settled;
}

function refuseDoubles(items: readonly unknown[], keys: readonly string[], path: string, problems: Problem[]): void {
  const seen = new Set<string>();
  items.forEach((item, index) => {
    if (!isPlain(item)) return;
    const key = JSON.stringify(keys.map((name) => item[name]));
    if (seen.has(key)) problems.push({ path: itemPath(path, index), message: `has the same ${keys.join(', ')} as an item before it` });
    seen.add(key);
  });
}

function settleMap(values: ValueNode, json: Plain, path: string, problems: Problem[]): Plain {
  const given = Object.entries(json).filter(([, value]) => value !== null);
  // fromEntries defines its keys, so that even one called __proto__ stays a key.
  return Object.fromEntries(given.map(([key, value]) => [key, settle(values, value, propertyPath(path, key), problems)]));
}

/** What a default becomes, and what is wrong with it: the server refuses a CRD whose defaults don't fit as they stand. */
export function settleDefault(node: ValueNode, value: unknown): { readonly value: unknown; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  if (value === null && !takesNull(node)) problems.push({ path: '', message: 'null is no default' });
  return { value: value === null ? undefined : settle(node, value, '', problems), problems };
}
