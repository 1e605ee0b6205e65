import type { Clock, Timer } from '../time/clock.js';
import type { Moment } from './moment.js';

/** The time in which we hold the lease. */
export interface LeaseTerm {
  /** Aborted with {@link LeaseLost} when the lease is lost, and only then. */
  readonly signal: AbortSignal;
  /** Time until this term ends if no further renewal succeeds; 0 when it has ended. */
  remainingMs(): number;
  /** To be asked before each write. Aborts the signal when the time is over: a process that stood still asks before its timers tell. */
  holds(): boolean;
}

/** The lease is somebody else's by now, or may be. What ran under it has to end. */
export class LeaseLost extends Error {
  constructor(readonly lease: string, why: string, options?: ErrorOptions) {
    super(`Lease ${lease} is lost: ${why}. Another process may hold it now; this one tries again`, options);
    this.name = new.target.name;
  }
}

const LATE = 'it could not be renewed in time';

/** A term that the election renews. It ends by itself, before others may take the lease. */
export class RenewedTerm implements LeaseTerm {
  readonly #controller = new AbortController();
  readonly #lease: string;
  readonly #clock: Clock;
  readonly #termMs: number;
  #renewed: Moment;
  #timer: Timer;
  #isOver = false;
  #lastFault: unknown;

  /** @param renewed the moment *before* the write was sent that gave us the lease */
  constructor(lease: string, clock: Clock, termMs: number, renewed: Moment) {
    this.#lease = lease;
    this.#clock = clock;
    this.#termMs = termMs;
    this.#renewed = renewed;
    this.#timer = this.#arm();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  remainingMs(): number {
    return this.#isOver ? 0 : Math.max(0, this.#termMs - this.#renewed.atMostMs());
  }

  holds(): boolean {
    const holds = this.remainingMs() > 0;
    if (!holds) this.lose(LATE);
    return holds;
  }

  renew(renewed: Moment): void {
    if (this.#isOver) return;
    this.#renewed = renewed;
    this.#lastFault = undefined;
    this.#timer.cancel();
    this.#timer = this.#arm();
  }

  /** A renewal failed; the term goes on as long as it lasts. */
  failed(error: unknown): void {
    this.#lastFault = error;
  }

  lose(why: string): void {
    if (this.#isOver) return;
    this.close();
    this.#controller.abort(new LeaseLost(this.#lease, why, { cause: this.#lastFault }));
  }

  /** Ends the term without a loss: its work is done. */
  close(): void {
    this.#isOver = true;
    this.#timer.cancel();
  }

  #arm(): Timer {
    return this.#clock.timer(this.remainingMs(), () => this.lose(LATE));
  }
}
