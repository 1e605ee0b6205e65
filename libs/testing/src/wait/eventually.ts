import { setTimeout as sleep } from 'node:timers/promises';
import { errorMessage } from './error-message.js';

/** How long {@link eventually} looks, how often, and what it says when nothing came. */
export interface EventuallyOptions {
  /** Milliseconds until it gives up; 10 s where nothing is said. */
  readonly deadlineMs?: number;
  /** Milliseconds between two looks; 50 where nothing is said. */
  readonly intervalMs?: number;
  /** What is waited for, in the words of the error. */
  readonly what?: string;
  readonly signal?: AbortSignal;
}

/** What was waited for did not come before the deadline; `cause` is what the last look threw. */
export class DeadlinePassed extends Error {
  override readonly name = 'DeadlinePassed';

  constructor(what: string, deadlineMs: number, cause: unknown) {
    const last = cause === undefined ? '' : ` Last look: ${errorMessage(cause)}`;
    super(`Waited ${deadlineMs} ms for ${what}, in vain.${last}`, { cause });
  }
}

/**
 * Looks again and again until `look` returns something else than `undefined`.
 * A look that throws (a failed `expect` too) counts as "not yet".
 * @throws {@link DeadlinePassed}
 */
export async function eventually<T>(look: () => Promise<T | undefined> | T | undefined, options: EventuallyOptions = {}): Promise<T> {
  const { deadlineMs = 10_000, intervalMs = 50, what = 'something', signal } = options;
  const deadline = performance.now() + deadlineMs;
  let last: unknown;
  for (;;) {
    try {
      const seen = await look();
      if (seen !== undefined) return seen;
      last = undefined;
    } catch (error) {
      last = error;
    }
    signal?.throwIfAborted();
    if (performance.now() >= deadline) throw new DeadlinePassed(what, deadlineMs, last);
    await sleep(intervalMs, undefined, { signal });
  }
}
