import { copyJson } from '../storage/json/copy-json.js';
import { isJsonObject, type JsonObject } from '../storage/kube-object.js';
import type { SchemaNode } from './schema-node.js';

/** Fills in defaults in place. A null where null is not allowed counts as absent. */
export function fillDefaults(value: JsonObject, node: SchemaNode): void {
  for (const [key, child] of node.properties) {
    const given = value[key];
    if (child.hasDefault && (given === undefined || (given === null && !child.nullable))) value[key] = copyJson(child.fallback);
  }
  descend(value, node, fillDefaults);
}

/** Drops in place each null that is not allowed and that no default takes the place of. */
export function dropNulls(value: JsonObject, node: SchemaNode): void {
  for (const [key, given] of Object.entries(value)) {
    if (given !== null) continue;
    const child = childNode(node, key);
    if (child !== undefined && !child.nullable && !child.hasDefault) delete value[key];
  }
  descend(value, node, dropNulls);
}

function descend(value: JsonObject, node: SchemaNode, visit: (value: JsonObject, node: SchemaNode) => void): void {
  for (const [key, child] of Object.entries(value)) {
    const below = childNode(node, key);
    if (below !== undefined) visitBelow(child, below, visit);
  }
}

function visitBelow(value: unknown, node: SchemaNode, visit: (value: JsonObject, node: SchemaNode) => void): void {
  if (isJsonObject(value)) visit(value, node);
  else if (Array.isArray(value) && node.items !== undefined) for (const item of value) visitBelow(item, node.items, visit);
}

function childNode({ properties, additional }: SchemaNode, key: string): SchemaNode | undefined {
  return properties.get(key) ?? (additional === true ? undefined : additional);
}
