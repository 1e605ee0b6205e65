import { backoffMs } from '@kcp-runtime/kube';
import type { BackoffBounds, Clock, Random } from '@kcp-runtime/kube';

/** How often and for how long something is tried. */
export interface Patience {
  readonly clock: Clock;
  readonly random: Random;
  readonly signal: AbortSignal;
  readonly onFailure: (error: unknown) => void;
  readonly bounds?: BackoffBounds;
}

const BOUNDS: BackoffBounds = { fromMs: 1_000, upToMs: 30_000 };

/** Tries until it succeeds, with growing pauses. Rejects with the signal's reason when that aborts, and for nothing else. */
export async function untilDone<T>(attempt: () => Promise<T>, { clock, random, signal, onFailure, bounds = BOUNDS }: Patience): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    signal.throwIfAborted();
    try {
      return await attempt();
    } catch (error) {
      signal.throwIfAborted();
      onFailure(error);
      await clock.sleep(backoffMs(failures, random, bounds), signal);
    }
  }
}
