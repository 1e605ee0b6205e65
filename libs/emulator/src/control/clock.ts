/**
 * The emulator's time: that of the machine, until somebody moves it ahead. Everything that it does later waits here, so that moved
 * time brings it about at once, in the order in which it is due.
 */
export class Clock {
  readonly #waiting = new Set<Waiting>();
  #aheadMs = 0;
  /** The last second that was written down: every write wants it, and many fall into one. */
  #written = { second: Number.NaN, text: '' };

  /** Milliseconds since 1970. */
  now(): number {
    return Date.now() + this.#aheadMs;
  }

  /** The time as objects carry it. */
  timestamp(afterMs = 0): string {
    const second = Math.floor((this.now() + afterMs) / 1000);
    if (this.#written.second !== second) this.#written = { second, text: `${new Date(second * 1000).toISOString().slice(0, 19)}Z` };
    return this.#written.text;
  }

  /** Does something after that many milliseconds; what it gives calls it off. */
  after(ms: number, act: () => void): () => void {
    const waiting: Waiting = { dueAt: this.now() + ms, act, timer: undefined };
    this.#waiting.add(waiting);
    this.arm(waiting);
    return () => this.drop(waiting);
  }

  /** Moves the time ahead and does what has become due by it. */
  advance(ms: number): void {
    this.#aheadMs += ms;
    const now = this.now();
    const due = [...this.#waiting].filter(({ dueAt }) => dueAt <= now).sort((a, b) => a.dueAt - b.dueAt);
    for (const waiting of due) this.fire(waiting);
    for (const waiting of this.#waiting) this.arm(waiting);
  }

  /** Calls off everything. */
  stop(): void {
    for (const waiting of [...this.#waiting]) this.drop(waiting);
  }

  private arm(waiting: Waiting): void {
    clearTimeout(waiting.timer);
    waiting.timer = setTimeout(() => this.fire(waiting), Math.max(0, waiting.dueAt - this.now())).unref();
  }

  private fire(waiting: Waiting): void {
    if (!this.#waiting.has(waiting)) return;
    this.drop(waiting);
    waiting.act();
  }

  private drop(waiting: Waiting): void {
    clearTimeout(waiting.timer);
    this.#waiting.delete(waiting);
  }
}

interface Waiting {
  readonly dueAt: number;
  readonly act: () => void;
  timer: NodeJS.Timeout | undefined;
}
