/**
 * The end of several parts that work together: a fault of one shuts the intake of all, and is thrown when all of them have ended.
 * To close what they share as soon as one rejects would take connections from handlers that are still at work.
 */
export class CommonEnd {
  /** Aborts when nothing new is to be taken in. */
  readonly intake: AbortSignal;
  readonly #broken = new AbortController();

  constructor(untilTold: AbortSignal) {
    this.intake = AbortSignal.any([untilTold, this.#broken.signal]);
  }

  /** Resolves when the part has ended, in whatever way. */
  part(work: Promise<void>): Promise<void> {
    return work.catch((error: unknown) => this.#broken.abort(error));
  }

  /** To be called when all have ended, and what they share is closed. */
  throwIfBroken(): void {
    if (this.#broken.signal.aborted) throw this.#broken.signal.reason;
  }
}
