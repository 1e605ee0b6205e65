import { performance } from 'node:perf_hooks';

/** A running timer. Whoever started it stops it. */
export interface Timer {
  cancel(): void;
}

/** Where a machine gets its time from. The only place that reads the system's clock is {@link systemClock}. */
export interface Clock {
  /** Wall time in ms since 1970: for timestamps that people or other processes read. It may step. */
  now(): number;
  /** Ms since an arbitrary start, never stepping back: for measuring how long something lasts. */
  elapsed(): number;
  /** Calls `run` once after `delayMs`, unless cancelled. */
  timer(delayMs: number, run: () => void): Timer;
  /** Calls `run` once when the event loop has had a turn: sockets were read, and timers that were due have fired. */
  nextTurn(run: () => void): void;
  /** Resolves after `delayMs`; rejects with the signal's reason as soon as it is aborted. */
  sleep(delayMs: number, signal?: AbortSignal): Promise<void>;
}

/** A number from 0 (included) to 1 (excluded), like Math.random. */
export type Random = () => number;

/** Node fires a timer with a longer delay at once, instead of late. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

function systemTimer(delayMs: number, run: () => void): Timer {
  let handle = setTimeout(fire, Math.min(delayMs, LONGEST_TIMER_MS));
  let restMs = delayMs - LONGEST_TIMER_MS;
  function fire(): void {
    if (restMs <= 0) return run();
    handle = setTimeout(fire, Math.min(restMs, LONGEST_TIMER_MS));
    restMs -= LONGEST_TIMER_MS;
  }
  return { cancel: () => clearTimeout(handle) };
}

/** `sleep` made of a clock's `timer`, for every implementation of {@link Clock}. */
export function sleepBy(timer: Clock['timer'], delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const wake = timer(delayMs, () => {
      signal?.removeEventListener('abort', abort);
      resolve();
    });
    const abort = (): void => {
      wake.cancel();
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', abort, { once: true });
  });
}

/** The time of this machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  timer: systemTimer,
  nextTurn: (run) => void setImmediate(run),
  sleep: (delayMs, signal) => sleepBy(systemTimer, delayMs, signal),
};

/** The randomness of this machine; good for jitter, not for secrets. */
export const systemRandom: Random = () => Math.random();
