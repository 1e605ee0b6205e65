import type { Change } from './change.js';
import { Collection } from './collection.js';
import type { Shard } from './shard.js';

/** Told after every commit of any collection. */
export type CommitListener = (collection: Collection, change: Change) => void;

/** All that is stored, and on which shard each logical cluster stands. */
export class Storage {
  readonly #collections = new Map<string, Collection>();
  readonly #listeners: CommitListener[] = [];
  readonly #places = new Map<string, Shard>();

  /** The first shard is the one of the root workspace, and of every cluster that was placed nowhere. */
  constructor(
    private readonly first: Shard,
    private readonly others: readonly Shard[] = [],
  ) {}

  get shards(): readonly Shard[] {
    return [this.first, ...this.others];
  }

  /** The shard of a logical cluster. */
  shardOf(cluster: string): Shard {
    return this.#places.get(cluster) ?? this.first;
  }

  /** Puts a new logical cluster on a shard. */
  place(cluster: string, shard: Shard): void {
    this.#places.set(cluster, shard);
  }

  /** The collection of a stored resource; made when first asked for. */
  collection(key: string): Collection {
    let collection = this.#collections.get(key);
    if (collection === undefined) {
      collection = new Collection(key, (cluster) => this.shardOf(cluster), (from, change) => {
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
    for (const shard of this.shards) {
      const version = shard.forget();
      for (const collection of this.#collections.values()) collection.history(shard).compact(version);
    }
  }
}
