import type { SchemaNode } from '../schema/schema-node.js';
import type { JsonObject } from '../storage/kube-object.js';

/** How a list is owned and merged: as a whole, value by value, or item by item; keys that an item leaves out may have defaults. */
export type ListShape = { readonly kind: 'atomic' | 'set' } | { readonly kind: 'map'; readonly keys: readonly string[]; readonly defaults?: JsonObject };

/** What may stand at a place, as far as an apply looks at it. */
export type ValueShape = 'text' | 'number' | 'flag' | 'scalar' | 'map' | 'list' | 'any';

/** How the fields below some place are owned. */
export interface FieldShape {
  readonly list: ListShape;
  /** An object that is owned as a whole. */
  readonly isAtomic: boolean;
  /** A struct is nothing that somebody owns beside its fields; a map is. */
  readonly isStruct: boolean;
  readonly value: ValueShape;
  readonly items: FieldShape;
  child(name: string): FieldShape;
  /** Whether a name is that of a field, or whatever somebody chose as a key of a map. */
  names(name: string): 'field' | 'key' | 'nothing';
}

const ATOMIC_LIST: ListShape = { kind: 'atomic' };

/** The shape of what no schema describes: maps field by field, lists as a whole. */
export const DEDUCED: FieldShape = {
  list: ATOMIC_LIST,
  isAtomic: false,
  isStruct: false,
  value: 'any',
  get items() {
    return DEDUCED;
  },
  child: () => DEDUCED,
  names: () => 'key',
};

interface BuiltinRule {
  readonly list: ListShape;
  readonly isAtomic: boolean;
  readonly isStruct: boolean;
}

function builtin(rule: BuiltinRule, items: () => FieldShape = () => STRUCT): FieldShape {
  return {
    ...rule,
    value: 'any',
    get items() {
      return items();
    },
    child: (name) => BUILTIN_FIELDS.get(name) ?? STRUCT,
    names: () => (rule.isStruct ? 'field' : 'key'),
  };
}

const STRUCT = builtin({ list: ATOMIC_LIST, isAtomic: false, isStruct: true });
const VALUE_MAP = builtin({ list: ATOMIC_LIST, isAtomic: false, isStruct: false });
const WHOLE = builtin({ list: ATOMIC_LIST, isAtomic: true, isStruct: true });

/** Fields of built-in kinds that are more than structs and atomic lists. */
const BUILTIN_FIELDS: ReadonlyMap<string, FieldShape> = new Map([
  ...['labels', 'annotations', 'data', 'binaryData', 'stringData', 'matchLabels', 'hard', 'used'].map((name): [string, FieldShape] => [name, VALUE_MAP]),
  ['secrets', builtin({ list: { kind: 'map', keys: ['name'] }, isAtomic: false, isStruct: true }, () => WHOLE)],
  ['conditions', builtin({ list: { kind: 'map', keys: ['type'] }, isAtomic: false, isStruct: true })],
  ['finalizers', builtin({ list: { kind: 'set' }, isAtomic: false, isStruct: true })],
  ['ownerReferences', builtin({ list: { kind: 'map', keys: ['uid'] }, isAtomic: false, isStruct: true }, () => WHOLE)],
  ['roleRef', WHOLE],
]);

/** The shape of built-in kinds, and of the metadata of all kinds. */
export const BUILTIN: FieldShape = STRUCT;

/** The shape of a custom resource. */
export function schemaShape(root: SchemaNode): FieldShape {
  const metadata = BUILTIN.child('metadata');
  const shape = nodeShape(root, 'root');
  return { ...shape, isAtomic: false, isStruct: true, items: DEDUCED, child: (name) => (name === 'metadata' ? metadata : shape.child(name)), names: (name) => (OBJECT_FIELDS.has(name) ? 'field' : shape.names(name)) };
}

const OBJECT_FIELDS: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

function nodeShape(node: SchemaNode | true | undefined, place: 'root' | 'below'): FieldShape {
  if (node === true || node === undefined || isFreeForm(node)) return DEDUCED;
  const children = new Map<string, FieldShape>();
  let items: FieldShape | undefined;
  let values: FieldShape | undefined;
  return {
    list: listShape(node),
    isAtomic: node.source['x-kubernetes-map-type'] === 'atomic',
    isStruct: place === 'root',
    value: valueShape(node),
    get items() {
      items ??= nodeShape(node.items, 'below');
      return items;
    },
    child(name) {
      const known = node.properties.get(name);
      if (known === undefined) {
        values ??= nodeShape(node.additional, 'below');
        return values;
      }
      let shape = children.get(name);
      if (shape === undefined) {
        shape = nodeShape(known, 'below');
        children.set(name, shape);
      }
      return shape;
    },
    names(name) {
      if (node.properties.has(name)) return 'field';
      return node.additional !== undefined || node.preserveUnknown ? 'key' : 'nothing';
    },
  };
}

function isFreeForm({ preserveUnknown, properties, type }: SchemaNode): boolean {
  return preserveUnknown && properties.size === 0 && type !== 'array';
}

function listShape({ list, items }: SchemaNode): ListShape {
  if (list.kind !== 'map') return list;
  const fallbacks = list.keys.flatMap((key) => {
    const field = items?.properties.get(key);
    return field?.hasDefault === true ? [[key, field.fallback]] : [];
  });
  // Steps to items name their keys in this order.
  return { kind: 'map', keys: [...list.keys].sort(), defaults: Object.fromEntries(fallbacks) as JsonObject };
}

function valueShape({ type, intOrString }: SchemaNode): ValueShape {
  if (intOrString) return 'scalar';
  switch (type) {
    case 'string':
      return 'text';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'flag';
    case 'object':
      return 'map';
    case 'array':
      return 'list';
    case undefined:
      return 'any';
  }
}
