import { FrameCache } from '@kcp-runtime/kube';
import type { Frame, FrameChange, KeptFields, KubeObject, ObjectRef, OwnMetadataPatch, ResourceType } from '@kcp-runtime/kube';
import { logicalClusterOf } from '../source/logical-cluster.js';
import { KEEP_ANNOTATION, ORDER_ANNOTATION, ORDER_LABEL, ORDER_UID_LABEL, SET_LABEL, positionOf } from './marks.js';
import type { OrderOwner } from './order-owner.js';

/** What the cache keeps of an object that a provider made on a tenant's side. */
export interface MadeFields extends KeptFields {
  readonly cluster: string;
  readonly namespace?: string;
  readonly name: string;
  /** Identity of the order that it was made for. */
  readonly order: string;
  /** And its uid. */
  readonly orderUid: string;
  /** The same order as {@link ORDER_ANNOTATION} names it. */
  readonly madeFor: string;
  readonly isKept: boolean;
  /** The set that it belongs to, and its place there. */
  readonly set?: string;
  readonly position: number;
}

/** The order that an object was made for, as the queue's key has it, without the endpoint. */
export interface MadeFor {
  readonly offer: string;
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
}

/** An object that was made for an order. */
export interface MadeObject {
  readonly type: ResourceType;
  readonly ref: ObjectRef;
  readonly uid: string;
  /** The set that it belongs to; an object that was applied by itself has none. */
  readonly set?: string;
  /** Its place there. */
  readonly position: number;
}

/** The order whose objects are asked for. */
export type MadeOwner = Pick<OrderOwner, 'identity' | 'uid'> & { readonly key: Pick<OrderOwner['key'], 'cluster'> };

/** What a source says to the objects that it watches. */
export interface MadeObjectsOptions {
  /** The kinds that are claimed at this endpoint. */
  readonly kinds: readonly ResourceType[];
  /** What was made for this order was edited or deleted by somebody, or is known at last. */
  readonly wake: (order: MadeFor) => void;
  /** Whether the cluster's binding has the claim applied: kcp shows leftovers of claims that were taken back. */
  readonly isGranted: (cluster: string, type: ResourceType) => boolean;
}

/**
 * What a provider made on the tenants' sides, as seen at one endpoint URL: one cache a claimed kind. A source makes it,
 * runs a reflector on each cache (label selector {@link madeBySelector}), filled before its orders; customer clients
 * read it and register their writes. It does no I/O itself.
 */
export class MadeObjects {
  readonly #options: MadeObjectsOptions;
  readonly #caches: ReadonlyMap<ResourceType, FrameCache<MadeFields>>;
  readonly #filled = new Set<ResourceType>();
  readonly #waiting = new Map<ResourceType, Map<string, MadeFor>>();
  readonly #ofOrder = new Map<string, Map<string, MadeObject>>();

  constructor(options: MadeObjectsOptions) {
    this.#options = options;
    this.#caches = new Map(options.kinds.map((type) => [type, this.#cacheFor(type)]));
  }

  /** One cache a kind, for the reflector that fills it. */
  get caches(): ReadonlyMap<ResourceType, FrameCache<MadeFields>> {
    return this.#caches;
  }

  /** All that there was of this kind has been put into its cache. */
  filled(type: ResourceType): void {
    this.#filled.add(type);
    const waiting = this.#waiting.get(type) ?? new Map<string, MadeFor>();
    this.#waiting.delete(type);
    for (const order of waiting.values()) this.#options.wake(order);
  }

