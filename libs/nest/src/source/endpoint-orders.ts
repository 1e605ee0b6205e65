/**
 * The orders of all workspaces behind one endpoint URL: their caches, whose turn it is, and which of them are to be looked at when something
 * changes that they hang on. WorkspaceEndpoint has one and fills the caches. It does no I/O.
 */
import { FrameCache, orderKey, readOrderKey, tenantOfOrderKey } from '@kcp-runtime/kube';
import type { FrameChange, KubeObject, OrderKey, WorkQueue } from '@kcp-runtime/kube';
import type { MadeFor } from '../customer/made-objects.js';
import { orderFields } from '../reconcile/order-fields.js';
import type { OrderFields, OrdersOfOffer } from '../reconcile/order-home.js';
import { standingWord } from '../reconcile/order-standing.js';
import type { ServedOffer } from '../reconcile/served-offer.js';
import { logicalClusterOf } from './logical-cluster.js';
import { classOfChange, classOfOrder } from './order-class.js';
import { TenantOrders } from './tenant-orders.js';
import { offerAtEndpoint } from './workspace-home.js';
import type { OfferAtEndpoint } from './workspace-home.js';

/** What they are made of. */
export interface EndpointOrdersParts {
  /** The endpoint's part of its order keys: short, since every cached order carries it. */
  readonly name: string;
  readonly offers: readonly ServedOffer[];
  readonly queue: WorkQueue;
  /** How many orders a tenant may have, as the ProviderConfig says at the moment. */
  readonly ordersPerTenant: () => number | undefined;
}

/** All orders behind one URL. */
export class EndpointOrders {
  readonly offers: ReadonlyMap<string, OfferAtEndpoint>;
  readonly tenants: TenantOrders;
  readonly #parts: EndpointOrdersParts;
  readonly #onLost: (key: string) => void;

  /** @param onLost an order is gone */
  constructor(parts: EndpointOrdersParts, onLost: (key: string) => void) {
    this.#parts = parts;
    this.#onLost = onLost;
    this.tenants = new TenantOrders({
      single: new Set(parts.offers.filter(({ handlers }) => handlers.offer.instances === 'one').map(({ name }) => name)),
      limit: parts.ordersPerTenant,
      wake: (key) => this.#wakeOrder(key),
    });
    this.offers = new Map(parts.offers.map((served) => [served.name, offerAtEndpoint(served, this.#cacheOf(served))]));
  }

  /** The API groups of the offers. */
  get groups(): readonly string[] {
    return [...new Set([...this.offers.values()].map(({ type }) => type.group))];
  }

  /** Keys of all orders. */
  *keys(): Iterable<string> {
    for (const { cache } of this.offers.values()) yield* cache.keys();
  }

  /** Of all orders. */
  *uids(): Iterable<string> {
    for (const { cache } of this.offers.values()) {
      for (const key of cache.keys()) {
        const uid = cache.get(key)?.fields.uid;
        if (uid !== undefined) yield uid;
      }
    }
  }

  /** All orders, by offer. */
  *byOffer(): Iterable<OrdersOfOffer> {
    for (const [offer, { cache }] of this.offers) yield { offer, cache };
  }

  /** Whether there is an order of this name. */
  has({ offer, cluster, namespace, name }: Omit<OrderKey, 'endpoint'>): boolean {
    return this.offers.get(offer)?.cache.get(orderKey({ offer, endpoint: this.#parts.name, cluster, namespace, name })) !== undefined;
  }

  /** How many orders of these logical clusters bear our finalizer. */
  heldIn(clusters: ReadonlySet<string>): number {
    const held = (cache: FrameCache<OrderFields>): number =>
      [...cache.keys()].filter((key) => cache.get(key)?.fields.isHeld && clusters.has(readOrderKey(key).cluster)).length;
    return [...this.offers.values()].reduce((sum, { cache }) => sum + held(cache), 0);
  }

  /** What the consumer grants has changed: each of his orders may go on, or has to say what is missing. */
  wakeCluster(cluster: string): void {
    const { name: endpoint, queue } = this.#parts;
    const tenant = tenantOfOrderKey(orderKey({ offer: '', endpoint, cluster, namespace: '', name: '' }));
    for (const key of this.tenants.keysOf(tenant)) queue.add(key, 'changed');
  }

  /** Something that was made for the order has changed. The label may name one that is gone, or that never was: whoever may edit the object may edit it. */
  wakeMaker(order: MadeFor): void {
    if (this.has(order)) this.#parts.queue.add(orderKey({ ...order, endpoint: this.#parts.name }), 'changed');
  }

  /** Its turn has come or gone. */
  #wakeOrder(key: string): void {
    const order = this.offers.get(readOrderKey(key).offer)?.cache.get(key);
    if (order !== undefined) this.#parts.queue.add(key, classOfOrder(order.fields));
  }

  #cacheOf({ name: offer, finalizer }: ServedOffer): FrameCache<OrderFields> {
    const { name: endpoint, queue } = this.#parts;
    const keyOf = (order: KubeObject): string | undefined => {
      const cluster = logicalClusterOf(order);
      const { namespace = '', name } = order.metadata;
      return cluster === undefined ? undefined : orderKey({ offer, endpoint, cluster, namespace, name });
    };
    const onChange = (change: FrameChange<OrderFields>): void => {
      if (change.kind === 'deleted') this.#lost(change.key, change.was.fields);
      else this.tenants.saw(offer, change.key, change.now.fields);
      queue.add(change.key, classOfChange(change));
    };
    return new FrameCache({ keyOf, select: orderFields(finalizer), onChange, countBy: standingWord });
  }

  #lost(key: string, order: OrderFields): void {
    this.tenants.lost(key, order);
    this.#onLost(key);
  }
}
