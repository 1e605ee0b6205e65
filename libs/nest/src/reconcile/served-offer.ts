import type { ServiceApiClass } from '@kcp-runtime/schema';
import { readApiClass } from '@kcp-runtime/schema';
import type { OfferHandlers } from '../discovery/offer-handlers.js';
import type { Mode } from '../offer/order.js';

/** An offer as the loop works with it: its API read once, its names, its handlers. */
export interface ServedOffer {
  /** `<plural>.<group>`: the offer's part of an order key. */
  readonly name: string;
  readonly api: ServiceApiClass;
  /** `<group>/finalizer`. The Go runtime's name on purpose: either may replace the other. */
  readonly finalizer: string;
  readonly handlers: OfferHandlers;
}

/** Reads what the loop needs of an offer and its handlers. */
export function servedOffer(handlers: OfferHandlers): ServedOffer {
  const api = readApiClass(handlers.offer.api);
  return { name: `${api.plural}.${api.group}`, api, finalizer: `${api.group}/finalizer`, handlers };
}

/**
 * Whether orders of this offer are held by a finalizer. It is the offer's matter, never the order's:
 * an order that needs none today may need one tomorrow, when it is too late to add it.
 */
export function holdsOrders({ handlers }: ServedOffer, mode: Mode): boolean {
  const { offer, onDelete } = handlers;
  const leavesSomething = onDelete !== undefined || offer.customer.length > 0 || offer.worker.length > 0 || offer.workload !== 'never';
  return mode === 'standard' || leavesSomething;
}
