import { backoffMs, KubeError, Milestone } from '@kcp-runtime/kube';
import type { Clock, Random } from '@kcp-runtime/kube';
import { AccessDenied, AccessNotGranted } from './access-errors.js';
import type { AccessOrder } from './access-order.js';
import { toldInFull } from './access-state.js';
import type { ClusterAccessState } from './access-state.js';

/** Which access is waited for, and how long. */
export interface WaitForGrant {
  readonly order: Omit<AccessOrder, 'wake'>;
  readonly timeoutMs: number;
  /** Told each state that is not the grant, as often as it is looked at. */
  readonly onState?: (state: ClusterAccessState) => void;
}

/** An access that can be used. */
export type GrantedAccess = Extract<ClusterAccessState, { readonly kind: 'granted' }>;

interface Waiting {
  readonly open: (order: AccessOrder, signal: AbortSignal) => Promise<ClusterAccessState>;
  readonly clock: Clock;
  readonly random: Random;
}

/** It is looked again at every change; that is for what nobody tells. */
const LOOK_AGAIN_MS = 30_000;
const FAULT = { fromMs: 500, upToMs: 10_000 };

/** Opens an access until it is granted. Throws AccessDenied, AccessNotGranted, or the reason of the signal. */
export async function whenGranted({ open, clock, random }: Waiting, { order, timeoutMs, onState }: WaitForGrant, signal: AbortSignal): Promise<GrantedAccess> {
  const limit = new AbortController();
  const timer = clock.timer(timeoutMs, () => limit.abort());
  const until = AbortSignal.any([signal, limit.signal]);
  let last = 'nothing';
  try {
    for (let attempt = 0; ; attempt += 1) {
      const changed = new Milestone();
      const seen = await look(() => open({ ...order, wake: () => changed.reach() }, until));
      if (!(seen instanceof KubeError)) onState?.(seen);
      if (!(seen instanceof KubeError) && seen.kind === 'granted') return seen;
      if (!(seen instanceof KubeError) && seen.kind === 'denied') throw new AccessDenied(toldInFull(seen));
      last = seen instanceof KubeError ? seen.message : toldInFull(seen);
      const pauseMs = seen instanceof KubeError ? backoffMs(attempt, random, FAULT) : LOOK_AGAIN_MS;
      await eitherOf([(stop) => changed.when(stop), (stop) => clock.sleep(pauseMs, stop)], until);
    }
  } catch (error) {
    if (limit.signal.aborted && !signal.aborted && error === until.reason) throw new AccessNotGranted(order.request, timeoutMs, last);
    throw error;
  } finally {
    timer.cancel();
  }
}

async function look(open: () => Promise<ClusterAccessState>): Promise<ClusterAccessState | KubeError> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof KubeError) return error;
    throw error;
  }
}

/** Resolves with the first, and leaves nothing of the others behind. */
async function eitherOf(waits: readonly ((stop: AbortSignal) => Promise<void>)[], signal: AbortSignal): Promise<void> {
  const stop = new AbortController();
  const either = AbortSignal.any([signal, stop.signal]);
  try {
    await Promise.race(waits.map((wait) => wait(either)));
  } finally {
    stop.abort();
  }
}
