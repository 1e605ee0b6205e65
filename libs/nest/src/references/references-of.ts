import type { AnyOffer, Reference } from '../offer/offer.js';
import type { OrderBeforeAccess } from '../offer/order.js';

/** Which references an order names by its offer's rule; each once. A rule that throws is the author's fault and comes out as it is. */
export function referencesOf(offer: AnyOffer, order: OrderBeforeAccess): readonly Reference[] {
  const named = new Map(offer.references(order).map((reference) => [`${reference.kind}/${reference.name}`, reference]));
  return [...named.values()];
}
