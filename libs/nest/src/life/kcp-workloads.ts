/**
 * Workload clusters for orders in kcp mode, whose platform cluster may be any Kubernetes API: one that is not of openMCP has none to
 * give, and is looked at again. The run of kcp mode has one where an offer wants workload clusters.
 */
import { Milestone } from '@kcp-runtime/kube';
import type { Workloads } from '../access/workload-access.js';
import type { AccessRemains, AccessState, TenantReach } from '../credential/access-state.js';
import type { OrderOwner } from '../customer/order-owner.js';
import type { WorkloadObjects } from '../customer/workload-objects.js';
import type { AnyOffer } from '../offer/offer.js';
import { because } from '../status/reasons.js';
import { whenOpenMcpServed } from './openmcp-served.js';
import { TenantClusters } from './tenant-clusters.js';
import type { TenantClustersParts } from './tenant-clusters.js';

/** What they are made of. */
export interface KcpWorkloadsParts extends Omit<TenantClustersParts, 'ownControllers' | 'notServed'> {
  /** The platform gives clusters from now on. */
  readonly onServed: () => void;
}

type Platform = 'unknown' | 'other' | 'openmcp';

const NOT_SERVED: AccessState = { kind: 'waiting', because: because.workloadNotServed('it does not serve clusters.openmcp.cloud, and is looked at again') };

export class KcpWorkloads implements Workloads {
  readonly #parts: KcpWorkloadsParts;
  readonly #clusters: TenantClusters;
  readonly #looked = new Milestone();
  #platform: Platform = 'unknown';

  constructor(parts: KcpWorkloadsParts) {
    this.#parts = parts;
    this.#clusters = new TenantClusters({ ...parts, ownControllers: [], notServed: because.workloadNotServed });
  }

  /** Looks at the platform, and follows the requests there once it is one of openMCP, until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const isServed = await whenOpenMcpServed({ ...this.#parts, onAbsent: () => this.#found('other') }, signal);
    if (!isServed) return;
    this.#found('openmcp');
    await this.#clusters.run(signal);
  }

  async open(owner: OrderOwner, offer: AnyOffer, signal: AbortSignal): Promise<AccessState> {
    return (await this.#areServed(signal)) ? this.#clusters.workloads.open(owner, offer, signal) : NOT_SERVED;
  }

  async has(owner: OrderOwner, offer: AnyOffer, signal: AbortSignal): Promise<boolean> {
    return (await this.#areServed(signal)) && this.#clusters.workloads.has(owner, offer, signal);
  }

  async reach(owner: OrderOwner, offer: AnyOffer, signal: AbortSignal): Promise<TenantReach> {
    return (await this.#areServed(signal)) ? this.#clusters.workloads.reach(owner, offer, signal) : { kind: 'gone' };
  }

  client(owner: OrderOwner, offer: AnyOffer, signal: AbortSignal): WorkloadObjects {
    return this.#clusters.workloads.client(owner, offer, signal);
  }

  async withdraw(owner: OrderOwner, offer: AnyOffer, signal: AbortSignal): Promise<AccessRemains | undefined> {
    return (await this.#areServed(signal)) ? this.#clusters.workloads.withdraw(owner, offer, signal) : undefined;
  }

  async close(owner: OrderOwner, offer: AnyOffer, signal: AbortSignal): Promise<AccessRemains | undefined> {
    return (await this.#areServed(signal)) ? this.#clusters.workloads.close(owner, offer, signal) : undefined;
  }

  forget(key: string): void {
    this.#clusters.workloads.forget(key);
  }

  /** Ends the connections. Called `end` because `close` is for one order. */
  end(): Promise<void> {
    return this.#clusters.close();
  }

  #found(platform: Platform): void {
    const isNew = this.#platform === 'other' && platform === 'openmcp';
    this.#platform = platform;
    this.#looked.reach();
    if (isNew) this.#parts.onServed();
  }

  /** Before the first look nothing is known, and an order that stands well must not be told otherwise. */
  async #areServed(signal: AbortSignal): Promise<boolean> {
    await this.#looked.when(signal);
    return this.#platform === 'openmcp';
  }
}
