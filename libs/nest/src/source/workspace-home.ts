import { clusterUrl, orderKey } from '@kcp-runtime/kube';
import type { Clock, FrameCache, KubeApi, KubeObject, OrderKey, ResourceType } from '@kcp-runtime/kube';
import type { AccessRemains, AccessState, TenantReach } from '../credential/access-state.js';
import { CREDENTIAL_KINDS, credentialNeed } from '../credential/credential-need.js';
import type { WorkspaceAccess } from '../credential/workspace-access.js';
import { claimableKind } from '../customer/claimable-kinds.js';
import { ClaimedSide } from '../customer/claimed-side.js';
import type { MadeObjects } from '../customer/made-objects.js';
import type { OrderOwner } from '../customer/order-owner.js';
import type { TenantClient } from '../customer/tenant-client.js';
import { TenantObjects } from '../customer/tenant-objects.js';
import type { EventSink } from '../events/event-sink.js';
import { NamespaceEvents } from '../events/namespace-events.js';
import type { AnyOffer } from '../offer/offer.js';
import type { OrderLog } from '../offer/order.js';
import { claimsOfOffer } from '../publish/permission-claims.js';
import type { NeededClaim, PermissionClaim } from '../publish/permission-claims.js';
import type { ClaimState, MetadataPatch, OrderFields, OrderFrame, OrderHome, Standing } from '../reconcile/order-home.js';
import type { ServedOffer } from '../reconcile/served-offer.js';
import type { StatusPatch } from '../status/order-status.js';
import type { MissingClaim } from '../status/reasons.js';
import { offerOfKey } from './offer-of-key.js';
import { patchOrderMetadata, patchOrderStatus } from './order-writes.js';
import type { CachedOrders } from './order-writes.js';
import type { TenantOrders } from './tenant-orders.js';
import type { WorkspaceBindings } from './workspace-bindings.js';

/** One offer at one endpoint: how its orders are cached and what it needs. */
export interface OfferAtEndpoint extends CachedOrders {
  readonly offer: AnyOffer;
  readonly needed: readonly NeededClaim[];
  /** The kinds that its handler may touch. */
  readonly kinds: readonly ResourceType[];
}

/** What a home is made of. */
export interface WorkspaceHomeParts {
  /** Of the virtual workspace, without `/clusters/…`. */
  readonly url: string;
  /** The API at a URL over the connection of this moment. */
  readonly at: (url: string) => KubeApi;
  readonly offers: ReadonlyMap<string, OfferAtEndpoint>;
  readonly bindings: WorkspaceBindings;
  readonly tenants: TenantOrders;
  readonly made: MadeObjects;
  readonly access: WorkspaceAccess;
  /** The claims of the export as a whole: an entry of a binding is for all offers. */
  readonly exported: readonly PermissionClaim[];
  /** Name of the provider, as Events say it. */
  readonly reporter: string;
  readonly clock: Clock;
  readonly log: OrderLog;
}

/** The kinds that are watched for an offer: what its handler makes, and what its credential is made of. */
export function watchedKinds({ offer, kinds }: OfferAtEndpoint): readonly ResourceType[] {
  return credentialNeed(offer) === undefined ? kinds : [...kinds, ...CREDENTIAL_KINDS];
}

/** What the APIs of an offer are called on the wire. */
export function offerAtEndpoint({ api, handlers }: ServedOffer, cache: FrameCache<OrderFields>): OfferAtEndpoint {
  const { group, version, plural, kind, scope } = api;
  const kinds = handlers.offer.customer.flatMap((right) => claimableKind(right.group, right.resource) ?? []);
  return { offer: handlers.offer, type: { group, version, plural, kind, scope }, cache, needed: claimsOfOffer(handlers.offer), kinds };
}

/** The orders of all workspaces behind one endpoint URL, as the loop reads and writes them. */
export class WorkspaceHome implements OrderHome {
  readonly mode = 'kcp';

  constructor(private readonly parts: WorkspaceHomeParts) {}

