import type { AccessRemains } from '../../credential/access-state.js';
import { because } from '../../status/reasons.js';
import type { Ended } from '../ended.js';
import type { Pass } from '../pass.js';
import { stillHeld } from './handler-step.js';

/**
 * Step 7: the access to the tenant's side that an offer needs beyond its claims. An offer that needs none costs nothing here.
 * What comes to its end decides when the order is looked at again, whatever else the pass comes to.
 */
export async function openAccess(pass: Pass): Promise<Ended | undefined> {
  const access = await opened(pass);
  switch (access.kind) {
    case 'notNeeded':
      return undefined;
    case 'ready':
      pass.renewInMs = access.renewInMs;
      pass.met('CustomerAccessReady', because.accessReady());
      return undefined;
    case 'unclaimed':
      // Claims that the order can't do without have stopped it at step 5.
      pass.unmet('CustomerAccessReady', because.accessUnclaimed(access.claims));
      return undefined;
    case 'waiting':
      pass.unmet('CustomerAccessReady', access.because);
      return { ended: 'waiting', because: access.because, retryAfterMs: access.retryAfterMs };
    case 'refused':
      pass.unmet('CustomerAccessReady', access.because);
      return { ended: 'refused', because: access.because };
  }
}

/**
 * The same for an order whose newest spec is refused: what was made by the one before goes on, and its workers with it.
 * An order that was never held has none.
 */
export async function keepAccess(pass: Pass, refused: Ended): Promise<Ended> {
  if (pass.frame.fields.isHeld && pass.home.claims(pass.key).kind === 'accepted') await openAccess(pass);
  return refused;
}

/** The same step of a deletion. Answers `undefined` when nothing is left; access that is gone already does not stop it. */
export async function closeAccess(pass: Pass): Promise<Ended | undefined> {
  const left = await pass.home.closeAccess(pass.owner, pass.signal);
  return left && leftOver(left);
}

/** What is watched wakes the order; all else is looked at again. */
function leftOver(left: AccessRemains): Ended {
  switch (left.kind) {
    case 'held':
      return stillHeld(left.object);
    case 'closing':
      return { ended: 'waiting', because: left.because };
  }
}

/** A fault of this stage stands in its condition too. */
async function opened(pass: Pass) {
  try {
    return await pass.home.openAccess(pass.owner, pass.signal);
  } catch (error) {
    pass.unmet('CustomerAccessReady', because.failed(error));
    throw error;
  }
}
