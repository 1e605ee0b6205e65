import { blocked } from '../../offer/answer.js';
import { because } from '../../status/reasons.js';
import type { Ended } from '../ended.js';
import type { Pass } from '../pass.js';

/**
 * First step of a deletion: objects of the tenant that need the service stand in its way, where the offer names such kinds. A side
 * that can't be reached any more stops nothing: nobody could say when it would be free.
 */
export async function awaitUsers(pass: Pass): Promise<Ended | undefined> {
  const { deletionGuard } = pass.served.handlers.offer;
  if (deletionGuard.length === 0) return undefined;
  const reach = await pass.home.reach(pass.owner, pass.signal);
  if (reach.kind !== 'whole') return undefined;
  const living = await pass.home.customer(pass.owner, pass.signal).living(deletionGuard);
  if (living.length === 0) return undefined;
  const { reason, message } = because.usersPresent(living);
  return { ended: 'removing', answer: blocked(reason, message) };
}
