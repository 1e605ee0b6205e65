import { backoffMs } from '../queue/backoff.js';
import type { BackoffBounds } from '../queue/backoff.js';
import { ApiNotServed, Forbidden, ServerFault, TimedOut, Unauthorized } from '../resource/kube-errors.js';
import type { KubeError } from '../resource/kube-errors.js';
import type { Random } from '../time/clock.js';
import type { WatchEnd } from './watch-stream.js';

/** What the reflector does after a watch or a fill has ended. */
export interface NextTry {
  readonly pauseMs: number;
  /** Whether the versions known so far are still good for a watch, or all must be filled afresh. */
  readonly from: 'version' | 'fill';
  /** `waiting`: the API is not served, which is healthy as long as nobody has bound it. */
  readonly pause: 'waiting' | 'backingOff';
}

const FAULT: BackoffBounds = { fromMs: 250, upToMs: 30_000 };
/** kcp serves an export's URL some seconds after the first binding only. */
const NOT_SERVED: BackoffBounds = { fromMs: 250, upToMs: 5_000 };
/** Rights and credentials are mended by people or by a rotation. */
const NOT_ALLOWED: BackoffBounds = { fromMs: 1_000, upToMs: 30_000 };
/** Spreads those who were told the same Retry-After. */
const RETRY_AFTER_JITTER_MS = 1_000;

/**
 * The one place that knows how a reflector goes on.
 * @param attempt ends in a row without a healthy period between them, before this one
 * @param silences silent ends since the last frame, this one included
 */
export function nextTry(end: WatchEnd, attempt: number, silences: number, random: Random): NextTry {
  const growing = (bounds: BackoffBounds): number => backoffMs(attempt, random, bounds);
  const soon = attempt === 0 ? 0 : growing(FAULT);
  switch (end.kind) {
    case 'ended':
    case 'aborted':
      return { pauseMs: soon, from: 'version', pause: 'backingOff' };
    case 'silent':
      // A version from the future, as after a restored backup, is accepted and silent for ever.
      return { pauseMs: soon, from: silences < 2 ? 'version' : 'fill', pause: 'backingOff' };
    case 'expired':
      // Often what a watch is told that goes on after a broken one: that is one fault, not two.
      return { pauseMs: attempt <= 1 ? 0 : soon, from: 'fill', pause: 'backingOff' };
    case 'broken':
      return { pauseMs: growing(FAULT), from: 'version', pause: 'backingOff' };
    case 'refused':
      return afterRefusal(end.error, growing, random);
  }
}

function afterRefusal(error: KubeError, growing: (bounds: BackoffBounds) => number, random: Random): NextTry {
  if (typeof error.retry === 'object') {
    return { pauseMs: error.retry.afterMs + Math.ceil(random() * RETRY_AFTER_JITTER_MS), from: 'version', pause: 'backingOff' };
  }
  if (error instanceof ApiNotServed) return { pauseMs: growing(NOT_SERVED), from: 'fill', pause: 'waiting' };
  const isNotAllowed = error instanceof Forbidden || error instanceof Unauthorized;
  return { pauseMs: growing(isNotAllowed ? NOT_ALLOWED : FAULT), from: 'fill', pause: 'backingOff' };
}

/** Why there is a pause. A stream that ends in good order is a fault only because it does so again and again. */
export function causeOf(end: WatchEnd, url: string): KubeError {
  switch (end.kind) {
    case 'expired':
    case 'broken':
    case 'refused':
      return end.error;
    case 'silent':
      return new TimedOut({ method: 'GET', url, message: 'the watch was silent, again and again' });
    case 'ended':
    case 'aborted':
      return new ServerFault({ method: 'GET', url, message: 'the server ends the watch soon after it began, again and again' });
  }
}
