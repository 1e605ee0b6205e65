/**
 * One cluster for one order, by as many ways as lead to it: in a workspace claimed kinds go through the virtual workspace of
 * the export and all else with a credential, on a ControlPlane or workload cluster all with one. One is made for each pass;
 * handlers get it as `order.customer` or in `order.workload`, and do not see which way is taken. It never touches an object
 * that the order did not make, and never leaves its cluster.
 */
import { AlreadyExists, Conflict, NotFound, resourcePath } from '@kcp-runtime/kube';
import type { KubeObject, MergePatch, ObjectRef, OwnMetadataPatch, ResourceType } from '@kcp-runtime/kube';
import type { GuardedKind } from '../offer/offer.js';
import type { ApplyOptions, ObjectTarget } from '../offer/order.js';
import { appliedResource } from './applied-resource.js';
import type { AppliedResource } from './applied-resource.js';
import { applyPatch } from './apply-patch.js';
import { ForeignObject, RightMissing, SetNameRefused } from './customer-errors.js';
import { dressed } from './dressed-object.js';
import type { Dress } from './dressed-object.js';
import { readKeyTree } from './key-tree.js';
import type { MadeObject } from './made-objects.js';
import { APPLIED_ANNOTATION, isInherited, makerOf } from './marks.js';
import { homeNamespace } from './order-owner.js';
import type { OrderOwner, OrderPlace } from './order-owner.js';
import type { LivingObjects, RuntimeSets, TenantClient } from './tenant-client.js';
import type { TenantSide } from './tenant-side.js';

/** What the client of one order is made of. */
export interface TenantObjectsOptions {
  readonly owner: OrderOwner;
  readonly place: OrderPlace;
  /** The ways to the cluster. The first that leads to a kind is taken. */
  readonly sides: readonly TenantSide[];
  /** Ends every call. */
  readonly signal: AbortSignal;
}

interface Target {
  readonly side: TenantSide;
  readonly type: ResourceType;
  readonly ref: ObjectRef;
}

interface MadeAt {
  readonly side: TenantSide;
  readonly object: MadeObject;
}

/** Names of handlers' sets. The runtime's own have a dot, so that neither meets the other. */
const SET_NAME = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

export class TenantObjects implements TenantClient, RuntimeSets {
  constructor(private readonly options: TenantObjectsOptions) {}

  async apply(object: KubeObject, options: ApplyOptions = {}): Promise<KubeObject> {
    const target = await this.#target({ ...object, ...object.metadata });
    return this.#reach(target, this.#dressed(object, target, options));
  }

  async applySet(name: string, objects: readonly KubeObject[]): Promise<readonly AppliedResource[]> {
    if (!SET_NAME.test(name)) throw new SetNameRefused(name);
    return (await this.replaceSet(name, objects)).map(appliedResource);
  }

  async replaceSet(set: string, objects: readonly KubeObject[]): Promise<readonly KubeObject[]> {
    const applied: KubeObject[] = [];
    const stay = new Set<string>();
    for (const [position, object] of objects.entries()) {
      const target = await this.#target({ ...object, ...object.metadata });
      stay.add(nameOf(target));
      applied.push(await this.#reach(target, this.#dressed(object, target, { member: { set, position } })));
    }
    const made = await this.#made((member) => member.set === set);
    for (const { side, object } of made) if (!stay.has(nameOf(object))) await this.#remove(side, object);
    return applied;
  }

  async get(target: ObjectTarget): Promise<KubeObject | undefined> {
    return this.#read(await this.#target(target));
  }

  async delete(target: ObjectTarget): Promise<void> {
    const { side, type, ref } = await this.#target(target);
    const there = (await side.known(type, ref)) ?? (await this.#read({ side, type, ref }));
    if (there === undefined) return;
    this.#assertOwn(there, target);
    await this.#remove(side, { type, ref, uid: there.metadata.uid });
  }

  async removeAll(): Promise<MadeObject | undefined> {
    return this.#removeInReverse(await this.#made(({ set }) => set === undefined || SET_NAME.test(set)));
  }

  async living(kinds: readonly GuardedKind[]): Promise<readonly LivingObjects[]> {
    const found = await Promise.all(kinds.map(async (kind) => ({ ...kind, refs: await this.#strangers(kind) })));
    return found.filter(({ refs }) => refs.length > 0);
  }

  async removeSet(set: string): Promise<MadeObject | undefined> {
    return this.#removeInReverse(await this.#made((member) => member.set === set));
  }

  /** A member of a set that somebody's finalizer still holds may need those before it: they wait for the next time. */
  async #removeInReverse(made: readonly MadeAt[]): Promise<MadeObject | undefined> {
    for (const { side, object } of made) {
      const end = await this.#remove(side, object);
      if (end === 'held' && object.set !== undefined) return object;
    }
    return undefined;
  }

  /** What was made last comes first, and members of sets before what they may stand in. */
  async #made(isWanted: (object: MadeObject) => boolean): Promise<readonly MadeAt[]> {
    const made: MadeAt[] = [];
    for (const side of this.options.sides) made.push(...(await side.made()).filter(isWanted).map((object) => ({ side, object })));
    return made.reverse().sort(({ object: a }, { object: b }) => rankOf(b) - rankOf(a));
  }

  #dressed(object: KubeObject, { ref: { namespace } }: Target, how: Pick<Dress, 'afterOrder' | 'member'>): KubeObject {
    const { owner, place } = this.options;
    return dressed(object, { owner, place, namespace, ...how });
  }

  async #reach(target: Target, wanted: KubeObject): Promise<KubeObject> {
    const known = await target.side.known(target.type, target.ref);
    try {
      return await this.#bring(target, wanted, known);
    } catch (error) {
      if (!isOutdated(error, known)) throw error;
      return this.#bringAfresh(target, wanted, error);
    }
  }

  /** From what is there, which may be out of date, to what is wanted. */
  async #bring(target: Target, wanted: KubeObject, there: KubeObject | undefined): Promise<KubeObject> {
    const { side, type, ref } = target;
    const { signal } = this.options;
    if (there === undefined) return side.write(type, ref, undefined, {}, async () => (await side.resource(type)).create(wanted, { signal }));
    this.#assertOwn(there, { ...wanted, ...ref });
    const patch = applyPatch(wanted, there, readKeyTree(there.metadata.annotations?.[APPLIED_ANNOTATION]));
    return patch === undefined ? there : this.#patch(target, patch, there);
  }

  /** @throws ForeignObject */
  #assertOwn(there: KubeObject, target: ObjectTarget): void {
    const { owner, place } = this.options;
    const maker = makerOf(there, owner);
    if (maker === 'other' || (maker === 'former' && !isInherited(there, place))) throw new ForeignObject(target, maker);
  }

