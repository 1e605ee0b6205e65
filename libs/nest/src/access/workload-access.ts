/**
 * Workload clusters, where the workers of an order run, in both modes: a ClusterRequest and an access to what it is granted, in the
 * namespace of the order's tenant on the platform. The workload step of the loop opens and closes it. Names and labels are those of
 * openMCP's Go runtime.
 */
import { orderKey } from '@kcp-runtime/kube';
import { tenantNamespace, tenantRequest } from '@kcp-runtime/openmcp';
import type { AccessOrder, NamespacedName } from '@kcp-runtime/openmcp';
import type { AccessRemains, AccessState, TenantReach } from '../credential/access-state.js';
import { CLUSTER_LABEL, tenantNamespaceOf } from '../credential/tenant-namespaces.js';
import type { TenantNamespaces } from '../credential/tenant-namespaces.js';
import type { OrderOwner } from '../customer/order-owner.js';
import { WorkloadObjects } from '../customer/workload-objects.js';
import type { AnyOffer } from '../offer/offer.js';
import { permissionsFor } from './permissions.js';
import type { PlatformAccesses } from './platform-accesses.js';
import type { TenantAccess } from './tenant-access.js';

/** Where the requests of an order stand. */
export interface WorkloadPlaces {
  readonly namespaceOf: (owner: OrderOwner) => string;
  readonly labelsOf: (owner: OrderOwner) => Readonly<Record<string, string>>;
  /** Before anything is made there. */
  readonly use: (owner: OrderOwner, signal: AbortSignal) => Promise<void>;
  /** After the last has gone. */
  readonly leave: (owner: OrderOwner, signal: AbortSignal) => Promise<void>;
}

/** What it is made of. */
export interface WorkloadAccessParts {
  readonly accesses: PlatformAccesses;
  readonly places: WorkloadPlaces;
  /** Controller of an offer that names none. */
  readonly providerName: string;
  /** What to ask a cluster for. */
  readonly purpose: () => string;
  /** Puts an order on the queue again. */
  readonly wake: (key: string) => void;
}

/** What the workload step needs. */
export interface Workloads extends TenantAccess {
  /** Whether the order has requests of its own, whatever it wants today. */
  has(owner: OrderOwner, offer: AnyOffer, signal: AbortSignal): Promise<boolean>;
  client(owner: OrderOwner, offer: AnyOffer, signal: AbortSignal): WorkloadObjects;
}

const ID = 'workload';
const SUFFIX = 'wl';

export class WorkloadAccess implements Workloads {
  /** What an order asked for last, so that it can be forgotten by its key alone. */
  readonly #asked = new Map<string, NamespacedName>();

  constructor(private readonly parts: WorkloadAccessParts) {}

  async open(owner: OrderOwner, offer: AnyOffer, signal: AbortSignal): Promise<AccessState> {
    const { accesses, places } = this.parts;
    const order = this.#asking(owner, offer);
    if (!(await accesses.has(order, signal))) await places.use(owner, signal);
    return accesses.open(order, signal);
  }

  has(owner: OrderOwner, offer: AnyOffer, signal: AbortSignal): Promise<boolean> {
    return this.parts.accesses.has(this.#order(owner, offer), signal);
  }

  reach(owner: OrderOwner, offer: AnyOffer, signal: AbortSignal): Promise<TenantReach> {
    return this.parts.accesses.reach(this.#order(owner, offer), signal);
  }

  client(owner: OrderOwner, offer: AnyOffer, signal: AbortSignal): WorkloadObjects {
    const { accesses } = this.parts;
    const order = this.#order(owner, offer);
    const side = accesses.side(order, { owner, rights: offer.workloadRights, signal });
    return new WorkloadObjects({ owner, place: { kind: 'shared' }, sides: [side], signal }, () => accesses.kubeconfig(order, signal));
  }

  withdraw(owner: OrderOwner, offer: AnyOffer, signal: AbortSignal): Promise<AccessRemains | undefined> {
    return this.parts.accesses.withdraw(this.#order(owner, offer), signal);
  }

  async close(owner: OrderOwner, offer: AnyOffer, signal: AbortSignal): Promise<AccessRemains | undefined> {
    const left = await this.parts.accesses.close(this.#asking(owner, offer), signal);
    if (left === undefined) await this.parts.places.leave(owner, signal);
    return left;
  }

  forget(key: string): void {
    const request = this.#asked.get(key);
    if (request !== undefined) this.parts.accesses.forget({ request });
    this.#asked.delete(key);
  }

  #asking(owner: OrderOwner, offer: AnyOffer): AccessOrder {
    const order = this.#order(owner, offer);
    const { namespace, name } = order.request;
    this.#asked.set(orderKey(owner.key), { namespace, name });
    return order;
  }

  #order(owner: OrderOwner, { controller = this.parts.providerName, workloadRights }: AnyOffer): AccessOrder {
    const { places, purpose, wake } = this.parts;
    const { namespace, name } = owner.key;
    return {
      request: tenantRequest({ owner: { controller, namespace, name, id: ID }, namespace: places.namespaceOf(owner), suffix: SUFFIX, labels: places.labelsOf(owner) }),
      cluster: { kind: 'ordered', purpose: purpose() },
      token: { permissions: permissionsFor('runtime', workloadRights) },
      wake: () => wake(orderKey(owner.key)),
    };
  }
}

/** In standard mode the platform makes the namespace of a ControlPlane, and removes it. */
export const controlPlanePlaces: WorkloadPlaces = {
  namespaceOf: ({ key: { namespace, name } }) => tenantNamespace({ namespace, name }),
  labelsOf: () => ({}),
  use: async () => undefined,
  leave: async () => undefined,
};

/** In kcp mode nobody makes it but us. */
export function workspacePlaces(namespaces: Pick<TenantNamespaces, 'use' | 'leave'>): WorkloadPlaces {
  return {
    namespaceOf: tenantNamespaceOf,
    labelsOf: ({ key }) => ({ [CLUSTER_LABEL]: key.cluster }),
    use: (owner, signal) => namespaces.use(owner, 'workload', signal),
    leave: (owner, signal) => namespaces.leave(owner, 'workload', signal),
  };
}