  read(key: OrderKey): OrderFrame | undefined {
    return this.#offer(key).cache.get(orderKey(key));
  }

  async patchMetadata(key: OrderKey, patch: MetadataPatch, before: KubeObject, signal: AbortSignal): Promise<OrderFrame> {
    const frame = await patchOrderMetadata({ orders: this.#offer(key), api: this.#cluster(key), key, before, signal }, patch);
    this.#takePlace(key);
    return frame;
  }

  async patchStatus(key: OrderKey, patch: StatusPatch, before: KubeObject, signal: AbortSignal): Promise<OrderFrame> {
    const frame = await patchOrderStatus({ orders: this.#offer(key), api: this.#cluster(key), key, before, signal }, patch);
    this.#takePlace(key);
    return frame;
  }

  claims(key: OrderKey): ClaimState {
    const state = this.parts.bindings.claims(key.cluster, this.#offer(key).needed);
    return state.kind === 'missing' ? { ...state, claims: state.claims.map((claim) => this.#asExported(claim)) } : state;
  }

  standing(key: OrderKey): Standing {
    const frame = this.read(key);
    return frame === undefined ? { kind: 'unknown' } : this.parts.tenants.standing(key.offer, orderKey(key), frame.fields);
  }

  customer(owner: OrderOwner, signal: AbortSignal): TenantClient {
    const { made, access, bindings } = this.parts;
    const { kinds, offer } = this.#offer(owner.key);
    const mayDelete = (type: ResourceType): boolean => bindings.grants(owner.key.cluster, { group: type.group, resource: type.plural, verbs: ['delete'] });
    const claimed = new ClaimedSide({ owner, kinds, made, mayDelete, resource: (type) => this.#cluster(owner.key).resource(type), signal });
    return new TenantObjects({ owner, place: { kind: 'beside' }, sides: [claimed, access.direct(owner, offer, signal) ?? []].flat(), signal });
  }

  openAccess(owner: OrderOwner, signal: AbortSignal): Promise<AccessState> {
    return this.parts.access.open(owner, this.#offer(owner.key).offer, signal);
  }

  async reach({ key }: OrderOwner): Promise<TenantReach> {
    switch (this.claims(key).kind) {
      case 'accepted':
        return { kind: 'whole' };
      case 'missing':
        return { kind: 'part' };
      case 'unseen':
        return { kind: 'gone' };
    }
  }

  /** Nobody grants or denies it but the tenant, by his claims. */
  async withdrawAccess(): Promise<undefined> {
    return undefined;
  }

  async closeAccess(owner: OrderOwner, signal: AbortSignal): Promise<AccessRemains | undefined> {
    const object = await this.parts.access.close(owner, this.#offer(owner.key).offer, signal);
    return object && { kind: 'held', object };
  }

  events(owner: OrderOwner, signal: AbortSignal): EventSink {
    const { bindings, reporter, clock, log } = this.parts;
    const isGranted = (): boolean => bindings.grants(owner.key.cluster, { group: '', resource: 'events', verbs: ['create'] });
    return new NamespaceEvents({ api: this.#cluster(owner.key), owner, isGranted, reporter, signal, clock, log });
  }

  /** The cache tells nobody of our own writes, and an order that was released has no place any more. */
  #takePlace(key: OrderKey): void {
    const frame = this.read(key);
    if (frame !== undefined) this.parts.tenants.saw(key.offer, orderKey(key), frame.fields);
  }

  #asExported(claim: MissingClaim): MissingClaim {
    const exported = this.parts.exported.find(({ group, resource }) => group === claim.group && resource === claim.resource);
    return { ...claim, accept: exported?.verbs };
  }

  #cluster({ cluster }: OrderKey): KubeApi {
    return this.parts.at(clusterUrl(this.parts.url, cluster));
  }

  #offer(key: OrderKey): OfferAtEndpoint {
    return offerOfKey(this.parts.offers, key);
  }
}