  /** The watch was behind: this once the server itself is asked. */
  async #bringAfresh(target: Target, wanted: KubeObject, error: unknown): Promise<KubeObject> {
    const there = await this.#read(target);
    const isHidden = there === undefined && error instanceof AlreadyExists;
    if (isHidden) throw new ForeignObject({ ...wanted, ...target.ref });
    return this.#bring(target, wanted, there);
  }

  /** Names the version that the patch was made from: behind the same name may stand somebody else's object by now. */
  async #patch({ side, type, ref }: Target, patch: MergePatch, there: KubeObject): Promise<KubeObject> {
    const metadata = (patch.metadata ?? {}) as OwnMetadataPatch;
    const conditional = { ...patch, metadata: { ...metadata, resourceVersion: there.metadata.resourceVersion } };
    return side.write(type, ref, there, metadata, async () => (await side.resource(type)).mergePatch(ref, conditional, { signal: this.options.signal }));
  }

  async #read({ side, type, ref }: Target): Promise<KubeObject | undefined> {
    try {
      return await (await side.resource(type)).get(ref, { signal: this.options.signal });
    } catch (error) {
      if (error instanceof NotFound) return undefined;
      throw error;
    }
  }

  /** Gone already, or replaced by another object of that name: either way it is not there any more. */
  async #remove(side: TenantSide, { type, ref, uid }: Pick<MadeObject, 'type' | 'ref'> & { readonly uid?: string }): Promise<'gone' | 'held'> {
    try {
      const last = await (await side.resource(type)).delete(ref, { uid, signal: this.options.signal });
      // Some kinds, ServiceAccounts among them, are answered with the object also when it is gone.
      return isHeld(last) ? 'held' : 'gone';
    } catch (error) {
      if (error instanceof NotFound || error instanceof Conflict) return 'gone';
      throw error;
    }
  }

  async #strangers(kind: GuardedKind): Promise<readonly ObjectRef[]> {
    for (const side of this.options.sides) {
      const refs = await side.living(kind);
      if (refs !== undefined) return refs;
    }
    return [];
  }

  async #target(target: ObjectTarget): Promise<Target> {
    const { sides, owner, place } = this.options;
    for (const side of sides) {
      const type = await side.kindOf(target);
      if (type === undefined) continue;
      const namespace = type.scope === 'Namespaced' ? (target.namespace ?? homeNamespace(place, owner)) : undefined;
      const ref = { namespace, name: target.name };
      // A create would send the name in its body only: whatever leads astray is refused in the same way everywhere.
      resourcePath(type, ref);
      return { side, type, ref };
    }
    throw new RightMissing(target);
  }
}

function isOutdated(error: unknown, known: KubeObject | undefined): boolean {
  return error instanceof AlreadyExists || error instanceof Conflict || (error instanceof NotFound && known !== undefined);
}

/** A namespace is held until all that stands in it is gone, and says so in a place of its own. */
function isHeld(last: KubeObject | undefined): boolean {
  const { finalizers: ofNamespace = [] } = (last?.kind === 'Namespace' ? (last['spec'] ?? {}) : {}) as { readonly finalizers?: readonly string[] }; // the wire
  return [...(last?.metadata.finalizers ?? []), ...ofNamespace].length > 0;
}

function nameOf({ type, ref }: Pick<MadeObject, 'type' | 'ref'>): string {
  return `${type.plural}.${type.group} ${ref.namespace ?? ''} ${ref.name}`;
}

function rankOf({ set, position }: MadeObject): number {
  return set === undefined ? -1 : position;
}
