import { isJsonObject, objectAt, objectsAt, textsAt, type JsonObject } from '../storage/kube-object.js';
import { CelCompiler, readRules } from './cel/cel-rules.js';
import type { Junctor, SchemaNode, SchemaType } from './schema-node.js';
import { readValueTests } from './value-tests.js';
import { messageOf } from './message-of.js';
import { shapeFaults } from './validate.js';

/** A schema that no API server would serve. */
export class SchemaProblem extends Error {
  constructor(
    readonly path: string,
    readonly fault: string,
    /** The reason of its cause, which its fault mostly begins with in words. */
    readonly reason: string = REASONS.find(([words]) => fault.startsWith(words))?.[1] ?? 'FieldValueInvalid',
  ) {
    super(`${path}: ${fault}`);
  }
}

const REASONS = [
  ['Required value', 'FieldValueRequired'],
  ['Forbidden', 'FieldValueForbidden'],
  ['Unsupported value', 'FieldValueNotSupported'],
] as const;

const TYPES: ReadonlySet<unknown> = new Set<SchemaType>(['object', 'array', 'string', 'integer', 'number', 'boolean']);

/**
 * Reads a JSONSchemaProps object into a tree that can be walked quickly.
 * @throws SchemaProblem when it is not structural or has a rule that cannot be evaluated
 */
export function readSchema(source: JsonObject, path: string): SchemaNode {
  return readNode(source, path, { isValueTest: false, isRoot: true, cel: new CelCompiler() });
}

interface Place {
  /** Inside `allOf` and the like, where a schema only tests values and needs no type. */
  readonly isValueTest: boolean;
  readonly isRoot: boolean;
  readonly cel: CelCompiler;
}

function readNode(source: JsonObject, path: string, place: Place): SchemaNode {
  checkShape(source, path, place);
  const inner: Place = { ...place, isRoot: false };
  const properties = new Map<string, SchemaNode>();
  for (const [name, child] of Object.entries(objectAt(source.properties))) {
    // The server owns the fields of an object itself; a schema may only restrict them, and does so rarely.
    if (place.isRoot && (name === 'metadata' || name === 'apiVersion' || name === 'kind')) continue;
    properties.set(name, readNode(objectAt(child), `${path}.properties[${name}]`, inner));
  }
  const node = {
    source,
    type: source.type as SchemaType | undefined,
    nullable: source.nullable === true,
    intOrString: source['x-kubernetes-int-or-string'] === true,
    preserveUnknown: source['x-kubernetes-preserve-unknown-fields'] === true,
    embedded: source['x-kubernetes-embedded-resource'] === true,
    properties,
    additional: readAdditional(source.additionalProperties, path, inner),
    items: isJsonObject(source.items) ? readNode(source.items, `${path}.items`, inner) : undefined,
    required: textsAt(source.required),
    fallback: source.default,
    hasDefault: source.default !== undefined,
    list: readListType(source),
    tests: readTests(source, path),
    junctors: readJunctors(source, path, place.cel),
  };
  const rules = readRules(source, { cel: place.cel, fields: node, isRoot: place.isRoot }, (at, fault) => new SchemaProblem(`${path}.x-kubernetes-validations[${at}].rule`, fault));
  const below = [...properties.values(), node.items, node.additional].some((child) => child !== undefined && child !== true && child.hasRules);
  const read = { ...node, rules, hasRules: rules.length > 0 || below };
  if (read.hasDefault) checkDefault(read, path);
  return read;
}

function checkDefault(node: SchemaNode, path: string): void {
  const [wrong] = shapeFaults(node.fallback, node);
  if (wrong !== undefined) throw new SchemaProblem(`${path}.default${wrong.field === '<nil>' ? '' : `.${wrong.field ?? ''}`}`, wrong.message, wrong.reason);
}

function readTests(source: JsonObject, path: string): SchemaNode['tests'] {
  try {
    return readValueTests(source);
  } catch (error) {
    throw new SchemaProblem(path, `must be a valid regular expression, but isn't: ${messageOf(error)}`);
  }
}

function checkShape(source: JsonObject, path: string, place: Place): void {
  const free = source['x-kubernetes-int-or-string'] === true || source['x-kubernetes-preserve-unknown-fields'] === true;
  if (source.type !== undefined && !TYPES.has(source.type)) throw new SchemaProblem(`${path}.type`, `Unsupported value: ${JSON.stringify(source.type)}`);
  if (place.isValueTest) return;
  if (source.type === undefined && !free) throw new SchemaProblem(`${path}.type`, 'Required value: must not be empty for specified object fields');
  if (place.isRoot && source.type !== undefined && source.type !== 'object') {
    throw new SchemaProblem(`${path}.type`, `Invalid value: ${JSON.stringify(source.type)}: must be object at the root`);
  }
  checkList(source, path);
  if (source.type === 'array' && !isJsonObject(source.items)) throw new SchemaProblem(`${path}.items`, 'Required value: must be specified');
  if (source.properties !== undefined && source.additionalProperties !== undefined && source.additionalProperties !== false) {
    throw new SchemaProblem(`${path}.additionalProperties`, 'Forbidden: additionalProperties and properties are mutual exclusive');
  }
}

function checkList(source: JsonObject, path: string): void {
  if (source.uniqueItems === true) throw new SchemaProblem(`${path}.uniqueItems`, 'Forbidden: uniqueItems cannot be set to true since the runtime complexity becomes quadratic');
  if (source['x-kubernetes-list-type'] === 'map' && textsAt(source['x-kubernetes-list-map-keys']).length === 0) {
    throw new SchemaProblem(`${path}.x-kubernetes-list-map-keys`, 'Required value: must not be empty if x-kubernetes-list-type is map');
  }
}

function readAdditional(source: unknown, path: string, place: Place): SchemaNode | true | undefined {
  if (source === true) return true;
  return isJsonObject(source) ? readNode(source, `${path}.additionalProperties`, place) : undefined;
}

function readListType(source: JsonObject): SchemaNode['list'] {
  if (source['x-kubernetes-list-type'] === 'map') return { kind: 'map', keys: textsAt(source['x-kubernetes-list-map-keys']) };
  return { kind: source['x-kubernetes-list-type'] === 'set' ? 'set' : 'atomic' };
}

function readJunctors(source: JsonObject, path: string, cel: CelCompiler): Junctor[] {
  const place: Place = { isValueTest: true, isRoot: false, cel };
  const junctors: Junctor[] = [];
  for (const kind of ['allOf', 'anyOf', 'oneOf'] as const) {
    const nodes = objectsAt(source[kind]).map((child, index) => readNode(child, `${path}.${kind}[${index}]`, place));
    if (nodes.length > 0) junctors.push({ kind, nodes });
  }
  if (isJsonObject(source.not)) junctors.push({ kind: 'not', nodes: [readNode(source.not, `${path}.not`, place)] });
  return junctors;
}
