import { ApiNotServed, apiVersionOf } from '@kcp-runtime/kube';
import type { KubeObject, ObjectRef, OwnMetadataPatch, ResourceClient, ResourceType } from '@kcp-runtime/kube';
import type { GuardedKind } from '../offer/offer.js';
import type { ObjectTarget } from '../offer/order.js';
import { CustomerObjectsUnseen } from './customer-errors.js';
import { madeKey } from './made-objects.js';
import type { MadeObject, MadeObjects } from './made-objects.js';
import type { OrderOwner } from './order-owner.js';
import { strangersOf } from './strangers.js';
import type { TenantSide } from './tenant-side.js';

/** What a source gives to the claimed side of one order. */
export interface ClaimedSideOptions {
  readonly owner: OrderOwner;
  /** The kinds that may be touched. */
  readonly kinds: readonly ResourceType[];
  readonly made: MadeObjects;
  /** What may not be deleted any more, since the tenant has taken a claim back, is left to him. */
  readonly mayDelete: (type: ResourceType) => boolean;
  /** The client of a kind in the owner's logical cluster, and in no other. */
  readonly resource: (type: ResourceType) => ResourceClient;
  readonly signal: AbortSignal;
}

/** The kinds that the tenant has let us claim, through the virtual workspace of the export. What stands there is known from a watch. */
export class ClaimedSide implements TenantSide {
  constructor(private readonly options: ClaimedSideOptions) {}

  async kindOf({ apiVersion, kind }: Pick<ObjectTarget, 'apiVersion' | 'kind'>): Promise<ResourceType | undefined> {
    return this.options.kinds.find((type) => type.kind === kind && apiVersionOf(type) === apiVersion);
  }

  async resource(type: ResourceType): Promise<ResourceClient> {
    return this.options.resource(type);
  }

  async known(type: ResourceType, ref: ObjectRef): Promise<KubeObject | undefined> {
    const { made, owner } = this.options;
    return made.get(type, owner.key.cluster, ref)?.parse();
  }

  write(type: ResourceType, ref: ObjectRef, before: KubeObject | undefined, patch: OwnMetadataPatch, send: () => Promise<KubeObject>): Promise<KubeObject> {
    const { made, owner } = this.options;
    return made.write(type, madeKey(owner.key.cluster, ref), before, patch, send);
  }

  async living({ group, resource }: GuardedKind): Promise<readonly ObjectRef[] | undefined> {
    const { kinds, signal } = this.options;
    const type = kinds.find((kind) => kind.group === group && kind.plural === resource);
    return type && strangersOf(this.options.resource(type), signal).catch(noneUnserved);
  }

  async made(): Promise<readonly MadeObject[]> {
    const { made, owner, kinds, mayDelete } = this.options;
    const ours = kinds.filter(mayDelete);
    const unseen = made.unseen(ours, owner.key);
    if (unseen !== undefined) throw new CustomerObjectsUnseen(unseen.kind);
    return made.removable(owner).filter(({ type }) => ours.includes(type));
  }
}

/** Of a kind that is no longer served there are none. */
function noneUnserved(error: unknown): [] {
  if (error instanceof ApiNotServed) return [];
  throw error;
}
