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
    if (key.startsWith(SET_ORDER)) setOrder(merged, key.slice(SET_ORDER.length), value, isJsonObject(target) ? target[key.slice(SET_ORDER.length)] : []);
  }
  return merged;
}

function mergeValue(key: string, target: unknown, value: unknown): unknown {
  if (isJsonObject(value)) return strategicMergePatch(target, value);
  if (!Array.isArray(value)) return value;
  const mergeKey = MERGE_KEYS.get(key);
  if (mergeKey !== undefined) return mergeList(mergeKey, Array.isArray(target) ? target : [], value);
  if (MERGED_SETS.has(key)) return inOrder([...new Set(value as unknown[])], Array.isArray(target) ? target : [], (one, other) => one === other);
  return copyJson(value);
}

function mergeList(mergeKey: string, target: readonly unknown[], patch: readonly unknown[]): unknown[] {
  const isReplaced = patch.some((item) => isJsonObject(item) && item.$patch === 'replace' && Object.keys(item).length === 1);
  const live = isReplaced ? [] : target;
  const isSame = (one: unknown, other: unknown): boolean => isSameItem(mergeKey, one, other);
  if (patch.some((item) => item !== null && !isJsonObject(item))) throw new ApiError(422, 'Invalid', `a list that is merged by ${mergeKey} has an item that is no object`, {});
  const deleted = patch.filter((item) => isJsonObject(item) && item.$patch === 'delete');
  const told = patch.filter((item): item is JsonObject => isJsonObject(item) && item.$patch !== 'delete' && item[mergeKey] !== undefined);
  const merged = told.map((item) => {
    const before = live.find((candidate) => isSame(candidate, item));
    return before === undefined ? withoutDirectives(item) : strategicMergePatch(before, item);
  });
  return inOrder(merged, live, isSame).filter((item) => !deleted.some((gone) => isSame(gone, item)));
}

/** What a patch names stands in its order, and what it does not name before the first that stood behind it. */
function inOrder(patch: readonly unknown[], live: readonly unknown[], isSame: (one: unknown, other: unknown) => boolean): unknown[] {
  const others = live.filter((item) => !patch.some((named) => isSame(named, item)));
  const result: unknown[] = [];
  for (const named of patch) {
    const place = live.findIndex((item) => isSame(item, named));
    while (others[0] !== undefined && live.indexOf(others[0]) < place) result.push(others.shift());
    result.push(named);
  }
  return [...result, ...others];
}

function removeValues(merged: JsonObject, key: string, values: unknown): void {
  const list = merged[key];
  if (!Array.isArray(list) || !Array.isArray(values)) return;
  const removed = new Set<unknown>(values);
  merged[key] = list.filter((value: unknown) => !removed.has(value));
}

function setOrder(merged: JsonObject, key: string, order: unknown, live: unknown): void {
  const list = merged[key];
  if (!Array.isArray(list) || !Array.isArray(order)) return;
  const mergeKey = MERGE_KEYS.get(key);
  const isSame = (one: unknown, other: unknown): boolean => (mergeKey === undefined ? one === other : isSameItem(mergeKey, one, other));
  const named = order.flatMap((entry: unknown) => list.filter((item: unknown) => isSame(item, entry)) as unknown[]);
  merged[key] = inOrder(named, Array.isArray(live) ? live.filter((item: unknown) => list.some((kept: unknown) => isSame(kept, item))) : [], isSame);
}

function isSameItem(mergeKey: string, one: unknown, other: unknown): boolean {
  return isJsonObject(one) && isJsonObject(other) && one[mergeKey] === other[mergeKey];
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
