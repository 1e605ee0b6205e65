/**
 * The tenant's workspace for one order, through the virtual workspace of the export and so only as far as the tenant
 * has accepted claims. A source makes one for each pass; handlers get it as `order.customer`.
 * It never touches an object that the order did not make, and never leaves the order's logical cluster.
 */
import { AlreadyExists, Conflict, NotFound, apiVersionOf } from '@kcp-runtime/kube';
import type { KubeObject, MergePatch, ObjectRef, OwnMetadataPatch, ResourceClient, ResourceType } from '@kcp-runtime/kube';
import type { ApplyOptions, ObjectTarget } from '../offer/order.js';
import { applyPatch } from './apply-patch.js';
import { ForeignObject, RightMissing } from './customer-errors.js';
import { dressed } from './dressed-object.js';
import { readKeyTree } from './key-tree.js';
import { madeKey } from './made-objects.js';
import type { MadeObjects } from './made-objects.js';
import { APPLIED_ANNOTATION, isMadeFor } from './marks.js';
import type { OrderOwner } from './order-owner.js';
import type { TenantClient } from './tenant-client.js';

/** What a source gives to the client of one order. */
export interface ClaimedCustomerOptions {
  readonly owner: OrderOwner;
  /** The kinds that the order's offer names. */
  readonly kinds: readonly ResourceType[];
  readonly made: MadeObjects;
  /** The client of a kind in the owner's logical cluster, and in no other. */
  readonly resource: (type: ResourceType) => ResourceClient;
  /** Ends every call. */
  readonly signal: AbortSignal;
}

interface Target {
  readonly type: ResourceType;
  readonly ref: ObjectRef;
}

export class ClaimedCustomer implements TenantClient {
  constructor(private readonly options: ClaimedCustomerOptions) {}

  async apply(object: KubeObject, options: ApplyOptions = {}): Promise<KubeObject> {
    const { made, owner } = this.options;
    const target = this.#target({ ...object, ...object.metadata });
    const wanted = dressed(object, target.ref.namespace, owner, options);
    const known = made.get(target.type, owner.key.cluster, target.ref)?.parse();
    try {
      return await this.#bring(target, wanted, known);
    } catch (error) {
      if (!isOutdated(error, known)) throw error;
      return this.#bringAfresh(target, wanted, error);
    }
  }

  async get(target: ObjectTarget): Promise<KubeObject | undefined> {
    return this.#read(this.#target(target));
  }

  async delete(target: ObjectTarget): Promise<void> {
    const { made, owner } = this.options;
    const { type, ref } = this.#target(target);
    const there = made.get(type, owner.key.cluster, ref)?.parse() ?? (await this.#read({ type, ref }));
    if (there === undefined) return;
    if (!isMadeFor(there, owner)) throw new ForeignObject(target);
    await this.#remove(type, ref, there.metadata.uid);
  }

  async removeAll(): Promise<void> {
    const { made, owner } = this.options;
    for (const { type, ref, uid } of made.removable(owner.key.cluster, owner.identity)) await this.#remove(type, ref, uid);
  }

  /** From what is there, which may be out of date, to what is wanted. */
  async #bring({ type, ref }: Target, wanted: KubeObject, there: KubeObject | undefined): Promise<KubeObject> {
    const { owner, made, signal, resource } = this.options;
    if (there === undefined) return made.write(type, this.#key(ref), undefined, {}, () => resource(type).create(wanted, { signal }));
    if (!isMadeFor(there, owner)) throw new ForeignObject({ ...wanted, ...ref });
    const patch = applyPatch(wanted, there, readKeyTree(there.metadata.annotations?.[APPLIED_ANNOTATION]));
    return patch === undefined ? there : this.#patch({ type, ref }, patch, there);
  }

  /** The watch was behind: this once the server itself is asked. */
  async #bringAfresh(target: Target, wanted: KubeObject, error: unknown): Promise<KubeObject> {
    const there = await this.#read(target);
    const isHidden = there === undefined && error instanceof AlreadyExists;
    if (isHidden) throw new ForeignObject({ ...wanted, ...target.ref });
    return this.#bring(target, wanted, there);
  }

  /** Names the version that the patch was made from: behind the same name may stand somebody else's object by now. */
  async #patch({ type, ref }: Target, patch: MergePatch, there: KubeObject): Promise<KubeObject> {
    const { made, signal, resource } = this.options;
    const metadata = (patch.metadata ?? {}) as OwnMetadataPatch;
    const conditional = { ...patch, metadata: { ...metadata, resourceVersion: there.metadata.resourceVersion } };
    return made.write(type, this.#key(ref), there, metadata, () => resource(type).mergePatch(ref, conditional, { signal }));
  }

  async #read({ type, ref }: Target): Promise<KubeObject | undefined> {
    try {
      return await this.options.resource(type).get(ref, { signal: this.options.signal });
    } catch (error) {
      if (error instanceof NotFound) return undefined;
      throw error;
    }
  }

  /** Gone already, or replaced by another object of that name: either way it is not there any more. */
  async #remove(type: ResourceType, ref: ObjectRef, uid: string | undefined): Promise<void> {
    try {
      await this.options.resource(type).delete(ref, { uid, signal: this.options.signal });
    } catch (error) {
      if (!(error instanceof NotFound || error instanceof Conflict)) throw error;
    }
  }

  #key(ref: ObjectRef): string {
    return madeKey(this.options.owner.key.cluster, ref);
  }

  #target(target: ObjectTarget): Target {
    const type = this.options.kinds.find((kind) => kind.kind === target.kind && apiVersionOf(kind) === target.apiVersion);
    if (type === undefined) throw new RightMissing(target);
    const namespace = type.scope === 'Namespaced' ? (target.namespace ?? this.options.owner.key.namespace) : undefined;
    return { type, ref: { namespace, name: target.name } };
  }
}

function isOutdated(error: unknown, known: KubeObject | undefined): boolean {
  return error instanceof AlreadyExists || error instanceof Conflict || (error instanceof NotFound && known !== undefined);
}
