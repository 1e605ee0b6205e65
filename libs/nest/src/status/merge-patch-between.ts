import { isDeepStrictEqual } from 'node:util';

/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a JSON value is an object, and so merged rather than replaced by a merge patch. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The merge patch (RFC 7386) that turns `before` into `after`; `undefined` when there is nothing to change.
 * What vanished is null, lists are whole, and a null in `after` counts as left out, since a merge patch can't set one.
 */
export function mergePatchBetween(before: JsonObject, after: JsonObject): JsonObject | undefined {
  const patch: Record<string, unknown> = {};
  for (const key of Object.keys(before)) {
    if (isAbsent(after[key]) && !isAbsent(before[key])) patch[key] = null;
  }
  for (const [key, value] of Object.entries(after)) {
    const change = isAbsent(value) ? undefined : changeOf(before[key], value);
    if (change !== undefined) patch[key] = change;
  }
  return Object.keys(patch).length === 0 ? undefined : patch;
}

function changeOf(before: unknown, after: unknown): unknown {
  if (isJsonObject(before) && isJsonObject(after)) return mergePatchBetween(before, after);
  return isDeepStrictEqual(before, after) ? undefined : after;
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}
