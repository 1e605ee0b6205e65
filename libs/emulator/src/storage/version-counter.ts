/**
 * The resourceVersion counter of one shard. It starts from the clock, so that the versions of a
 * restarted emulator always lie above those that an earlier one gave out.
 */
export class VersionCounter {
  #last: number;

  constructor(nowMs: number) {
    // A thousand versions a millisecond: more than one process can ever write.
    this.#last = nowMs * 1000;
  }

  /** The version of the newest write. */
  get current(): number {
    return this.#last;
  }

  /** The version for the next write. */
  next(): number {
    this.#last += 1;
    return this.#last;
  }
}
