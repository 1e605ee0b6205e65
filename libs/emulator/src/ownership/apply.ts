/**
 * Server-side apply: what an object becomes when a manager applies its wishes, and whom that would take
 * fields from. It knows objects only; storage and answers are the store's.
 */
import { ApiError } from '../server/answer/api-error.js';
import type { JsonObject } from '../storage/kube-object.js';
import { difference, fieldPaths, intersection, union, withHolders, type FieldSet } from './field-set.js';
import type { FieldShape } from './field-shape.js';
import { isSameManager, without, type Owner } from './managers.js';
import { mergeWishes } from './merge-wishes.js';
import { appliedFields, changedFields } from './object-fields.js';
import { removeFields } from './remove-fields.js';

/** The result of an apply. */
export interface Applied {
  readonly object: JsonObject;
  readonly owners: readonly Owner[];
}

/** What an apply may take from others: nothing, everything, or the fields of a set as long as it needs no other. */
export type Takes = 'refuse' | 'force' | { readonly only: FieldSet | undefined };

/**
 * Applies the wishes of a manager to the ownable part of a live object.
 * @throws ApiError 409 when others own what would change and what may not be taken from them
 */
export function applyFields(live: JsonObject, wishes: JsonObject, shape: FieldShape, owners: readonly Owner[], applier: Owner, takes: Takes): Applied {
  const before = owners.find((owner) => isSameManager(owner, applier))?.fields;
  const others = owners.filter((owner) => !isSameManager(owner, applier));
  const now = { ...applier, fields: appliedFields(wishes, shape) };
  const merged = mergeWishes(live, wishes, shape);
  const object = withoutDropped(merged, before, [...others, now], shape) as JsonObject;
  const { changed, removed } = changedFields(live, object, shape);
  const conflicts = others.flatMap((owner) => conflictOver(owner, intersection(owner.fields, changed)));
  const refused = takes === 'force' ? [] : conflicts.flatMap(({ owner, fields }) => conflictOver(owner, difference(fields, takes === 'refuse' ? undefined : takes.only)));
  if (refused.length > 0) throw conflictError(refused);
  const left = others.map((owner) => without(without(owner, conflicts.find((entry) => entry.owner === owner)?.fields), removed));
  return { object, owners: [...left, now] };
}

/**
 * Takes away what its manager wanted before and nobody wants now. It goes by three looks, as Kubernetes does: all that he wanted goes,
 * with what held it; what is anybody's comes back; and so does what was never his.
 */
function withoutDropped(merged: unknown, before: FieldSet | undefined, owners: readonly Owner[], shape: FieldShape): unknown {
  if (before === undefined) return merged;
  const named = (set: FieldSet | undefined): FieldSet | undefined => withHolders(set, shape);
  const there = named(appliedFields(merged, shape));
  const last = named(before);
  const bare = removeFields(merged, last, shape);
  const owned = owners.reduce<FieldSet | undefined>((all, owner) => union(all, owner.fields), undefined);
  const wanted = removeFields(merged, difference(there, union(named(appliedFields(bare, shape)), named(owned))), shape);
  const dropped = difference(there, named(appliedFields(wanted, shape)));
  return removeFields(merged, intersection(dropped, last), shape);
}

interface Conflict {
  readonly owner: Owner;
  readonly fields: FieldSet;
}

function conflictOver(owner: Owner, fields: FieldSet | undefined): Conflict[] {
  return fields === undefined ? [] : [{ owner, fields }];
}

function conflictError(conflicts: readonly Conflict[]): ApiError {
  const causes = conflicts.flatMap(({ owner, fields }) => fieldPaths(fields).map((field) => ({ reason: 'FieldManagerConflict', message: `conflict with ${ownerText(owner)}`, field })));
  return new ApiError(409, 'Conflict', `Apply failed with ${conflictText(conflicts, causes.length)}`, { causes });
}

function conflictText(conflicts: readonly Conflict[], count: number): string {
  if (count === 1) return conflicts.map(({ owner, fields }) => `1 conflict: conflict with ${ownerText(owner)}: ${fieldPaths(fields).join('')}`).join('');
  const blocks = conflicts.map(({ owner, fields }) => [`conflicts with ${ownerText(owner)}:`, ...fieldPaths(fields).map((field) => `- ${field}`)].join('\n'));
  return `${count} conflicts: ${blocks.sort().join('\n')}`;
}

function ownerText({ name, operation, subresource, apiVersion }: Owner): string {
  const through = subresource === '' ? '' : ` with subresource ${JSON.stringify(subresource)}`;
  return operation === 'Apply' ? `${JSON.stringify(name)}${through}` : `${JSON.stringify(name)}${through} using ${apiVersion}`;
}
