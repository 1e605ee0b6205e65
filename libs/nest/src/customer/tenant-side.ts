import type { KubeObject, ObjectRef, OwnMetadataPatch, ResourceClient, ResourceType } from '@kcp-runtime/kube';
import type { GuardedKind } from '../offer/offer.js';
import type { ObjectTarget } from '../offer/order.js';
import type { MadeObject } from './made-objects.js';

/**
 * One way to the objects of one tenant: which kinds it leads to, and how it knows what stands there. It is bound to one
 * logical cluster: nothing that a caller hands in can choose another.
 */
export interface TenantSide {
  /** The kind that a handler means; `undefined` where this way does not lead to it. */
  kindOf(target: Pick<ObjectTarget, 'apiVersion' | 'kind'>): Promise<ResourceType | undefined>;
  resource(type: ResourceType): Promise<ResourceClient>;
  /** The object as far as it can be known here: from a watch, or by a look at the server. */
  known(type: ResourceType, ref: ObjectRef): Promise<KubeObject | undefined>;
  /** Sends a write of ours. `before` is what it was made from; `undefined` for a create. */
  write(type: ResourceType, ref: ObjectRef, before: KubeObject | undefined, patch: OwnMetadataPatch, send: () => Promise<KubeObject>): Promise<KubeObject>;
  /** Objects of a kind that this provider did not make; `undefined` where this way does not lead to the kind. */
  living(kind: GuardedKind): Promise<readonly ObjectRef[] | undefined>;
  /** All that the order has made here and is not to outlive it, as far as we may remove it. Rejects while that is not known. */
  made(): Promise<readonly MadeObject[]>;
}
