import { objectsAt, type JsonObject } from '../storage/kube-object.js';

/** A condition as kcp's own kinds carry it: with severity, without observedGeneration. */
export interface Condition {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason?: string;
  readonly message?: string;
  readonly severity?: 'Error' | 'Warning' | 'Info';
}

/** The list with these conditions in place; a time becomes `now` only when the status of its condition changes. */
export function withConditions(list: unknown, conditions: readonly Condition[], now: string): JsonObject[] {
  const result = objectsAt(list).map((entry) => ({ ...entry }) as JsonObject);
  for (const condition of conditions) {
    const index = result.findIndex((entry) => entry.type === condition.type);
    const old = result[index];
    const lastTransitionTime = old?.status === condition.status ? old.lastTransitionTime : now;
    const entry: JsonObject = { lastTransitionTime, ...condition };
    if (index < 0) result.push(entry);
    else result[index] = entry;
  }
  return result;
}

/** Whether the condition of that type is True. */
export function isTrue(list: unknown, type: string): boolean {
  return objectsAt(list).some((entry) => entry.type === type && entry.status === 'True');
}
