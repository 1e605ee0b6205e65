import type { AccessRemains } from '../../credential/access-state.js';
import type { MadeObject } from '../../customer/made-objects.js';
import { progressing } from '../../offer/answer.js';
import { because } from '../../status/reasons.js';
import type { Ended } from '../ended.js';

/** When an object is looked at again that somebody's finalizer holds. */
export const HELD_AGAIN_MS = 5_000;

/** Whoever holds it lets go without telling us, unless its kind is watched: it is looked at again. */
export function stillHeld({ type, ref }: MadeObject): Ended {
  const { reason, message } = because.leftovers(type.kind, ref.name);
  return { ended: 'removing', answer: progressing(reason, message, { retryAfterMs: HELD_AGAIN_MS }) };
}

/** What is left of an access: what is watched wakes the order, all else is looked at again. */
export function leftOver(left: AccessRemains): Ended {
  switch (left.kind) {
    case 'held':
      return stillHeld(left.object);
    case 'closing':
      return { ended: 'waiting', because: left.because };
  }
}
