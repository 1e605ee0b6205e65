import { conditionsAfter, readConditions } from './conditions.js';
import type { Finding } from './conditions.js';
import { isJsonObject, mergePatchBetween } from './merge-patch-between.js';
import type { JsonObject } from './merge-patch-between.js';
import type { Phase } from './reasons.js';

/** Content of a merge patch on `/status`, below the key `status`. */
export type StatusPatch = JsonObject;

/** What a pass has to say in the status of its order. */
export interface StatusNow {
  readonly generation: number;
  readonly phase: Phase;
  readonly findings: readonly Finding[];
  /** The service's own fields, all of them. Left out, those of the last time stay. */
  readonly fields?: object;
}

/**
 * The patch on `/status` that makes it say `now`; `undefined` when it does already. `before` is the status
 * that the pass has read. `observedGeneration`, `phase` and `conditions` are always in it, since openMCP's
 * schema requires all three and a patch of one of them on an empty status is refused.
 */
export function statusPatch(before: unknown, now: StatusNow, at: string): StatusPatch | undefined {
  const old = isJsonObject(before) ? before : {};
  const told = {
    observedGeneration: now.generation,
    phase: now.phase,
    conditions: conditionsAfter(readConditions(old), now.findings, at),
  };
  const fields = now.fields === undefined ? old : wireForm(now.fields);
  const patch = mergePatchBetween(old, { ...fields, ...told });
  return patch && { ...patch, ...told };
}

/** An author's fields may be an instance of a class, with dates in it: what counts is what goes over the wire. */
function wireForm(fields: object): JsonObject {
  return JSON.parse(JSON.stringify(fields)) as JsonObject;
}
