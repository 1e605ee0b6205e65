import { copyJson } from '../storage/json/copy-json.js';
import { isJsonObject, type JsonObject } from '../storage/kube-object.js';
import type { SchemaNode } from './schema-node.js';

/** Fills in defaults in place. A null where null is not allowed counts as absent. */
export function fillDefaults(value: JsonObject, node: SchemaNode): void {
  for (const [key, child] of node.properties) {
    const given = value[key];
    if (given === undefined || (given === null && !child.nullable)) {
      if (child.hasDefault) value[key] = copyJson(child.fallback);
      else if (given === null && !child.nullable) delete value[key];
    }
    descend(value[key], child);
  }
  if (node.additional === undefined || node.additional === true) return;
  for (const [key, child] of Object.entries(value)) {
    if (node.properties.has(key)) continue;
    if (child === null && !node.additional.nullable) delete value[key];
    else descend(child, node.additional);
  }
}

function descend(value: unknown, node: SchemaNode): void {
  if (isJsonObject(value)) fillDefaults(value, node);
  else if (Array.isArray(value) && node.items !== undefined) for (const item of value) descend(item, node.items);
}
