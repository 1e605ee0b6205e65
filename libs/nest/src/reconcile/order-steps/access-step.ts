import type { AccessRemains, AccessState } from '../../credential/access-state.js';
import { because, Reason } from '../../status/reasons.js';
import type { Ended } from '../ended.js';
import type { Pass } from '../pass.js';
import { leftOver } from './left-over.js';

/** The platform has seen by then that the requests are gone. */
const ASK_AGAIN_MS = 1_000;

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
      pass.renewWithin(access.renewInMs);
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
      pass.renewWithin(access.retryAfterMs);
      pass.unmet('CustomerAccessReady', access.because);
      return refusedAccess(pass, access, () => pass.home.withdrawAccess(pass.owner, pass.signal));
  }
}

/** An access that the platform has denied stays so, and is asked for anew when the order has another spec: what was denied goes first. */
export async function refusedAccess(pass: Pass, { because: why }: Extract<AccessState, { readonly kind: 'refused' }>, withdraw: () => Promise<AccessRemains | undefined>): Promise<Ended> {
  const { observedGeneration, generation } = pass.frame.fields;
  const isAnew = why.reason === Reason.AccessDenied && observedGeneration !== undefined && observedGeneration !== generation;
  if (!isAnew) return { ended: 'refused', because: why };
  const left = await withdraw();
  return left === undefined ? { ended: 'waiting', because: why, retryAfterMs: ASK_AGAIN_MS } : leftOver(left);
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

/** A fault of this stage stands in its condition too. */
async function opened(pass: Pass): Promise<AccessState> {
  try {
    return await pass.home.openAccess(pass.owner, pass.signal);
  } catch (error) {
    pass.unmet('CustomerAccessReady', because.failed(error));
    throw error;
  }
}
