import { setField } from './set-field.js';

/** A deep copy of a JSON value; several times faster than `structuredClone` for the sizes stored here. */
export function copyJson<T>(value: T): T {
  return copy(value) as T;
}

function copy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copy);
  const result: Record<string, unknown> = {};
  for (const key of Object.keys(value)) setField(result, key, copy((value as Record<string, unknown>)[key]));
  return result;
}
