import type { Clock } from '../time/clock.js';

type TurnClock = Pick<Clock, 'elapsed' | 'nextTurn'>;

/**
 * How much of one turn of the event loop somebody may take. Work that never waits for I/O goes on from one promise to the next
 * without a turn in between, so that ten thousand quick handlers in a row would keep sockets, timers and the lease waiting.
 * The work queue asks it before it starts a handler.
 */
export class LoopShare {
  readonly #clock: TurnClock;
  readonly #shareMs: number;
  readonly #onTurn: () => void;
  #endsAt: number | undefined;
  #isAwaited = false;

  /** `onTurn` is called in the next turn when `isUsedUp` had said yes in this one. */
  constructor(clock: TurnClock, shareMs: number, onTurn: () => void) {
    this.#clock = clock;
    this.#shareMs = shareMs;
    this.#onTurn = onTurn;
  }

  isUsedUp(): boolean {
    if (this.#endsAt === undefined) this.#begin();
    else if (this.#clock.elapsed() >= this.#endsAt) this.#isAwaited = true;
    return this.#isAwaited;
  }

  #begin(): void {
    this.#endsAt = this.#clock.elapsed() + this.#shareMs;
    this.#clock.nextTurn(() => {
      this.#endsAt = undefined;
      if (!this.#isAwaited) return;
      this.#isAwaited = false;
      this.#onTurn();
    });
  }
}
