import type { KubeObject } from '@kcp-runtime/kube';
import type { ClusterClient } from '../offer/order.js';
import type { MadeObject } from './made-objects.js';

/** The tenant's side as the loop holds it: what only the end of an order needs is not for handlers. */
export interface TenantClient extends ClusterClient {
  /**
   * Deletes all that handlers made for the order and did not keep, sets in reverse. Resolves when the server has taken
   * every deletion, or with the member of a set that is still held by a finalizer: those before it stay until it is gone.
   */
  removeAll(): Promise<MadeObject | undefined>;
}

/** The same for the runtime itself, whose own sets handlers can't name. */
export interface RuntimeSets {
  /** Brings a set to these objects and removes what left it; answers the objects as they stand, in this order. */
  replaceSet(set: string, objects: readonly KubeObject[]): Promise<readonly KubeObject[]>;
  /** Deletes a set in reverse. Answers the member that is still held. */
  removeSet(set: string): Promise<MadeObject | undefined>;
}
