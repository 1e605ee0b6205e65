import type { Clock, LeaseTerm, Timer } from '@kcp-runtime/kube';

/** Less than the time between the end of a term and the end of its lease: nobody else has begun when it is over. */
const LEAVE_WITHIN_MS = 4_000;

/** Work under a lease, and what is done when it goes on after the lease was lost. */
export interface LeasedWork {
  readonly term: LeaseTerm;
  readonly clock: Clock;
  /** Resolves when nothing of it is going on any more. */
  readonly work: () => Promise<void>;
  /** Called just before somebody else may begin, if the work has not ended by then. */
  readonly onStuck: () => void;
}

/** Runs work under a lease. Handlers that do not listen to their signal are why a lost lease may not be enough to end it. */
export async function leaveInTime({ term, clock, work, onStuck }: LeasedWork): Promise<void> {
  let timer: Timer | undefined;
  const lost = (): void => {
    timer = clock.timer(LEAVE_WITHIN_MS, onStuck);
  };
  term.signal.addEventListener('abort', lost, { once: true });
  try {
    await work();
  } finally {
    term.signal.removeEventListener('abort', lost);
    timer?.cancel();
  }
}
