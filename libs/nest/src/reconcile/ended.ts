import { NotFound } from '@kcp-runtime/kube';
import type { Blocked, Progressing, Provided } from '../offer/answer.js';
import { CustomerObjectsUnseen } from '../customer/customer-errors.js';
import { because } from '../status/reasons.js';
import type { Because } from '../status/reasons.js';
import type { Pass } from './pass.js';

/**
 * How a pass over an order ended. What is written, what is told and when the order is looked at again
 * all follow from this value alone.
 *
 * - `vanished`   the order is not there any more
 * - `ignored`    an operator said so, or it is deleting and not held by us
 * - `unseen`     its binding has not been seen yet
 * - `outrun`     somebody wrote the order first; his frame is on its way
 * - `stopped`    the mode ended during the pass
 * - `waiting`    for somebody else: an operator or the tenant, whose change wakes the order; or for a server, which is asked again
 * - `refused`    the order can't be fulfilled as it stands
 * - `provided`   the handler has answered
 * - `removing`   the handler has answered, and there is something left
 * - `released`   everything is gone, our finalizer too
 * - `failed`     a handler or a call threw
 */
export type Ended =
  | { readonly ended: 'vanished' }
  | { readonly ended: 'ignored' }
  | { readonly ended: 'unseen' }
  | { readonly ended: 'outrun' }
  | { readonly ended: 'stopped' }
  | { readonly ended: 'waiting'; readonly because: Because; readonly retryAfterMs?: number }
  | { readonly ended: 'refused'; readonly because: Because }
  | { readonly ended: 'provided'; readonly answer: Provided }
  | { readonly ended: 'removing'; readonly answer: Progressing | Blocked }
  | { readonly ended: 'released' }
  | { readonly ended: 'failed'; readonly error: unknown };

/** Whether a step ended the pass instead of handing something on. */
export function isEnded(step: object | undefined): step is Ended {
  return step !== undefined && 'ended' in step;
}

/** Whether the loop has nothing more to do with this order. */
export function isOver({ ended }: Ended): boolean {
  return ended === 'vanished' || ended === 'released';
}

/**
 * What a thrown error means for the pass. Whatever the mode's end made of it, the mode's end is the reason.
 * That something else is not there, or was written by somebody else, in this cluster or another one, says nothing of the order.
 */
export function endOfError(error: unknown, pass: Pick<Pass, 'signal' | 'isLost' | 'isOutrunBy'>): Ended {
  if (pass.signal.aborted) return { ended: 'stopped' };
  if (error instanceof CustomerObjectsUnseen) return { ended: 'waiting', because: because.named(error) };
  if (pass.isOutrunBy(error)) return { ended: 'outrun' };
  return pass.isLost && error instanceof NotFound ? { ended: 'vanished' } : { ended: 'failed', error };
}
