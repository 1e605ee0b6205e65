import type { Clock, Timer } from '@kcp-runtime/kube';

/** A sleep that somebody may end early. A ring while nobody sleeps ends the next sleep at once, so that none is lost. */
export class Alarm {
  #rang = false;
  #wake: (() => void) | undefined;

  constructor(private readonly clock: Clock) {}

  ring(): void {
    this.#rang = true;
    this.#wake?.();
  }

  /** All that rang up to now is being looked at: it needs no second look. */
  answer(): void {
    this.#rang = false;
  }

  /** Resolves after `ms`, at a ring, or when `signal` aborts. */
  async sleep(ms: number, signal: AbortSignal): Promise<void> {
    if (!this.#rang && !signal.aborted) await this.#nap(ms, signal);
    this.#rang = false;
  }

  /** Resolves at a ring, or when `signal` aborts. */
  untilRung(signal: AbortSignal): Promise<void> {
    return this.sleep(Infinity, signal);
  }

  #nap(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      let timer: Timer | undefined = undefined;
      const wake = (): void => {
        timer?.cancel();
        signal.removeEventListener('abort', wake);
        this.#wake = undefined;
        resolve();
      };
      timer = this.clock.timer(ms, wake);
      this.#wake = wake;
      signal.addEventListener('abort', wake, { once: true });
    });
  }
}
