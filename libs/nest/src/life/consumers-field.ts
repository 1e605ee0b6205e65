import type { Consumer } from '../source/workspace-bindings.js';
import type { JsonObject } from '../status/merge-patch-between.js';

/** How many consumers are named; all of them are counted. */
const NAMED_CONSUMERS = 20;
/** How many of those with a fault are named. */
const NAMED_FAULTS = 5;

/** `status.kcp.consumers`: who binds, and who of them has something to mend. */
export function consumersField(consumers: readonly Consumer[]): JsonObject {
  const faulty = consumers.flatMap(({ cluster, path, fault }) => (fault === undefined ? [] : { ...named(cluster, path), reason: fault.reason, message: fault.message }));
  const workspaces = consumers.slice(0, NAMED_CONSUMERS).map(({ cluster, path }) => named(cluster, path));
  const faults = faulty.length === 0 ? {} : { faulty: faulty.length, faults: faulty.slice(0, NAMED_FAULTS) };
  return { count: consumers.length, workspaces, ...faults };
}

/** Lists are compared whole: a field that is undefined on one side would never be equal. */
function named(cluster: string, path: string | undefined): JsonObject {
  return path === undefined ? { cluster } : { cluster, path };
}
