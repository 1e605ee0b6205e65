import type { Change } from './change.js';
import { Collection } from './collection.js';
import { ListPages } from './list-pages.js';
import { VersionCounter } from './version-counter.js';

/** Told after every commit of any collection of a shard. */
export type CommitListener = (collection: Collection, change: Change) => void;

/**
 * One shard: its own version counter and its own storage. Versions of two shards are never comparable.
 */
export class Shard {
  readonly versions: VersionCounter;
  readonly pages: ListPages;
  readonly #collections = new Map<string, Collection>();
  readonly #listeners: CommitListener[] = [];
  #startVersion: number;

  constructor(
    readonly name: string,
    nowMs: number,
    private readonly historyLength: number,
  ) {
    this.versions = new VersionCounter(nowMs);
    this.#startVersion = this.versions.current;
    this.pages = new ListPages();
  }

  /** The collection of a stored resource; made when first asked for. */
  collection(key: string): Collection {
    let collection = this.#collections.get(key);
    if (collection === undefined) {
      collection = new Collection(key, this.versions, this.#startVersion, this.historyLength, (from, change) => {
        for (const listener of this.#listeners) listener(from, change);
      });
      this.#collections.set(key, collection);
    }
    return collection;
  }

  collections(): Iterable<Collection> {
    return this.#collections.values();
  }

  onCommit(listener: CommitListener): void {
    this.#listeners.push(listener);
  }

  /** Forgets all watch history, as a restarted server does: every version given out before is 410. */
  forgetHistory(): void {
    this.#startVersion = this.versions.next();
    for (const collection of this.#collections.values()) collection.history.compact(this.#startVersion);
    this.pages.clear();
  }
}
