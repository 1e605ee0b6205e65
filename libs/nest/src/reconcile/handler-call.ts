import type { Clock } from '@kcp-runtime/kube';

/** The handler was told to stop at its deadline, and then failed. */
export class HandlerOverdue extends Error {
  override readonly name = 'HandlerOverdue';
  constructor(readonly deadlineMs: number) {
    super(`The handler was aborted after ${deadlineMs} ms. Pass order.signal to everything that it awaits, and answer progressing(…) for what takes longer.`);
  }
}

/** How a call of a handler ended. */
export type HandlerEnd<Answer> =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'threw'; readonly error: unknown }
  /** The mode ended meanwhile: whatever the handler said comes too late. */
  | { readonly kind: 'stopped' };

/** How long a handler may take, and what is told meanwhile. Neither call may reject. */
export interface HandlerWatch {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly slowAfterMs: number;
  readonly deadlineMs: number;
  readonly onSlow: () => Promise<void>;
  readonly onOverdue: () => Promise<void>;
}

/**
 * Calls a handler under watch. At the deadline its signal is aborted, but the call ends only when the handler
 * returns: until then it may still be writing, and a second one beside it would do the same work twice.
 */
export async function callHandler<Answer>(run: (signal: AbortSignal) => Promise<Answer>, watch: HandlerWatch): Promise<HandlerEnd<Answer>> {
  const { clock, signal, deadlineMs } = watch;
  if (signal.aborted) return { kind: 'stopped' };
  const stop = new AbortController();
  const stopToo = (): void => stop.abort(signal.reason);
  let told = Promise.resolve();
  const slow = clock.timer(watch.slowAfterMs, () => {
    told = told.then(watch.onSlow);
  });
  const overdue = clock.timer(deadlineMs, () => {
    stop.abort(new HandlerOverdue(deadlineMs));
    told = told.then(watch.onOverdue);
  });
  signal.addEventListener('abort', stopToo, { once: true });
  const end = await outcome(run, stop.signal);
  signal.removeEventListener('abort', stopToo);
  slow.cancel();
  overdue.cancel();
  await told;
  return signal.aborted ? { kind: 'stopped' } : end;
}

/** A handler that was aborted at its deadline mostly fails with an error of whatever it awaited: the deadline is the reason. */
async function outcome<Answer>(run: (signal: AbortSignal) => Promise<Answer>, signal: AbortSignal): Promise<HandlerEnd<Answer>> {
  try {
    return { kind: 'answered', answer: await run(signal) };
  } catch (error) {
    return { kind: 'threw', error: signal.aborted ? signal.reason : error };
  }
}
