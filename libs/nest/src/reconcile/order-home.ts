import type { Frame, FrameCache, KubeObject, ObjectRef, OrderKey } from '@kcp-runtime/kube';
import type { AccessRemains, AccessState, TenantReach } from '../credential/access-state.js';
import type { OrderOwner } from '../customer/order-owner.js';
import type { TenantClient } from '../customer/tenant-client.js';
import type { EventSink } from '../events/event-sink.js';
import type { Mode } from '../offer/order.js';
import type { StatusPatch } from '../status/order-status.js';
import type { MissingClaim, Reason } from '../status/reasons.js';

/** What is known of an order without parsing it: chosen by `orderFields`, kept by the cache for each order. */
export interface OrderFields {
  readonly uid: string;
  readonly resourceVersion: string;
  readonly generation: number;
  readonly creationTimestamp: string;
  readonly deletionTimestamp?: string;
  /** Whether the finalizer of this API group stands on the order. */
  readonly isHeld: boolean;
  /** Value of the annotation `openmcp.cloud/operation`. */
  readonly operation?: string;
  /** `status.phase` */
  readonly phase?: string;
  /** Why it is not Ready, where that is one of the runtime's own reasons. */
  readonly reason?: keyof typeof Reason;
  /** `status.observedGeneration` */
  readonly observedGeneration?: number;
}

/** One version of an order, as the cache holds it or as the answer to a write of ours brought it. */
export type OrderFrame = Frame<OrderFields>;

/** The orders of one offer, as one cache holds them. */
export interface OrdersOfOffer {
  readonly offer: string;
  /** It counts by `standingWord`. */
  readonly cache: Pick<FrameCache<OrderFields>, 'counts'>;
}

/** What the loop changes in an order's metadata, as a JSON merge patch. */
export interface MetadataPatch {
  /** Makes the patch conditional: another version on the server is answered by `Conflict`. */
  readonly resourceVersion?: string;
  /** The whole list: a merge patch replaces lists. */
  readonly finalizers?: readonly string[];
  /** `null` removes the annotation. */
  readonly annotations?: Readonly<Record<string, string | null>>;
}

/** Whether the tenant grants what this order's offer needs in his workspace. Standard mode answers `accepted`. */
export type ClaimState =
  | { readonly kind: 'accepted' }
  /** The binding was not seen yet: its arrival puts the order on the queue again. */
  | { readonly kind: 'unseen' }
  | { readonly kind: 'missing'; readonly claims: readonly MissingClaim[] };

/** Whether it is an order's turn among those of its tenant. */
export type Standing =
  | { readonly kind: 'served' }
  /** What decides on it was not seen yet: the order is put on the queue when it is. */
  | { readonly kind: 'unknown' }
  /** One order a workspace is served, and this other one is older. */
  | { readonly kind: 'behind'; readonly winner: ObjectRef }
  /** So many orders a tenant are served, and as many are older. */
  | { readonly kind: 'overLimit'; readonly limit: number }
  /** Standard mode: no ControlPlane bears the order's name. */
  | { readonly kind: 'noControlPlane' };

/**
 * All that the loop may read or write of the orders of one source endpoint. Implemented by a source;
 * the loop never sees a URL, a client or a cache.
 *
 * Both patches go through `FrameCache.beginWrite`, so that the next `read` sees the answer at once. They refuse
 * to write once the lease's term is over, and let kube's error classes through as they are.
 */
export interface OrderHome {
  readonly mode: Mode;
  read(key: OrderKey): OrderFrame | undefined;
  /** `before` is the order that the patch was made from. Resolves to the server's answer. */
  patchMetadata(key: OrderKey, patch: MetadataPatch, before: KubeObject, signal: AbortSignal): Promise<OrderFrame>;
  patchStatus(key: OrderKey, patch: StatusPatch, before: KubeObject, signal: AbortSignal): Promise<OrderFrame>;
  claims(key: OrderKey): ClaimState;
  /** Whoever got another answer than `served` is put on the queue when it is over. */
  standing(key: OrderKey): Standing;
  /** The tenant's side for this order; every call of it ends with `signal`. */
  customer(owner: OrderOwner, signal: AbortSignal): TenantClient;
  /** Makes, mends and renews the access that the offer needs beyond its claims. */
  openAccess(owner: OrderOwner, signal: AbortSignal): Promise<AccessState>;
  /** Takes back what the platform has denied, so that the next `openAccess` asks anew. Answers what is left of that. */
  withdrawAccess(owner: OrderOwner, signal: AbortSignal): Promise<AccessRemains | undefined>;
  /** How far `customer` leads at the end of the order. Nothing is made for it that the order has not had before. */
  reach(owner: OrderOwner, signal: AbortSignal): Promise<TenantReach>;
  /** Takes it down. Resolves when the server has taken every deletion, or with what is left. */
  closeAccess(owner: OrderOwner, signal: AbortSignal): Promise<AccessRemains | undefined>;
  /** Faults and recoveries for the tenant; a sink that tells nobody where the claim on Events is not accepted. */
  events(owner: OrderOwner, signal: AbortSignal): EventSink;
}

/** Finds the home of a key; `undefined` once its endpoint is gone. */
export interface OrderHomes {
  homeOf(key: OrderKey): OrderHome | undefined;
}
