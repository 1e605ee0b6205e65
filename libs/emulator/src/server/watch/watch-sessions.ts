import type { ApiError } from '../answer/api-error.js';
import type { WatchSession } from './watch-session.js';

/** All open watches: one timer gives bookmarks to all of them. */
export class WatchSessions {
  readonly #sessions = new Set<WatchSession>();
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly bookmarkMs: number) {}

  get count(): number {
    return this.#sessions.size;
  }

  add(session: WatchSession): void {
    this.#sessions.add(session);
    this.#timer ??= setInterval(() => this.bookmarkAll(), this.bookmarkMs).unref();
  }

  delete(session: WatchSession): void {
    this.#sessions.delete(session);
  }

  /** Breaks the watches with this tag by an error inside their streams. */
  break(tag: string, error: ApiError): void {
    for (const session of [...this.#sessions]) if (session.settings.tag === tag) session.break(error);
  }

  /** Ends all watches cleanly and stops the timer. */
  endAll(): void {
    if (this.#timer !== undefined) clearInterval(this.#timer);
    this.#timer = undefined;
    for (const session of [...this.#sessions]) session.end();
  }

  private bookmarkAll(): void {
    for (const session of this.#sessions) if (session.settings.wantsBookmarks) session.bookmark(session.shard.versions.current, 'periodic');
  }
}
