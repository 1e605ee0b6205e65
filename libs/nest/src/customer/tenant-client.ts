import type { KubeObject, ObjectRef } from '@kcp-runtime/kube';
import type { ClusterClient } from '../offer/order.js';
import type { GuardedKind } from '../offer/offer.js';
import type { MadeObject } from './made-objects.js';

/** Objects of one kind that somebody else than this provider has made. */
export interface LivingObjects extends GuardedKind {
  readonly refs: readonly ObjectRef[];
}

/** The tenant's side as the loop holds it: what only the end of an order needs is not for handlers. */
export interface TenantClient extends ClusterClient {
  /**
   * Deletes all that handlers made for the order and did not keep, sets in reverse. Resolves when the server has taken
   * every deletion, or with the member of a set that is still held by a finalizer: those before it stay until it is gone.
   */
  removeAll(): Promise<MadeObject | undefined>;
  /** What there is of these kinds, one entry a kind of which there is something. A kind that is not served has nothing. */
  living(kinds: readonly GuardedKind[]): Promise<readonly LivingObjects[]>;
}

/** The same for the runtime itself, whose own sets handlers can't name. */
export interface RuntimeSets {
  /** Brings a set to these objects and removes what left it; answers the objects as they stand, in this order. */
  replaceSet(set: string, objects: readonly KubeObject[]): Promise<readonly KubeObject[]>;
  /** Deletes a set in reverse. Answers the member that is still held. */
  removeSet(set: string): Promise<MadeObject | undefined>;
}