  /** A kind among these of which nobody can say yet what there is. The order is woken when somebody can. */
  unseen(kinds: readonly ResourceType[], order: MadeFor): ResourceType | undefined {
    const type = kinds.find((kind) => !this.#filled.has(kind));
    if (type === undefined) return undefined;
    const { offer, cluster, namespace, name } = order;
    const waiting = this.#waiting.get(type) ?? new Map<string, MadeFor>();
    this.#waiting.set(type, waiting.set([offer, cluster, namespace, name].join(' '), { offer, cluster, namespace, name }));
    return type;
  }

  /** The object as it is now; `undefined` when there is none, or when nobody may say. */
  get(type: ResourceType, cluster: string, ref: ObjectRef): Frame<MadeFields> | undefined {
    return this.#options.isGranted(cluster, type) ? this.#caches.get(type)?.get(madeKey(cluster, ref)) : undefined;
  }

  /** All that was made for an order and is not to outlive it. */
  removable({ key: { cluster }, identity, uid }: MadeOwner): readonly MadeObject[] {
    return [...(this.#ofOrder.get(orderOf(cluster, identity, uid))?.values() ?? [])].filter(({ type }) => this.#options.isGranted(cluster, type));
  }

  /**
   * Sends a write of ours, and shows its answer at once.
   * @param before what the write was made from; `undefined` for a create
   */
  async write(type: ResourceType, key: string, before: KubeObject | undefined, patch: OwnMetadataPatch, send: () => Promise<KubeObject>): Promise<KubeObject> {
    const write = this.#caches.get(type)?.beginWrite(key, before, patch);
    try {
      const answer = await send();
      write?.answered(answer);
      this.#enlist(type, madeFields(answer));
      return answer;
    } catch (error) {
      write?.failed();
      throw error;
    }
  }

  #cacheFor(type: ResourceType): FrameCache<MadeFields> {
    return new FrameCache({ keyOf: keyOfMade, select: madeFields, onChange: (change) => this.#changed(type, change) });
  }

  /** An object that appears is our own work, or was there at the first fill: nobody has to be woken for it. */
  #changed(type: ResourceType, change: FrameChange<MadeFields>): void {
    switch (change.kind) {
      case 'added':
        return this.#enlist(type, change.now.fields);
      case 'changed':
        this.#strike(type, change.was.fields);
        this.#enlist(type, change.now.fields);
        return this.#wake(change.was.fields);
      case 'deleted':
        this.#strike(type, change.was.fields);
        return this.#wake(change.was.fields);
    }
  }

  #enlist(type: ResourceType, fields: MadeFields): void {
    if (fields.isKept) return this.#strike(type, fields);
    const { order, orderUid, cluster, namespace, name, uid, set, position } = fields;
    const key = orderOf(cluster, order, orderUid);
    const objects = this.#ofOrder.get(key) ?? new Map<string, MadeObject>();
    const ref = { namespace, name };
    objects.set(listKey(type, cluster, ref), { type, ref, uid, set, position });
    this.#ofOrder.set(key, objects);
  }

  #strike(type: ResourceType, { order, orderUid, cluster, namespace, name }: MadeFields): void {
    const key = orderOf(cluster, order, orderUid);
    const objects = this.#ofOrder.get(key);
    objects?.delete(listKey(type, cluster, { namespace, name }));
    if (objects?.size === 0) this.#ofOrder.delete(key);
  }

  #wake({ cluster, madeFor }: MadeFields): void {
    const [offer, namespace, name, more] = madeFor.split('/');
    if (offer === undefined || namespace === undefined || name === undefined || more !== undefined) return;
    this.#options.wake({ offer, cluster, namespace, name });
  }
}

/** Key of an object in the cache of its kind. Joined, as order keys are: it stays in memory. */
export function madeKey(cluster: string, { namespace, name }: ObjectRef): string {
  return [cluster, namespace ?? '', name].join(' ');
}

/** The labels alone name no order: whoever may write objects in one workspace may put another's identity there. */
function orderOf(cluster: string, identity: string, uid: string): string {
  return [cluster, identity, uid].join(' ');
}

function listKey(type: ResourceType, cluster: string, ref: ObjectRef): string {
  return [`${type.plural}.${type.group}`, madeKey(cluster, ref)].join(' ');
}

function keyOfMade(object: KubeObject): string | undefined {
  const cluster = logicalClusterOf(object);
  return cluster === undefined ? undefined : madeKey(cluster, object.metadata);
}

function madeFields(object: KubeObject): MadeFields {
  const { uid = '', resourceVersion = '', generation, namespace, name, labels, annotations } = object.metadata;
  return {
    uid,
    resourceVersion,
    generation,
    cluster: logicalClusterOf(object) ?? '',
    namespace,
    name,
    order: labels?.[ORDER_LABEL] ?? '',
    orderUid: labels?.[ORDER_UID_LABEL] ?? '',
    madeFor: annotations?.[ORDER_ANNOTATION] ?? '',
    isKept: annotations?.[KEEP_ANNOTATION] === 'true',
    set: labels?.[SET_LABEL],
    position: positionOf(annotations),
  };
}
