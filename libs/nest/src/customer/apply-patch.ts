import { isDeepStrictEqual } from 'node:util';
import { isJsonObject } from '../status/merge-patch-between.js';
import type { JsonObject } from '../status/merge-patch-between.js';
import type { KeyTree } from './key-tree.js';

/**
 * The merge patch that makes `there` look like `wanted`; `undefined` when it does already. Fields named in `applied`
 * and no longer wanted become null, all others stay with whoever set them. Server-side apply would do this, but in
 * kcp an object that was created by one through a virtual workspace is never pruned.
 */
export function applyPatch(wanted: JsonObject, there: JsonObject, applied: KeyTree): JsonObject | undefined {
  const patch: Record<string, unknown> = {};
  for (const [key, names] of Object.entries(applied)) {
    if (!(key in wanted) && key in there) patch[key] = removal(there[key], names);
  }
  for (const [key, value] of Object.entries(wanted)) {
    const change = changeOf(value, there[key], applied[key] ?? {});
    if (change !== undefined) patch[key] = change;
  }
  return Object.keys(patch).length === 0 ? undefined : patch;
}

function changeOf(wanted: unknown, there: unknown, applied: KeyTree): unknown {
  if (isJsonObject(wanted) && isJsonObject(there)) return applyPatch(wanted, there, applied);
  return holds(there, wanted) ? undefined : wanted;
}

/** Null for the whole field where nothing in it is somebody else's. */
function removal(there: unknown, applied: KeyTree): unknown {
  if (!isJsonObject(there) || Object.keys(applied).length === 0) return null;
  const nulls = Object.fromEntries(Object.keys(applied).filter((key) => key in there).map((key) => [key, removal(there[key], applied[key] ?? {})]));
  const isEmptied = Object.keys(there).every((key) => nulls[key] === null);
  return isEmptied ? null : nulls;
}

/** In the elements of a list a server fills in defaults: what is wanted must be there, and may be more. */
function holds(there: unknown, wanted: unknown): boolean {
  if (Array.isArray(there) && Array.isArray(wanted)) {
    return there.length === wanted.length && wanted.every((element, index) => holds(there[index], element));
  }
  if (isJsonObject(there) && isJsonObject(wanted)) return Object.entries(wanted).every(([key, value]) => holds(there[key], value));
  return isDeepStrictEqual(there, wanted);
}
