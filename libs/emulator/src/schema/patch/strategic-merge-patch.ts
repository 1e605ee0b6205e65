/**
 * The strategic merge patch of built-in kinds: lists of objects are merged by a key field, and
 * directives (`$patch`, `$deleteFromPrimitiveList`, `$setElementOrder`, `$retainKeys`) steer it.
 */
import { isJsonObject, type JsonObject } from '../../storage/kube-object.js';
import { ApiError, badRequest } from '../../server/answer/api-error.js';
import { setField } from '../../storage/json/set-field.js';
import { copyJson } from '../../storage/json/copy-json.js';

/** Lists that are merged by a key; every other list is replaced. */
const MERGE_KEYS: ReadonlyMap<string, string> = new Map([
  ['ownerReferences', 'uid'],
  ['secrets', 'name'],
  ['imagePullSecrets', 'name'],
  ['conditions', 'type'],
  ['containers', 'name'],
  ['initContainers', 'name'],
  ['env', 'name'],
  ['volumes', 'name'],
  ['volumeMounts', 'mountPath'],
]);

/** Lists of plain values that are merged as sets. */
const MERGED_SETS: ReadonlySet<string> = new Set(['finalizers']);

const DELETE_FROM = '$deleteFromPrimitiveList/';
const SET_ORDER = '$setElementOrder/';

/** The target with the patch merged in; neither is changed. */
export function strategicMergePatch(target: unknown, patch: JsonObject): JsonObject {
  if (patch.$patch === 'replace') return withoutDirectives(patch);
  if (patch.$patch === 'delete') return {};
  const merged: JsonObject = isJsonObject(target) ? { ...target } : {};
  retainKeys(merged, patch);
  for (const [key, value] of Object.entries(patch)) {
    if (key.startsWith(DELETE_FROM)) removeValues(merged, key.slice(DELETE_FROM.length), value);
    else if (key.startsWith('$')) continue;
    else if (value === null) delete merged[key];
    else setField(merged, key, mergeValue(key, Object.hasOwn(merged, key) ? merged[key] : undefined, value));
  }
  for (const [key, value] of Object.entries(patch)) {
    if (key.startsWith(SET_ORDER) && !Array.isArray(value)) throw badRequest('invalid patch format of setElementOrder list');
    if (key.startsWith(SET_ORDER)) setOrder(merged, key.slice(SET_ORDER.length), value);
  }
  return merged;
}

function mergeValue(key: string, target: unknown, value: unknown): unknown {
  if (isJsonObject(value)) return strategicMergePatch(target, value);
  if (!Array.isArray(value)) return value;
  const mergeKey = MERGE_KEYS.get(key);
  if (mergeKey !== undefined) return mergeList(mergeKey, Array.isArray(target) ? target : [], value);
  if (MERGED_SETS.has(key)) return [...new Set<unknown>([...(Array.isArray(target) ? (target as unknown[]) : []), ...(value as unknown[])])];
  return copyJson(value);
}

function mergeList(mergeKey: string, target: readonly unknown[], patch: readonly unknown[]): unknown[] {
  let result = [...target];
  if (patch.some((item) => isJsonObject(item) && item.$patch === 'replace' && Object.keys(item).length === 1)) result = [];
  for (const item of patch) {
    if (item === null) continue;
    if (!isJsonObject(item)) throw new ApiError(422, 'Invalid', `a list that is merged by ${mergeKey} has an item that is no object`, {});
    const index = result.findIndex((candidate) => isJsonObject(candidate) && candidate[mergeKey] === item[mergeKey]);
    if (item.$patch === 'delete') {
      if (index >= 0) result.splice(index, 1);
    } else if (index >= 0) result[index] = strategicMergePatch(result[index], item);
    else if (item[mergeKey] !== undefined) result.push(withoutDirectives(item));
  }
  return result;
}

function removeValues(merged: JsonObject, key: string, values: unknown): void {
  const list = merged[key];
  if (!Array.isArray(list) || !Array.isArray(values)) return;
  const removed = new Set<unknown>(values);
  merged[key] = list.filter((value: unknown) => !removed.has(value));
}

function setOrder(merged: JsonObject, key: string, order: unknown): void {
  const list = merged[key];
  if (!Array.isArray(list) || !Array.isArray(order)) return;
  const mergeKey = MERGE_KEYS.get(key);
  const place = (item: unknown): number => {
    const index = order.findIndex((entry: unknown) => (mergeKey === undefined ? entry === item : isJsonObject(entry) && isJsonObject(item) && entry[mergeKey] === item[mergeKey]));
    return index < 0 ? order.length : index;
  };
  merged[key] = [...(list as unknown[])].sort((a, b) => place(a) - place(b));
}

function retainKeys(merged: JsonObject, patch: JsonObject): void {
  const kept = patch.$retainKeys;
  if (kept === undefined) return;
  if (!Array.isArray(kept)) throw badRequest('invalid patch format of retainKeys');
  for (const key of Object.keys(merged)) if (!kept.includes(key)) delete merged[key];
}

function withoutDirectives(patch: JsonObject): JsonObject {
  const entries = Object.entries(patch).filter(([key]) => !key.startsWith('$'));
  return copyJson(Object.fromEntries(entries));
}
