import { AlreadyExists, KubeError } from '@kcp-runtime/kube';
import type { Clock, Random } from '@kcp-runtime/kube';
import { untilDone } from '../config/until-done.js';
import { messageOf } from '../log/message-of.js';
import type { OrderLog } from '../offer/order.js';
import { CrdNotEstablished, InitTimedOut } from './init-errors.js';

/** What all steps of `init` have in common. */
export interface InitTime {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: OrderLog;
  /** How long a step is tried, unless it says otherwise. */
  readonly stepMs: number;
}

const PAUSES = { fromMs: 100, upToMs: 5_000 };

/**
 * Tries one step until it succeeds or its time is over: a platform that has just been set up needs a moment for kinds and rights.
 * What time does not heal is thrown at once. `what` completes "It took longer than 60 s to …".
 */
export async function inTime<T>({ clock, random, log, stepMs }: InitTime, what: string, attempt: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> {
  const limit = new AbortController();
  const timer = clock.timer(stepMs, () => limit.abort());
  const until = AbortSignal.any([signal, limit.signal]);
  let last = 'nothing';
  const onFailure = (error: unknown): void => {
    if (!mayHeal(error)) throw error;
    last = messageOf(error);
    log.debug(`Not yet possible to ${what}`, { reason: last });
  };
  try {
    return await untilDone(() => attempt(until), { clock, random, signal: until, onFailure, bounds: PAUSES });
  } catch (error) {
    if (limit.signal.aborted && !signal.aborted && error === until.reason) throw new InitTimedOut(what, stepMs, last);
    throw error;
  } finally {
    timer.cancel();
  }
}

/** Somebody who made the same object at the same time is met again as one who has made it. */
function mayHeal(error: unknown): boolean {
  if (error instanceof KubeError) return error.retry !== 'never' || error instanceof AlreadyExists;
  return error instanceof CrdNotEstablished;
}
