/** Something that happens once, and that others wait for. */
export class Milestone {
  #isReached = false;
  readonly #waiting = new Set<() => void>();

  get isReached(): boolean {
    return this.#isReached;
  }

  reach(): void {
    this.#isReached = true;
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }

  /** Resolves once it has happened; rejects with the signal's reason when that aborts before. */
  when(signal?: AbortSignal): Promise<void> {
    if (this.#isReached) return Promise.resolve();
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const reached = (): void => {
        signal?.removeEventListener('abort', abort);
        resolve();
      };
      const abort = (): void => {
        this.#waiting.delete(reached);
        reject(signal?.reason);
      };
      this.#waiting.add(reached);
      signal?.addEventListener('abort', abort, { once: true });
    });
  }
}
