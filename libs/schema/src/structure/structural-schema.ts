/**
 * Writes property trees as structural schemas: nothing is referred to, all is inline, and the same
 * class gives the same text, byte for byte, since names carry a hash of it.
 */
import type { ClassOf } from '../api-class/class-of.js';
import type { CelRule } from '../decorators/marks.js';
import { noFormat } from '../decorators/format.js';
import { readClass } from '../reader/class-reader.js';
import type { ListMerge, ObjectShape, PropertyNode, ValueLimits, ValueNode } from '../reader/property-tree.js';
import type { Pending } from './immutability.js';
import { anchored, isAlwaysThere, pendingOf, unchanged } from './immutability.js';
import type { JsonSchema, ValidationRule } from './json-schema.js';

/** A schema, and the immutable properties below it whose rule must stand further up. */
interface Written {
  readonly schema: JsonSchema;
  readonly pending: readonly Pending[];
}

/** The structural schema of a decorated class. Throws SchemaMistakes. */
export function structuralSchema(ctor: ClassOf): JsonSchema {
  return objectSchema(readClass(ctor));
}

/** The schema of an object that is always there, as spec is: the rules about what is in it stand on it. */
export function objectSchema(shape: ObjectShape): JsonSchema {
  return writeObject(shape, 'always').schema;
}

function writeObject(shape: ObjectShape, there: 'always' | 'perhaps'): Written {
  const written = shape.properties.map((property) => ({ property, ...writeProperty(property, there) }));
  const pending = written.flatMap((one) => one.pending);
  const required = shape.properties.filter(({ presence }) => presence.kind === 'required').map(({ name }) => name);
  const schema: JsonSchema = {
    type: 'object',
    ...(shape.description === undefined ? {} : { description: shape.description }),
    ...(written.length === 0 ? {} : { properties: Object.fromEntries(written.map(({ property, schema }) => [property.name, schema])) }),
    ...(required.length === 0 ? {} : { required }),
    ...validations([...shape.rules, ...(there === 'always' ? pending.map(anchored) : [])]),
  };
  return { schema, pending: there === 'always' ? [] : pending };
}

function writeProperty(property: PropertyNode, parent: 'always' | 'perhaps'): Written {
  const there = parent === 'always' && isAlwaysThere(property) ? 'always' : 'perhaps';
  const { schema, pending } = writeValue(property.value, there);
  const own = property.isImmutable && there === 'always' ? [unchanged(property)] : [];
  return {
    schema: withWords(schema, property, [...property.rules, ...own]),
    pending: pendingOf(property, there === 'always' ? 'anchored' : 'pending', pending),
  };
}

function withWords(schema: JsonSchema, { description, presence }: PropertyNode, rules: readonly CelRule[]): JsonSchema {
  return {
    ...schema,
    ...(description === undefined ? {} : { description }),
    ...(presence.kind === 'defaulted' ? { default: presence.value } : {}),
    ...validations([...(schema['x-kubernetes-validations'] ?? []), ...rules]),
  };
}

function validations(rules: readonly ValidationRule[]): Pick<JsonSchema, 'x-kubernetes-validations'> {
  return rules.length === 0 ? {} : { 'x-kubernetes-validations': rules };
}

function writeValue({ shape, limits }: ValueNode, there: 'always' | 'perhaps'): Written {
  switch (shape.kind) {
    case 'object': {
      const { schema, pending } = writeObject(shape, there);
      return { schema: { ...schema, ...limits }, pending };
    }
    case 'list':
      // An item has nothing above it that could hold a rule about its past: the list tells it by its keys.
      return leaf({ type: 'array', items: writeValue(shape.items, 'always').schema, ...mergeWords(shape.merge), ...limits });
    case 'map':
      return leaf({ type: 'object', additionalProperties: writeValue(shape.values, 'always').schema, ...limits });
    case 'freeForm':
      return leaf({ type: 'object', 'x-kubernetes-preserve-unknown-fields': true, ...limits });
    case 'verbatim':
      return leaf(shape.schema as JsonSchema);
    case 'quantity':
    case 'intOrString':
      return leaf(intOrString(limits));
    case 'integer':
      return leaf(withFormat({ type: 'integer', format: 'int64', ...limits }));
    case 'number':
    case 'string':
    case 'boolean':
      return leaf(withFormat({ type: shape.kind, ...limits }));
  }
}

/** The word `none` stands for a value that has no format. */
function withFormat(schema: JsonSchema): JsonSchema {
  const { format, ...formatless } = schema;
  return format === noFormat ? formatless : schema;
}

function leaf(schema: JsonSchema): Written {
  return { schema, pending: [] };
}

/** Kubernetes knows exactly this `anyOf` and lets it pass, and plain JSON Schema tools understand it. */
function intOrString(limits: ValueLimits): JsonSchema {
  return { anyOf: [{ type: 'integer' }, { type: 'string' }], 'x-kubernetes-int-or-string': true, ...limits };
}

function mergeWords(merge: ListMerge): JsonSchema {
  switch (merge.type) {
    case 'atomic':
      return { 'x-kubernetes-list-type': 'atomic' };
    case 'set':
      return { 'x-kubernetes-list-type': 'set' };
    case 'map':
      return { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': merge.keys };
  }
}
