import { backoffMs } from '@kcp-runtime/kube';
import type { Random } from '@kcp-runtime/kube';
import type { Alarm } from '../config/alarm.js';

/** How a look at a connection came out. A failed one has been told already, and is tried again soon. */
export type Looked = { readonly kind: 'well'; readonly againInMs: number } | { readonly kind: 'failed' };

/** What a link is kept with. */
export interface LinkCare {
  readonly look: (signal: AbortSignal) => Promise<Looked>;
  /** Rings when there is something to look at now. */
  readonly alarm: Alarm;
  readonly random: Random;
}

const BACKOFF = { fromMs: 1_000, upToMs: 30_000 };

/** Looks at a connection again and again until `signal` aborts. */
export async function keepLinked({ look, alarm, random }: LinkCare, signal: AbortSignal): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    alarm.answer();
    const looked = await look(signal);
    failures = looked.kind === 'well' ? 0 : failures + 1;
    await alarm.sleep(looked.kind === 'well' ? looked.againInMs : backoffMs(failures - 1, random, BACKOFF), signal);
  }
}
