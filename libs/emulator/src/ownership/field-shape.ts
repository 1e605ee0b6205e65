import type { SchemaNode } from '../schema/schema-node.js';

/** How a list is owned and merged: as a whole, value by value, or item by item. */
export type ListShape = { readonly kind: 'atomic' | 'set' } | { readonly kind: 'map'; readonly keys: readonly string[] };

/** How the fields below some place are owned. */
export interface FieldShape {
  readonly list: ListShape;
  /** An object that is owned as a whole. */
  readonly isAtomic: boolean;
  /** A struct is nothing that somebody owns beside its fields; a map is. */
  readonly isStruct: boolean;
  readonly items: FieldShape;
  child(name: string): FieldShape;
}

const ATOMIC_LIST: ListShape = { kind: 'atomic' };

/** The shape of what no schema describes: maps field by field, lists as a whole. */
export const DEDUCED: FieldShape = {
  list: ATOMIC_LIST,
  isAtomic: false,
  isStruct: false,
  get items() {
    return DEDUCED;
  },
  child: () => DEDUCED,
};

/** The lists of built-in kinds that are owned item by item. */
const KEYED_LISTS: Readonly<Record<string, string>> = { ownerReferences: 'uid', secrets: 'name', imagePullSecrets: 'name', conditions: 'type' };

interface BuiltinRule {
  readonly list: ListShape;
  readonly isAtomic: boolean;
  readonly isStruct: boolean;
}

function builtin(rule: BuiltinRule): FieldShape {
  return {
    ...rule,
    get items() {
      return STRUCT;
    },
    child: (name) => BUILTIN_FIELDS.get(name) ?? STRUCT,
  };
}

const STRUCT = builtin({ list: ATOMIC_LIST, isAtomic: false, isStruct: true });
const VALUE_MAP = builtin({ list: ATOMIC_LIST, isAtomic: false, isStruct: false });

/** Fields of built-in kinds that are more than structs and atomic lists. */
const BUILTIN_FIELDS: ReadonlyMap<string, FieldShape> = new Map([
  ...['labels', 'annotations', 'data', 'binaryData', 'stringData', 'matchLabels', 'hard', 'used'].map((name): [string, FieldShape] => [name, VALUE_MAP]),
  ...Object.entries(KEYED_LISTS).map(([name, key]): [string, FieldShape] => [name, builtin({ list: { kind: 'map', keys: [key] }, isAtomic: false, isStruct: true })]),
  ['finalizers', builtin({ list: { kind: 'set' }, isAtomic: false, isStruct: true })],
  ['roleRef', builtin({ list: ATOMIC_LIST, isAtomic: true, isStruct: true })],
]);

/** The shape of built-in kinds, and of the metadata of all kinds. */
export const BUILTIN: FieldShape = STRUCT;

/** The shape of a custom resource. */
export function schemaShape(root: SchemaNode): FieldShape {
  const metadata = BUILTIN.child('metadata');
  const shape = nodeShape(root, 'root');
  return { list: shape.list, isAtomic: false, isStruct: true, items: DEDUCED, child: (name) => (name === 'metadata' ? metadata : shape.child(name)) };
}

function nodeShape(node: SchemaNode | true | undefined, place: 'root' | 'below'): FieldShape {
  if (node === true || node === undefined) return DEDUCED;
  const children = new Map<string, FieldShape>();
  let items: FieldShape | undefined;
  let values: FieldShape | undefined;
  return {
    list: node.list,
    isAtomic: node.source['x-kubernetes-map-type'] === 'atomic',
    isStruct: place === 'root',
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
  };
}
