import type { Clock } from '../../control/clock.js';
import type { Collection } from '../../storage/collection.js';
import type { ApiError } from '../answer/api-error.js';
import type { WatchSession } from './watch-session.js';

/** All open watches: one timer gives bookmarks to all of them. */
export class WatchSessions {
  readonly #sessions = new Set<WatchSession>();
  #callOff: (() => void) | undefined;

  constructor(
    private readonly bookmarkMs: number,
    private readonly clock: Clock,
  ) {}

  get count(): number {
    return this.#sessions.size;
  }

  add(session: WatchSession): void {
    this.#sessions.add(session);
    this.#callOff ??= this.nextBookmarks();
  }

  delete(session: WatchSession): void {
    this.#sessions.delete(session);
  }

  /** Breaks the watches with this tag by an error inside their streams. */
  break(tag: string, error: ApiError): void {
    for (const session of [...this.#sessions]) if (session.settings.tag === tag) session.break(error);
  }

  /** Ends the watches of what one cluster has there. */
  endOf(collection: Collection, cluster: string): void {
    for (const session of [...this.#sessions]) if (session.settings.collection === collection && session.cluster === cluster) session.end();
  }

  /** Lets those that are open fall silent. */
  silence(): void {
    for (const session of this.#sessions) session.fallSilent();
  }

  /** Ends all watches cleanly and stops the timer. */
  endAll(): void {
    this.#callOff?.();
    this.#callOff = undefined;
    for (const session of [...this.#sessions]) session.end();
  }

  private nextBookmarks(): () => void {
    return this.clock.after(this.bookmarkMs, () => {
      this.bookmarkAll();
      this.#callOff = this.nextBookmarks();
    });
  }

  private bookmarkAll(): void {
    for (const session of this.#sessions) if (session.settings.wantsBookmarks) session.bookmark(session.shard.versions.current, 'periodic');
  }
}
