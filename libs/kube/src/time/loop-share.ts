import type { Clock } from './clock.js';

type TurnClock = Pick<Clock, 'elapsed' | 'nextTurn'>;

/** Two who work without a pause take this each, and a turn is still over within 15 ms. */
const SHARE_MS = 5;

/**
 * How much of one turn of the event loop somebody may take. Work that never waits for I/O goes on from one promise to the next
 * without a turn in between, and a fast server has the next bytes ready before the last are read: ten thousand quick handlers,
 * or as many frames, would keep timers, other sockets and the lease waiting. The work queue and every watch have one.
 */
export class LoopShare {
  readonly #clock: TurnClock;
  readonly #waiting = new Set<() => void>();
  #endsAt: number | undefined;

  constructor(clock: TurnClock) {
    this.#clock = clock;
  }

  /** Whether to stop and to go on in another turn, with {@link inNextTurn}. */
  isUsedUp(): boolean {
    if (this.#endsAt === undefined) this.#begin();
    return this.#endsAt !== undefined && this.#clock.elapsed() >= this.#endsAt;
  }

  /** Calls `run` when there is time again; the same function once only. */
  inNextTurn(run: () => void): void {
    if (this.#endsAt === undefined) this.#begin();
    this.#waiting.add(run);
  }

  #begin(): void {
    this.#endsAt = this.#clock.elapsed() + SHARE_MS;
    this.#clock.nextTurn(() => {
      this.#endsAt = undefined;
      const waiting = [...this.#waiting];
      this.#waiting.clear();
      for (const run of waiting) run();
    });
  }
}
