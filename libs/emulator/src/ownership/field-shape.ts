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
const VALUE_MAPS: ReadonlySet<string> = new Set(['labels', 'annotations', 'data', 'binaryData', 'stringData', 'matchLabels', 'hard', 'used']);

function builtinShape(name: string): FieldShape {
  const key = KEYED_LISTS[name];
  const list: ListShape = key !== undefined ? { kind: 'map', keys: [key] } : name === 'finalizers' ? { kind: 'set' } : ATOMIC_LIST;
  return {
    list,
    isAtomic: name === 'roleRef',
    isStruct: !VALUE_MAPS.has(name),
    get items() {
      return builtinShape('');
    },
    child: builtinShape,
  };
}

/** The shape of built-in kinds, and of the metadata of all kinds. */
export const BUILTIN: FieldShape = builtinShape('');

/** The shape of a custom resource. */
export function schemaShape(root: SchemaNode): FieldShape {
  const metadata = BUILTIN.child('metadata');
  const shape = nodeShape(root, 'root');
  return { ...shape, items: shape.items, child: (name) => (name === 'metadata' ? metadata : shape.child(name)) };
}

function nodeShape(node: SchemaNode | true | undefined, place: 'root' | 'below'): FieldShape {
  if (node === true || node === undefined) return DEDUCED;
  const children = new Map<string, FieldShape>();
  return {
    list: node.list,
    isAtomic: node.source['x-kubernetes-map-type'] === 'atomic',
    isStruct: place === 'root',
    get items() {
      return nodeShape(node.items, 'below');
    },
    child(name) {
      let shape = children.get(name);
      if (shape === undefined) {
        shape = nodeShape(node.properties.get(name) ?? node.additional, 'below');
        // Keys of maps are without number; only what the schema names is worth keeping.
        if (node.properties.has(name)) children.set(name, shape);
      }
      return shape;
    },
  };
}
