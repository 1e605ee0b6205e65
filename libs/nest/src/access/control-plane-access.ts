/**
 * The access to tenants in standard mode. The cluster is that of the tenant's ControlPlane, whose request the platform has made; what
 * is asked for is an access to it, with the rights of the offer and no more. Names and labels are those of openMCP's Go runtime, so
 * that either may go on with what the other has made.
 *
 * Where an offer has workers that call back, the access `mcp` is theirs: so they find their kubeconfig, with their own rights alone, in
 * the Secret where kcp mode has it too, and where Go providers have it. The runtime then has a second one for itself.
 */
import { tenantNamespace, tenantRequest } from '@kcp-runtime/openmcp';
import type { AccessOrder, NamespacedName } from '@kcp-runtime/openmcp';
import { orderKey } from '@kcp-runtime/kube';
import type { AccessRemains, AccessState, TenantReach } from '../credential/access-state.js';
import type { CredentialUse } from '../credential/credential-need.js';
import type { OrderOwner } from '../customer/order-owner.js';
import { TenantObjects } from '../customer/tenant-objects.js';
import type { AnyOffer } from '../offer/offer.js';
import type { Right } from '../offer/rights.js';
import { permissionsFor, placeFor } from './permissions.js';
import type { PlatformAccesses } from './platform-accesses.js';
import type { TenantAccess } from './tenant-access.js';

/** What it is made of. */
export interface ControlPlaneAccessParts {
  readonly accesses: PlatformAccesses;
  /** Controller of an offer that names none. */
  readonly providerName: string;
  /** Puts an order on the queue again. */
  readonly wake: (key: string) => void;
}

/** Ids of accesses; the suffix of a request's name is the same. */
type AccessId = 'mcp' | 'runtime';

interface Wanted {
  readonly id: AccessId;
  readonly use: CredentialUse;
  readonly rights: readonly Right[];
}

export class ControlPlaneAccess implements TenantAccess {
  /** What an order asked for last, so that it can be forgotten by its key alone. */
  readonly #asked = new Map<string, readonly NamespacedName[]>();

  constructor(private readonly parts: ControlPlaneAccessParts) {}

  async open(owner: OrderOwner, offer: AnyOffer, signal: AbortSignal): Promise<AccessState> {
    const { accesses } = this.parts;
    const orders = wantedBy(offer).map((wanted) => this.#order(owner, offer, wanted));
    this.#noteAsked(owner, orders);
    const states = await Promise.all(orders.map((order) => accesses.open(order, signal)));
    const notYet = states.find(({ kind }) => kind !== 'ready');
    if (notYet !== undefined) return notYet;
    await this.#closeSpare(owner, offer, signal);
    return { kind: 'ready', renewInMs: soonest(states) };
  }

  async reach(owner: OrderOwner, offer: AnyOffer, signal: AbortSignal): Promise<TenantReach> {
    const own = this.#own(owner, offer);
    return own === undefined ? { kind: 'whole' } : this.parts.accesses.reach(own, signal);
  }

  client(owner: OrderOwner, offer: AnyOffer, signal: AbortSignal): TenantObjects {
    const own = this.#own(owner, offer);
    const sides = own === undefined ? [] : [this.parts.accesses.side(own, { owner, rights: offer.customer, signal })];
    return new TenantObjects({ owner, place: { kind: 'elsewhere', namespace: owner.key.namespace }, sides, signal });
  }

  /** One may be denied while workers go on with the other. */
  async withdraw(owner: OrderOwner, offer: AnyOffer, signal: AbortSignal): Promise<AccessRemains | undefined> {
    const orders = wantedBy(offer).map((wanted) => this.#order(owner, offer, wanted));
    const remains = await Promise.all(orders.map((order) => this.parts.accesses.withdraw(order, signal)));
    return remains.find((left) => left !== undefined);
  }

  /** Both, whatever the offer wants today: it may have wanted more before. */
  async close(owner: OrderOwner, offer: AnyOffer, signal: AbortSignal): Promise<AccessRemains | undefined> {
    const orders = [...wantedBy(offer), ...spareOf(offer)].map((wanted) => this.#order(owner, offer, wanted));
    this.#noteAsked(owner, orders);
    const remains = await Promise.all(orders.map((order) => this.parts.accesses.close(order, signal)));
    return remains.find((left) => left !== undefined);
  }

  forget(key: string): void {
    for (const request of this.#asked.get(key) ?? []) this.parts.accesses.forget({ request });
    this.#asked.delete(key);
  }

  #noteAsked({ key }: OrderOwner, orders: readonly AccessOrder[]): void {
    this.#asked.set(orderKey(key), orders.map(({ request: { namespace, name } }) => ({ namespace, name })));
  }

  /** What a former version of the offer had and this one does not want goes, once this one has what it wants. */
  async #closeSpare(owner: OrderOwner, offer: AnyOffer, signal: AbortSignal): Promise<void> {
    const { accesses } = this.parts;
    for (const order of spareOf(offer).map((wanted) => this.#order(owner, offer, wanted))) {
      if (await accesses.has(order, signal)) await accesses.close(order, signal);
    }
  }

  /** The runtime's own access; `undefined` where the handler does nothing on the tenant's side. */
  #own(owner: OrderOwner, offer: AnyOffer): AccessOrder | undefined {
    const own = wantedBy(offer).find(({ use }) => use === 'runtime');
    return own === undefined || own.rights.length === 0 ? undefined : this.#order(owner, offer, own);
  }

  #order({ key }: OrderOwner, { controller = this.parts.providerName }: AnyOffer, { id, use, rights }: Wanted): AccessOrder {
    const { namespace, name } = key;
    const place = tenantNamespace({ namespace, name });
    return {
      request: tenantRequest({ owner: { controller, namespace, name, id }, namespace: place, suffix: id }),
      cluster: { kind: 'existing', request: { namespace: place, name } },
      token: { permissions: [...permissionsFor(use, rights), ...(use === 'runtime' && rights.length > 0 ? [placeFor(namespace)] : [])] },
      wake: () => this.parts.wake(orderKey(key)),
    };
  }
}

/** One access at least, as Go providers have it: without any rights it still says whether the tenant's cluster can be had. */
function wantedBy({ customer, worker }: AnyOffer): readonly Wanted[] {
  if (worker.length === 0) return [{ id: 'mcp', use: 'runtime', rights: customer }];
  const own: readonly Wanted[] = customer.length === 0 ? [] : [{ id: 'runtime', use: 'runtime', rights: customer }];
  return [{ id: 'mcp', use: 'worker', rights: worker }, ...own];
}

function spareOf(offer: AnyOffer): readonly Wanted[] {
  const isWanted = wantedBy(offer).some(({ id }) => id === 'runtime');
  return isWanted ? [] : [{ id: 'runtime', use: 'runtime', rights: [] }];
}

function soonest(states: readonly AccessState[]): number | undefined {
  const times = states.flatMap((state) => (state.kind === 'ready' && state.renewInMs !== undefined ? [state.renewInMs] : []));
  return times.length === 0 ? undefined : Math.min(...times);
}
