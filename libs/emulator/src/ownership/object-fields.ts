/** The fields of objects and of their differences. */
import { isJsonObject, type JsonObject, type KubeObject } from '../storage/kube-object.js';
import { sameJson } from '../storage/json/same-json.js';
import { LEAF, fieldNode, union, type FieldSet } from './field-set.js';
import { DEDUCED, type FieldShape, type ListShape } from './field-shape.js';

/** What an object's two endpoints own: everything but status, or status alone. */
export type OwnedPart = 'main' | 'status' | 'all';

const UNOWNED_ROOT: ReadonlySet<string> = new Set(['apiVersion', 'kind']);
const UNOWNED_METADATA: ReadonlySet<string> = new Set([
  'name', 'namespace', 'uid', 'resourceVersion', 'generation', 'creationTimestamp', 'deletionTimestamp', 'deletionGracePeriodSeconds', 'selfLink', 'managedFields',
]);
const UNOWNED_ANNOTATION = 'kcp.io/cluster';

/** The part of an object that can be owned, as plain JSON. */
export function ownable(object: KubeObject, part: OwnedPart): JsonObject {
  const result: JsonObject = {};
  for (const key in object) {
    if (UNOWNED_ROOT.has(key) || (part === 'main' && key === 'status') || (part === 'status' && key !== 'status')) continue;
    const value = object[key];
    if (key !== 'metadata' || !isJsonObject(value)) result[key] = value;
    else {
      const metadata = ownableMetadata(value);
      if (Object.keys(metadata).length > 0) result[key] = metadata;
    }
  }
  return result;
}

function ownableMetadata(metadata: JsonObject): JsonObject {
  const result: JsonObject = {};
  for (const key in metadata) if (!UNOWNED_METADATA.has(key)) result[key] = metadata[key];
  if (!isJsonObject(result.annotations)) return result;
  const { [UNOWNED_ANNOTATION]: _cluster, ...annotations } = result.annotations;
  if (Object.keys(annotations).length === 0) delete result.annotations;
  else result.annotations = annotations;
  return result;
}

/** The fields that somebody has who writes a new value; what holds them is his too. */
export function fieldsOf(value: unknown, shape: FieldShape): FieldSet | undefined {
  if (isJsonObject(value) && !shape.isAtomic) {
    const children: Record<string, FieldSet | undefined> = {};
    for (const key in value) children[`f:${key}`] = fieldsOf(value[key], shape.child(key));
    return fieldNode(!shape.isStruct || Object.keys(value).length === 0, children);
  }
  if (Array.isArray(value) && shape.list.kind !== 'atomic') {
    const children: Record<string, FieldSet | undefined> = {};
    for (const item of value) {
      const step = itemStep(item, shape.list);
      children[step] = shape.list.kind === 'map' && isJsonObject(item) && !shape.items.isAtomic ? itemFields(item, shape) : LEAF;
    }
    return fieldNode(true, children);
  }
  return LEAF;
}

function itemFields(item: JsonObject, shape: FieldShape): FieldSet | undefined {
  const children: Record<string, FieldSet | undefined> = {};
  for (const key in item) children[`f:${key}`] = fieldsOf(item[key], shape.items.child(key));
  return fieldNode(true, children);
}

/** The fields that an apply names: what holds them is nobody's, but for the keys of a map and the items of a list. */
export function appliedFields(value: unknown, shape: FieldShape): FieldSet | undefined {
  if (isJsonObject(value) && !shape.isAtomic) {
    const children: Record<string, FieldSet | undefined> = {};
    for (const key in value) {
      const below = appliedFields(value[key], shape.child(key));
      children[`f:${key}`] = shape.names(key) !== 'field' || isNothing(value[key]) ? union(below, LEAF) : below;
    }
    return fieldNode(false, children);
  }
  if (Array.isArray(value) && shape.list.kind !== 'atomic') {
    return fieldNode(false, Object.fromEntries(value.map((item) => [itemStep(item, shape.list), union(appliedFields(item, shape.items), LEAF)])));
  }
  return value === null && shape.value === 'map' ? undefined : LEAF;
}

function isNothing(value: unknown): boolean {
  return value === null || (isJsonObject(value) && Object.keys(value).length === 0);
}

/** The step to an item of a list that is owned item by item. */
export function itemStep(item: unknown, list: ListShape): string {
  if (list.kind !== 'map' || !isJsonObject(item)) return `v:${JSON.stringify(item)}`;
  const given = list.keys.flatMap((key) => {
    const value = item[key] ?? list.defaults?.[key];
    return value === undefined ? [] : [[key, value]];
  });
  return `k:${JSON.stringify(Object.fromEntries(given))}`;
}

/** How two states differ. */
export interface FieldChanges {
  /** Fields that are new or have another value. */
  readonly changed: FieldSet | undefined;
  readonly removed: FieldSet | undefined;
}

const NONE: FieldChanges = { changed: undefined, removed: undefined };

/** The fields in which two values differ. */
export function changedFields(old: unknown, now: unknown, shape: FieldShape): FieldChanges {
  if (old === now) return NONE;
  if (isJsonObject(old) && isJsonObject(now) && !shape.isAtomic) {
    return changesBelow(steps(old, 'f:'), steps(now, 'f:'), (step) => shape.child(step.slice(2)));
  }
  if (Array.isArray(old) && Array.isArray(now) && shape.list.kind !== 'atomic') {
    const { list } = shape;
    const keyed = (items: readonly unknown[]): Map<string, unknown> => new Map(items.map((item) => [itemStep(item, list), item]));
    const itemShape = list.kind === 'map' ? { ...DEDUCED, isAtomic: shape.items.isAtomic, child: (name: string) => shape.items.child(name) } : DEDUCED;
    return changesBelow(keyed(old), keyed(now), () => itemShape);
  }
  return sameJson(old, now) ? NONE : { changed: fieldsOf(now, shape), removed: undefined };
}

function steps(value: JsonObject, prefix: string): Map<string, unknown> {
  return new Map(Object.entries(value).map(([key, child]) => [prefix + key, child]));
}

function changesBelow(old: ReadonlyMap<string, unknown>, now: ReadonlyMap<string, unknown>, shapeOf: (step: string) => FieldShape): FieldChanges {
  const changed: Record<string, FieldSet | undefined> = {};
  const removed: Record<string, FieldSet | undefined> = {};
  for (const [step, value] of now) {
    if (!old.has(step)) {
      changed[step] = fieldsOf(value, shapeOf(step));
      continue;
    }
    const below = changedFields(old.get(step), value, shapeOf(step));
    changed[step] = below.changed;
    removed[step] = below.removed;
  }
  for (const [step, value] of old) if (!now.has(step)) removed[step] = fieldsOf(value, shapeOf(step));
  return { changed: fieldNode(false, changed), removed: fieldNode(false, removed) };
}
