import { isJsonObject, type JsonObject } from '../storage/kube-object.js';
import type { SchemaNode } from './schema-node.js';

/** Fields of an object of its own that no schema has to name. */
const OBJECT_FIELDS = new Set(['apiVersion', 'kind', 'metadata']);

/** What the metadata of an object within another one may have; that of the object itself is the server's. */
const METADATA_FIELDS = new Set([
  'name', 'generateName', 'namespace', 'selfLink', 'uid', 'resourceVersion', 'generation', 'creationTimestamp', 'deletionTimestamp', 'deletionGracePeriodSeconds',
  'labels', 'annotations', 'ownerReferences', 'finalizers', 'managedFields',
]);

/** Removes in place what the schema does not know; gives the removed paths. */
export function prune(object: JsonObject, root: SchemaNode): string[] {
  const removed: string[] = [];
  pruneObject(object, root, '', true, removed);
  return removed.sort();
}

function pruneValue(value: unknown, node: SchemaNode, path: string, removed: string[]): void {
  if (Array.isArray(value)) {
    if (node.items !== undefined) for (const [index, item] of value.entries()) pruneValue(item, node.items, `${path}[${index}]`, removed);
    return;
  }
  if (isJsonObject(value)) pruneObject(value, node, path, node.embedded, removed);
}

function pruneObject(value: JsonObject, node: SchemaNode, path: string, isObject: boolean, removed: string[]): void {
  for (const [key, child] of Object.entries(value)) {
    const childPath = path === '' ? key : `${path}.${key}`;
    if (isObject && OBJECT_FIELDS.has(key)) {
      if (key === 'metadata' && node.embedded && isJsonObject(child)) pruneMetadata(child, childPath, removed);
      continue;
    }
    const childNode = node.properties.get(key) ?? node.additional;
    if (childNode === true) continue;
    if (childNode !== undefined) pruneValue(child, childNode, childPath, removed);
    else if (!node.preserveUnknown) {
      delete value[key];
      removed.push(childPath);
    }
  }
}

function pruneMetadata(metadata: JsonObject, path: string, removed: string[]): void {
  for (const key of Object.keys(metadata)) {
    if (METADATA_FIELDS.has(key)) continue;
    delete metadata[key];
    removed.push(`${path}.${key}`);
  }
}
