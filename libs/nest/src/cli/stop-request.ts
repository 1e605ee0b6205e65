import type { ProcessHost, StopSignal } from './process-host.js';

/** A command was asked to end before it was done. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
  constructor(signal: StopSignal) {
    super(`${signal} came before it was done`);
  }
}

/** Listens to the process's signals. The first one asks, the second one no longer does. */
export class StopRequest {
  private readonly controller = new AbortController();
  private readonly unlisten: () => void;

  /** `onForced` is called at the second signal. */
  constructor(host: ProcessHost, onForced: () => void) {
    this.unlisten = host.onStopSignal((name) => (this.signal.aborted ? onForced() : this.controller.abort(name)));
  }

  /** Aborted at the first signal; its reason is the signal's name. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Resolves at the first signal. */
  whenAsked(): Promise<StopSignal> {
    return new Promise((resolve) => {
      if (this.signal.aborted) resolve(this.signal.reason);
      else this.signal.addEventListener('abort', () => resolve(this.signal.reason), { once: true });
    });
  }

  close(): void {
    this.unlisten();
  }
}
