import type { Change } from './change.js';

/**
 * The last changes of one collection, so that a watch can go on from an older version.
 * What falls out of the window is compacted: a watch from before it is told 410.
 */
export class WatchHistory {
  #changes: Change[] = [];
  #compactedAt: number;

  constructor(
    startVersion: number,
    private readonly capacity: number,
  ) {
    this.#compactedAt = startVersion;
  }

  /** The oldest version that a watch may start from. */
  get compactedAt(): number {
    return this.#compactedAt;
  }

  push(change: Change): void {
    this.#changes.push(change);
    if (this.#changes.length >= this.capacity * 2) this.dropOldest(this.#changes.length - this.capacity);
  }

  /** All changes after the version, or undefined when some of them are no longer known. */
  since(version: number): readonly Change[] | undefined {
    if (version < this.#compactedAt) return undefined;
    return this.#changes.slice(this.firstAfter(version));
  }

  /** Forgets everything up to the version, as compaction or a restart does. */
  compact(version: number): void {
    this.dropOldest(this.firstAfter(version));
    this.#compactedAt = Math.max(this.#compactedAt, version);
  }

  private dropOldest(count: number): void {
    const last = this.#changes[count - 1];
    if (last === undefined) return;
    this.#compactedAt = Math.max(this.#compactedAt, last.version);
    this.#changes = this.#changes.slice(count);
  }

  private firstAfter(version: number): number {
    let low = 0;
    let high = this.#changes.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#changes[middle]?.version ?? Infinity) > version) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
