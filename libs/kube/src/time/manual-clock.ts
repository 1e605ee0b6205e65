import { sleepBy } from './clock.js';
import type { Clock, Timer } from './clock.js';

interface Pending {
  readonly dueAt: number;
  readonly run: () => void;
}

/**
 * A clock for tests: time stands still until the test moves it.
 * Timers fire in the order in which they are due, each at its own time, and what they set off
 * (promises, immediates) is done before the next one fires.
 */
export class ManualClock implements Clock {
  readonly #startedAt: number;
  readonly #pending = new Set<Pending>();
  #elapsedMs = 0;
  #steppedMs = 0;

  /** @param startedAt wall time at the start, in ms since 1970 */
  constructor(startedAt = Date.UTC(2030, 0, 1)) {
    this.#startedAt = startedAt;
  }

  now(): number {
    return this.#startedAt + this.#steppedMs + this.#elapsedMs;
  }

  elapsed(): number {
    return this.#elapsedMs;
  }

  timer(delayMs: number, run: () => void): Timer {
    const pending: Pending = { dueAt: this.#elapsedMs + Math.max(0, delayMs), run };
    this.#pending.add(pending);
    return { cancel: () => void this.#pending.delete(pending) };
  }

  nextTurn(run: () => void): void {
    setImmediate(run);
  }

  sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
    return sleepBy((ms, run) => this.timer(ms, run), delayMs, signal);
  }

  /** How many timers wait: a machine that was stopped leaves none. */
  get pendingTimers(): number {
    return this.#pending.size;
  }

  /** Moves the time on and fires everything that is due on the way. */
  async advance(byMs: number): Promise<void> {
    const until = this.#elapsedMs + byMs;
    for (let next = this.#nextDue(until); next !== undefined; next = this.#nextDue(until)) {
      this.#pending.delete(next);
      this.#elapsedMs = Math.max(this.#elapsedMs, next.dueAt);
      next.run();
      await settled();
    }
    this.#elapsedMs = until;
    await settled();
  }

  /** Steps the wall time alone, as a time server or an operator does; no timer fires. */
  stepWallTime(byMs: number): void {
    this.#steppedMs += byMs;
  }

  #nextDue(until: number): Pending | undefined {
    let next: Pending | undefined;
    for (const pending of this.#pending) {
      if (pending.dueAt <= until && (next === undefined || pending.dueAt < next.dueAt)) next = pending;
    }
    return next;
  }
}

/** One turn of the event loop: what a timer set off has run as far as it can without I/O. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
