import { orderKey } from '@kcp-runtime/kube';
import type { Clock, KubeApi, KubeObject, OrderKey } from '@kcp-runtime/kube';
import type { TenantAccess } from '../access/tenant-access.js';
import type { AccessRemains, AccessState, TenantReach } from '../credential/access-state.js';
import type { OrderOwner } from '../customer/order-owner.js';
import type { TenantClient } from '../customer/tenant-client.js';
import type { EventSink } from '../events/event-sink.js';
import { NamespaceEvents } from '../events/namespace-events.js';
import type { AnyOffer } from '../offer/offer.js';
import type { OrderLog } from '../offer/order.js';
import type { ClaimState, MetadataPatch, OrderFrame, OrderHome, Standing } from '../reconcile/order-home.js';
import type { StatusPatch } from '../status/order-status.js';
import { CONTROL_PLANE_PATIENCE_MS } from './control-planes.js';
import type { ControlPlanes } from './control-planes.js';
import { offerOfKey } from './offer-of-key.js';
import { patchOrderMetadata, patchOrderStatus } from './order-writes.js';
import type { CachedOrders } from './order-writes.js';

/** One offer on the onboarding cluster. */
export interface OnboardingOffer extends CachedOrders {
  readonly offer: AnyOffer;
}

/** What a home is made of. */
export interface OnboardingHomeParts {
  /** Of the onboarding cluster; writes only while the lease is held. */
  readonly api: KubeApi;
  readonly offers: ReadonlyMap<string, OnboardingOffer>;
  readonly controlPlanes: Pick<ControlPlanes, 'stateOf'>;
  /** Has an order looked at again after a time. */
  readonly lookAgain: (key: string, afterMs: number) => void;
  /** Leads to the tenants' ControlPlanes. */
  readonly access: TenantAccess;
  /** Name of the provider, as Events say it. */
  readonly reporter: string;
  readonly clock: Clock;
  readonly log: OrderLog;
}

/**
 * The orders of the onboarding cluster, as the loop reads and writes them. Nothing is to be accepted there, and a namespace
 * has one order of a name: that of the ControlPlane with the same name.
 */
export class OnboardingHome implements OrderHome {
  readonly mode = 'standard';

  constructor(private readonly parts: OnboardingHomeParts) {}

  read(key: OrderKey): OrderFrame | undefined {
    return this.#offer(key).cache.get(orderKey(key));
  }

  patchMetadata(key: OrderKey, patch: MetadataPatch, before: KubeObject, signal: AbortSignal): Promise<OrderFrame> {
    return patchOrderMetadata({ orders: this.#offer(key), api: this.parts.api, key, before, signal }, patch);
  }

  patchStatus(key: OrderKey, patch: StatusPatch, before: KubeObject, signal: AbortSignal): Promise<OrderFrame> {
    return patchOrderStatus({ orders: this.#offer(key), api: this.parts.api, key, before, signal }, patch);
  }

  claims(): ClaimState {
    return { kind: 'accepted' };
  }

  /** Whatever `instances` says: a second order of a ControlPlane bears a name that no ControlPlane has. */
  standing(key: OrderKey): Standing {
    switch (this.parts.controlPlanes.stateOf(key)) {
      case 'there':
      case 'unknown':
        return { kind: 'served' };
      case 'awaited':
        this.parts.lookAgain(orderKey(key), CONTROL_PLANE_PATIENCE_MS);
        return { kind: 'unknown' };
      case 'missing':
        return { kind: 'noControlPlane' };
    }
  }

  customer(owner: OrderOwner, signal: AbortSignal): TenantClient {
    return this.parts.access.client(owner, this.#offer(owner.key).offer, signal);
  }

  openAccess(owner: OrderOwner, signal: AbortSignal): Promise<AccessState> {
    return this.parts.access.open(owner, this.#offer(owner.key).offer, signal);
  }

  withdrawAccess(owner: OrderOwner, signal: AbortSignal): Promise<AccessRemains | undefined> {
    return this.parts.access.withdraw(owner, this.#offer(owner.key).offer, signal);
  }

  reach(owner: OrderOwner, signal: AbortSignal): Promise<TenantReach> {
    return this.parts.access.reach(owner, this.#offer(owner.key).offer, signal);
  }

  closeAccess(owner: OrderOwner, signal: AbortSignal): Promise<AccessRemains | undefined> {
    return this.parts.access.close(owner, this.#offer(owner.key).offer, signal);
  }

  events(owner: OrderOwner, signal: AbortSignal): EventSink {
    const { api, reporter, clock, log } = this.parts;
    return new NamespaceEvents({ api, owner, isGranted: () => true, reporter, signal, clock, log });
  }

  #offer(key: OrderKey): OnboardingOffer {
    return offerOfKey(this.parts.offers, key);
  }
}
