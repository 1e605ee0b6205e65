import { ConnectionClosed, TimedOut } from '../resource/kube-errors.js';
import type { KubeError } from '../resource/kube-errors.js';
import type { CallOptions } from '../resource/kube-request.js';
import type { Clock, Timer } from '../time/clock.js';
import { errorFromTransport } from './unreachable.js';

/** What a message about a call says. */
export interface CallName {
  readonly method: string;
  readonly url: string;
}

/** The life of one call. It is ended by its caller's signal, by its deadline, or by the closing of the connection. */
export class Call {
  /** Limit for the whole call. */
  readonly timeoutMs: number;
  readonly #callerSignal: AbortSignal | undefined;
  readonly #name: CallName;
  readonly #deadline: Timer;
  readonly #open: Set<Call>;
  #ended: { readonly reason: unknown } | undefined;
  #stop: ((reason: unknown) => void) | undefined;

  /** @param open every call that still lives; this one is in it until `finish` */
  constructor(name: CallName, { signal, timeoutMs }: CallOptions & { readonly timeoutMs: number }, clock: Clock, open: Set<Call>) {
    this.#name = name;
    this.timeoutMs = timeoutMs;
    this.#callerSignal = signal;
    this.#open = open;
    this.#deadline = clock.timer(timeoutMs, () => this.end(new TimedOut({ ...name, message: `no answer within ${timeoutMs} ms` })));
    open.add(this);
    if (signal?.aborted) this.#abortedByCaller();
    else signal?.addEventListener('abort', this.#abortedByCaller, { once: true });
  }

  /** Why it was ended from outside, if it was. */
  get ended(): { readonly reason: unknown } | undefined {
    return this.#ended;
  }

  /** Calls `stop` when the call is ended from outside, at once where it was already. The newest takes the place of the one before. */
  onEnd(stop: (reason: unknown) => void): void {
    this.#stop = stop;
    if (this.#ended !== undefined) stop(this.#ended.reason);
  }

  /** The head of a stream is there: from now on it may take as long as it wants. */
  liftDeadline(): void {
    this.#deadline.cancel();
  }

  end(reason: unknown): void {
    if (this.#ended !== undefined) return;
    this.#ended = { reason };
    this.#stop?.(reason);
  }

  closeConnection(): void {
    this.end(new ConnectionClosed({ ...this.#name, message: 'the connection was closed on our side' }));
  }

  /** Lets go of everything. After this nothing ends the call any more. */
  finish(): void {
    this.#deadline.cancel();
    this.#callerSignal?.removeEventListener('abort', this.#abortedByCaller);
    this.#open.delete(this);
  }

  /** What a failure of the wire means for this call. */
  failed(error: unknown): KubeError {
    return errorFromTransport(this.#name, error);
  }

  readonly #abortedByCaller = (): void => this.end(this.#callerSignal?.reason);
}
