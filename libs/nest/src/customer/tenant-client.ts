import type { ClusterClient } from '../offer/order.js';

/** The tenant's side as the loop holds it: what only the end of an order needs is not for handlers. */
export interface TenantClient extends ClusterClient {
  /** Deletes all that was made for the order and not kept. Resolves when the server has taken every deletion. */
  removeAll(): Promise<void>;
}
