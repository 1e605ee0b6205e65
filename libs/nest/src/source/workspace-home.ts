import { clusterUrl, orderKey } from '@kcp-runtime/kube';
import type { Clock, FrameCache, KubeApi, KubeObject, OrderKey, ResourceClient, ResourceType } from '@kcp-runtime/kube';
import type { AccessState } from '../credential/access-state.js';
import { CREDENTIAL_KINDS, credentialNeed } from '../credential/credential-need.js';
import type { WorkspaceAccess } from '../credential/workspace-access.js';
import { claimableKind } from '../customer/claimable-kinds.js';
import { ClaimedSide } from '../customer/claimed-side.js';
import type { MadeObject, MadeObjects } from '../customer/made-objects.js';
import type { OrderOwner } from '../customer/order-owner.js';
import type { TenantClient } from '../customer/tenant-client.js';
import { TenantObjects } from '../customer/tenant-objects.js';
import type { EventSink } from '../events/event-sink.js';
import type { AnyOffer } from '../offer/offer.js';
import type { OrderLog } from '../offer/order.js';
import { claimsOfOffer } from '../publish/permission-claims.js';
import type { NeededClaim, PermissionClaim } from '../publish/permission-claims.js';
import type { ClaimState, MetadataPatch, OrderFields, OrderFrame, OrderHome, Standing } from '../reconcile/order-home.js';
import type { ServedOffer } from '../reconcile/served-offer.js';
import type { StatusPatch } from '../status/order-status.js';
import type { MissingClaim } from '../status/reasons.js';
import type { TenantOrders } from './tenant-orders.js';
import type { WorkspaceBindings } from './workspace-bindings.js';
import { WorkspaceEvents } from './workspace-events.js';

/** One offer at one endpoint: how its orders are cached and what it needs. */
export interface OfferAtEndpoint {
  readonly offer: AnyOffer;
  readonly type: ResourceType;
  readonly cache: FrameCache<OrderFields>;
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

/** A key of an offer that this endpoint does not serve: a fault of whoever asked. */
export class UnknownOffer extends Error {
  constructor(readonly offer: string) {
    super(`${offer} is not served here. Look who made this order key`);
    this.name = new.target.name;
  }
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

  patchMetadata(key: OrderKey, patch: MetadataPatch, before: KubeObject, signal: AbortSignal): Promise<OrderFrame> {
    return this.#write(key, before, patch, (orders, ref) => orders.mergePatch(ref, { metadata: patch }, { signal }));
  }

  patchStatus(key: OrderKey, patch: StatusPatch, before: KubeObject, signal: AbortSignal): Promise<OrderFrame> {
    return this.#write(key, before, {}, (orders, ref) => orders.status.mergePatch(ref, { status: patch }, { signal }));
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
    const api = this.#cluster(owner.key);
    const mayDelete = (type: ResourceType): boolean => bindings.grants(owner.key.cluster, { group: type.group, resource: type.plural, verbs: ['delete'] });
    const claimed = new ClaimedSide({ owner, kinds, made, mayDelete, resource: (type) => api.resource(type) });
    return new TenantObjects({ owner, sides: [claimed, access.direct(owner, offer, signal) ?? []].flat(), signal });
  }

  openAccess(owner: OrderOwner, signal: AbortSignal): Promise<AccessState> {
    return this.parts.access.open(owner, this.#offer(owner.key).offer, signal);
  }

  closeAccess(owner: OrderOwner, signal: AbortSignal): Promise<MadeObject | undefined> {
    return this.parts.access.close(owner, this.#offer(owner.key).offer, signal);
  }

  events(owner: OrderOwner, signal: AbortSignal): EventSink {
    const { bindings, reporter, clock, log } = this.parts;
    const isGranted = (): boolean => bindings.grants(owner.key.cluster, { group: '', resource: 'events', verbs: ['create'] });
    return new WorkspaceEvents({ api: this.#cluster(owner.key), owner, isGranted, reporter, signal, clock, log });
  }

  /** The answer lies over the cache until the watch has told of it. */
  async #write(
    key: OrderKey,
    before: KubeObject,
    patch: MetadataPatch,
    send: (orders: ResourceClient, ref: { readonly namespace: string; readonly name: string }) => Promise<KubeObject>,
  ): Promise<OrderFrame> {
    const { cache, type } = this.#offer(key);
    const write = cache.beginWrite(orderKey(key), before, patch);
    try {
      const answer = await send(this.#cluster(key).resource(type), { namespace: key.namespace, name: key.name });
      const frame = write.answered(answer);
      if (isLetGo(answer)) cache.remove(answer);
      this.#takePlace(key);
      return frame;
    } catch (error) {
      write.failed();
      throw error;
    }
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

  #offer({ offer }: OrderKey): OfferAtEndpoint {
    const found = this.parts.offers.get(offer);
    if (found === undefined) throw new UnknownOffer(offer);
    return found;
  }
}

/**
 * Whether the answer is the last that there is of an object. The server deletes it within the write that takes its last
 * finalizer, and answers with the version from before: no frame but DELETED follows, and until then the cache would show it as held.
 */
function isLetGo({ metadata }: KubeObject): boolean {
  return metadata.deletionTimestamp !== undefined && (metadata.finalizers ?? []).length === 0;
}
