import { ListPages } from './list-pages.js';
import { VersionCounter } from './version-counter.js';

/**
 * One shard: it numbers the writes of the logical clusters that stand on it, and serves their virtual workspaces under a URL of its
 * own. Versions of two shards are never comparable.
 */
export class Shard {
  readonly versions: VersionCounter;
  readonly pages: ListPages;
  /** How it is reached; known once its server listens. */
  url = '';
  #startVersion: number;

  constructor(
    readonly name: string,
    now: () => number,
    readonly historyLength: number,
  ) {
    this.versions = new VersionCounter(now());
    this.pages = new ListPages(now);
    this.#startVersion = this.versions.current;
  }

  /** No watch may start from before it. */
  get startVersion(): number {
    return this.#startVersion;
  }

  /** Begins afresh, as a restarted server does. Gives the version up to which nothing is known any more. */
  forget(): number {
    this.#startVersion = this.versions.next();
    this.pages.clear();
    return this.#startVersion;
  }
}
