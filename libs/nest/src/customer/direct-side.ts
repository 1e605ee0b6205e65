import { ApiNotServed, Forbidden, NotFound } from '@kcp-runtime/kube';
import type { KubeApi, KubeObject, ObjectRef, OwnMetadataPatch, ResourceClient, ResourceType } from '@kcp-runtime/kube';
import type { ObjectTarget } from '../offer/order.js';
import type { GuardedKind } from '../offer/offer.js';
import { isEverything, isFor } from '../offer/rights.js';
import type { Right } from '../offer/rights.js';
import type { MadeObject } from './made-objects.js';
import { SET_LABEL, isApplied, isKept, madeByOrder, positionOf } from './marks.js';
import type { OrderOwner } from './order-owner.js';
import type { ServedKinds } from './served-kinds.js';
import { strangersOf } from './strangers.js';
import type { TenantSide } from './tenant-side.js';

/** What the direct side of one order is made of. */
export interface DirectSideOptions {
  readonly owner: OrderOwner;
  /** The rights of the offer that the credential has. */
  readonly rights: readonly Right[];
  /** What the cluster serves, as far as it was asked for. */
  readonly kinds: ServedKinds;
  /** Whether there is a credential, so that something may have been made with it. */
  readonly isOpen: () => boolean;
  /** The cluster, with a credential for it: in a workspace one that the tenant has let us make, elsewhere the platform's. Rejects while there is none. */
  readonly api: () => Promise<KubeApi>;
  readonly signal: AbortSignal;
}

/** A cluster itself, by a credential: a ControlPlane, a workload cluster, or a workspace for what kcp cannot claim. Nobody watches there: what stands is read. */
export class DirectSide implements TenantSide {
  constructor(private readonly options: DirectSideOptions) {}

  async kindOf({ apiVersion, kind }: Pick<ObjectTarget, 'apiVersion' | 'kind'>): Promise<ResourceType | undefined> {
    const { rights, kinds, api, signal } = this.options;
    const [version = '', group = '', more] = apiVersion.split('/').reverse();
    const named = rights.filter((right) => right.group === group || isEverything(right));
    if (named.length === 0 || more !== undefined) return undefined;
    const type = await kinds.find({ group, version, kind }, await api(), signal);
    return type !== undefined && named.some((right) => right.resource === type.plural || isEverything(right)) ? type : undefined;
  }

  async resource(type: ResourceType): Promise<ResourceClient> {
    return (await this.options.api()).resource(type);
  }

  async known(type: ResourceType, ref: ObjectRef): Promise<KubeObject | undefined> {
    try {
      return await this.#asked(type, (client) => client.get(ref, { signal: this.options.signal }));
    } catch (error) {
      if (error instanceof NotFound) return undefined;
      throw error;
    }
  }

  write(_type: ResourceType, _ref: ObjectRef, _before: KubeObject | undefined, _patch: OwnMetadataPatch, send: () => Promise<KubeObject>): Promise<KubeObject> {
    return send();
  }

  async living(kind: GuardedKind): Promise<readonly ObjectRef[] | undefined> {
    const { rights, kinds, isOpen, api, signal } = this.options;
    if (!rights.some((right) => isFor(right, kind))) return undefined;
    // Nothing is made anew only to look.
    const type = isOpen() ? await kinds.preferred({ group: kind.group, plural: kind.resource }, await api(), signal) : undefined;
    return type === undefined ? [] : this.#asked(type, (client) => strangersOf(client, signal));
  }

  /** Whoever owns the cluster may have taken the API away, or changed its version: the next attempt asks for it anew. */
  async #asked<T>(type: ResourceType, ask: (client: ResourceClient) => Promise<T>): Promise<T> {
    try {
      return await ask(await this.resource(type));
    } catch (error) {
      if (error instanceof ApiNotServed) this.options.kinds.forget();
      throw error;
    }
  }

  /** By our labels, so that nothing has to be remembered: they say the same after a restart. */
  async made(): Promise<readonly MadeObject[]> {
    try {
      return this.options.isOpen() ? await this.#madeThere() : [];
    } catch (error) {
      if (isLeaving(error)) return [];
      throw error;
    }
  }

  async #madeThere(): Promise<readonly MadeObject[]> {
    const found: MadeObject[] = [];
    for (const type of await this.#managedKinds()) found.push(...(await this.#labelled(type, this.options.owner)));
    return found;
  }

  /** With a right for everything the cluster has to be asked what that is. */
  async #managedKinds(): Promise<readonly ResourceType[]> {
    const { rights, kinds, api, signal } = this.options;
    const managed = rights.filter(({ use }) => use === 'manages');
    if (managed.some(isEverything)) return kinds.removable(await api(), signal);
    const served: ResourceType[] = [];
    for (const { group, resource } of managed) {
      const type = await kinds.preferred({ group, plural: resource }, await api(), signal);
      if (type !== undefined) served.push(type);
    }
    return served;
  }

  async #labelled(type: ResourceType, owner: OrderOwner): Promise<MadeObject[]> {
    const { items } = await this.#asked(type, (client) => client.list({ labelSelector: madeByOrder(owner), signal: this.options.signal }));
    return items
      .filter((object) => isApplied(object) && !isKept(object))
      .map(({ metadata }) => ({
        type,
        ref: { namespace: metadata.namespace, name: metadata.name },
        uid: metadata.uid ?? '',
        set: metadata.labels?.[SET_LABEL],
        position: positionOf(metadata.annotations),
      }));
  }
}

/** The tenant deletes the whole namespace, and what we would need in it is refused. */
function isLeaving(error: unknown): boolean {
  return error instanceof Forbidden && (error.causes ?? []).some(({ reason }) => reason === 'NamespaceTerminating');
}
