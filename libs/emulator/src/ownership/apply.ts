/**
 * Server-side apply: what an object becomes when a manager applies its wishes, and whom that would take
 * fields from. It knows objects only; storage and answers are the store's.
 */
import { ApiError } from '../server/answer/api-error.js';
import { isJsonObject, type JsonObject } from '../storage/kube-object.js';
import { difference, fieldPaths, intersection, isMember, stepsOf, union, type FieldSet } from './field-set.js';
import type { FieldShape } from './field-shape.js';
import { isSameManager, without, type Owner } from './managers.js';
import { changedFields, fieldsOf, itemStep } from './object-fields.js';

/** The result of an apply. */
export interface Applied {
  readonly object: JsonObject;
  readonly owners: readonly Owner[];
}

/**
 * Applies the wishes of a manager to the ownable part of a live object.
 * @throws ApiError 409 when others own what would change, unless it is forced
 */
export function applyFields(live: JsonObject, wishes: JsonObject, shape: FieldShape, owners: readonly Owner[], applier: Owner, mode: 'force' | 'refuse'): Applied {
  const wished = fieldsOf(wishes, shape);
  const own = owners.find((owner) => isSameManager(owner, applier));
  const others = owners.filter((owner) => owner !== own);
  const keptByOthers = others.reduce<FieldSet | undefined>((all, owner) => union(all, owner.fields), undefined);
  const dropped = difference(difference(own?.fields, wished), keptByOthers);
  const merged = mergeWishes(live, wishes, shape) as JsonObject;
  const object = dropped === undefined ? merged : (withoutFields(merged, dropped, shape) as JsonObject);
  const { changed } = changedFields(live, object, shape);
  const conflicts = others.flatMap((owner) => {
    const fields = intersection(intersection(changed, owner.fields), wished);
    return fields === undefined ? [] : [{ owner, fields }];
  });
  if (conflicts.length > 0 && mode === 'refuse') throw conflictError(conflicts);
  const left = others.map((owner) => without(owner, conflicts.find((entry) => entry.owner === owner)?.fields));
  return { object, owners: [...left, { ...applier, fields: wished }] };
}

function conflictError(conflicts: readonly { readonly owner: Owner; readonly fields: FieldSet }[]): ApiError {
  const causes = conflicts.flatMap(({ owner, fields }) => fieldPaths(fields).map((field) => ({ reason: 'FieldManagerConflict', message: conflictText(owner), field })));
  const [first] = causes;
  const summary = causes.length === 1 && first !== undefined ? `1 conflict: ${first.message}: ${first.field}` : `${causes.length} conflicts: ${causes.map(({ message, field }) => `${message}: ${field}`).join(', ')}`;
  return new ApiError(409, 'Conflict', `Apply failed with ${summary}`, { causes });
}

function conflictText({ name, operation, subresource, apiVersion, time }: Owner): string {
  const through = subresource === '' ? '' : ` with subresource ${JSON.stringify(subresource)}`;
  return operation === 'Apply' ? `conflict with ${JSON.stringify(name)}${through}` : `conflict with ${JSON.stringify(name)}${through} using ${apiVersion} at ${time}`;
}

function mergeWishes(live: unknown, wish: unknown, shape: FieldShape): unknown {
  if (isJsonObject(live) && isJsonObject(wish) && !shape.isAtomic) {
    const merged: JsonObject = { ...live };
    for (const [key, value] of Object.entries(wish)) merged[key] = mergeWishes(live[key], value, shape.child(key));
    return merged;
  }
  if (Array.isArray(live) && Array.isArray(wish) && shape.list.kind !== 'atomic') return mergeItems(live, wish, shape);
  return wish;
}

function mergeItems(live: readonly unknown[], wish: readonly unknown[], shape: FieldShape): unknown[] {
  const merged = [...live];
  for (const item of wish) {
    const step = itemStep(item, shape.list);
    const index = merged.findIndex((candidate) => itemStep(candidate, shape.list) === step);
    if (index < 0) merged.push(item);
    else merged[index] = mergeWishes(merged[index], item, shape.items);
  }
  return merged;
}

function withoutFields(value: unknown, fields: FieldSet, shape: FieldShape): unknown {
  if (isJsonObject(value)) {
    const kept: JsonObject = { ...value };
    for (const step of stepsOf(fields)) {
      const key = step.slice(2);
      if (!step.startsWith('f:') || !(key in kept)) continue;
      const below = fields[step];
      if (below === undefined || stepsOf(below).length === 0) delete kept[key];
      else {
        kept[key] = withoutFields(kept[key], below, shape.child(key));
        if (isMember(below) && isEmpty(kept[key])) delete kept[key];
      }
    }
    return kept;
  }
  if (!Array.isArray(value)) return value;
  return value.flatMap((item: unknown) => {
    const below = fields[itemStep(item, shape.list)];
    if (below === undefined) return [item];
    // An item goes when its place in the list was ours alone.
    return isMember(below) ? [] : [withoutFields(item, below, shape.items)];
  });
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) ? value.length === 0 : isJsonObject(value) && Object.keys(value).length === 0;
}
