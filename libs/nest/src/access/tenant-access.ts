import type { AccessRemains, AccessState, TenantReach } from '../credential/access-state.js';
import type { OrderOwner } from '../customer/order-owner.js';
import type { TenantClient } from '../customer/tenant-client.js';
import type { AnyOffer } from '../offer/offer.js';

/** The access to the tenants of standard mode, as its home of orders needs it; `ControlPlaneAccess` is the one that there is. */
export interface TenantAccess {
  /** Makes, mends and renews what an order needs; what changes there wakes the order. */
  open(owner: OrderOwner, offer: AnyOffer, signal: AbortSignal): Promise<AccessState>;
  /** How far the client leads at the end of an order. */
  reach(owner: OrderOwner, offer: AnyOffer, signal: AbortSignal): Promise<TenantReach>;
  /** The tenant's side for one order. Asked for when `open` is ready or `reach` is whole; its calls reject before. */
  client(owner: OrderOwner, offer: AnyOffer, signal: AbortSignal): TenantClient;
  /** Takes back what the platform has denied, and nothing that it has granted. Answers what is left. */
  withdraw(owner: OrderOwner, offer: AnyOffer, signal: AbortSignal): Promise<AccessRemains | undefined>;
  /** Takes down what the order has. Answers what is left. */
  close(owner: OrderOwner, offer: AnyOffer, signal: AbortSignal): Promise<AccessRemains | undefined>;
  /** The order of this key is gone. */
  forget(key: string): void;
}
