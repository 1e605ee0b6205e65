import type { Provided, Removed } from '../offer/answer.js';
import type { AnyOffer } from '../offer/offer.js';
import type { ConsumerWorkspace, Deletion, Order, Reach, WorkloadClient } from '../offer/order.js';

/** An order as the loop builds it, for whatever offer. */
export type AnyOrder = Order & { readonly workload?: WorkloadClient };

/** A deletion as the loop builds it, for whatever offer. */
export type AnyDeletion = Deletion & { readonly workload?: Reach<WorkloadClient> };

/**
 * The author's handlers of one offer, as `HandlerExplorer` found them. A request-scoped handler class
 * is made anew at each call with the order as its request. What a handler throws comes out unchanged.
 */
export interface OfferHandlers {
  readonly offer: AnyOffer;
  onOrder(order: AnyOrder): Promise<Provided>;
  /** Absent where the author has none: then nothing outside is to be removed. */
  readonly onDelete?: (order: AnyDeletion) => Promise<Removed>;
  readonly onBound?: (workspace: ConsumerWorkspace) => Promise<void>;
  readonly onUnbound?: (workspace: ConsumerWorkspace) => Promise<void>;
}
