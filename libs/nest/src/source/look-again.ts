import type { Random, WorkQueue } from '@kcp-runtime/kube';

const SPREAD_PER_ORDER_MS = 5;
const LEAST_SPREAD_MS = 500;
const LONGEST_SPREAD_MS = 60_000;

/** Looks at every order again, spread over a time and behind what users have changed: after a change of the config. */
export function lookAgain(keys: readonly string[], queue: WorkQueue, random: Random): void {
  const spreadMs = Math.min(LONGEST_SPREAD_MS, Math.max(LEAST_SPREAD_MS, keys.length * SPREAD_PER_ORDER_MS));
  for (const key of keys) queue.addAfter(key, random() * spreadMs, 'settled');
}
