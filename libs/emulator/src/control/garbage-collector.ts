import type { KubeObject, OwnerReference } from '../storage/kube-object.js';
import type { Controller } from './controller-loop.js';
import type { KcpState } from '../workspace/kcp-state.js';
import { beginDeletion, dropFinalizer } from './replace.js';
import { readApiVersion } from '../registry/type/resource-type.js';

const FOREGROUND = 'foregroundDeletion';
const ORPHAN = 'orphan';

/** Whether an owner is there, gone, or waits for those that hang on it. */
type OwnerState = 'lives' | 'gone' | 'waits';

/**
 * Deletes objects whose owners are all gone, within one logical cluster, and serves the finalizers by
 * which a client chose another order of deletion. It keeps an index of dependents, so that the deletion
 * of an object that owns nothing costs nothing.
 */
export class GarbageCollector implements Controller {
  readonly name = 'garbage';
  readonly collections = undefined;
  readonly #dependents = new Map<string, Set<string>>();

  constructor(private readonly state: KcpState) {}

  keys(collection: { readonly key: string }, change: { readonly type: string; readonly cluster: string; readonly object: KubeObject }): readonly string[] {
    const { ownerReferences, uid = '', deletionTimestamp, finalizers } = change.object.metadata;
    const key = keyText(collection.key, change.cluster, change.object);
    const isGone = change.type === 'DELETED';
    for (const owner of ownerReferences ?? []) this.index(owner.uid, key, isGone);
    if (isGone) return [...this.dependentsOf(uid), ...this.waitingOwners(change.cluster, ownerReferences)];
    const isMarked = deletionTimestamp !== undefined && finalizers?.some((finalizer) => finalizer === FOREGROUND || finalizer === ORPHAN) === true;
    return isMarked || ownerReferences !== undefined ? [key] : [];
  }

  reconcile(key: string): undefined {
    const { collection, cluster, object } = this.at(key);
    if (object === undefined) return;
    if (object.metadata.deletionTimestamp !== undefined) {
      this.serveFinalizers(collection, cluster, object);
      return;
    }
    const owners = object.metadata.ownerReferences ?? [];
    const states = owners.map((owner) => this.ownerState(cluster, object, owner));
    if (owners.length === 0 || states.every((state) => state === 'lives')) return;
    if (states.includes('lives')) this.disown(key, owners.filter((_, at) => states[at] !== 'lives').map(({ uid }) => uid));
    else beginDeletion(collection, cluster, states.includes('waits') ? this.inTheForeground(object) : object, this.state.clock.timestamp());
  }

  /** What goes because its owner waits for it has others wait for itself too. */
  private inTheForeground(object: KubeObject): KubeObject {
    const { finalizers = [], uid = '', ownerReferences } = object.metadata;
    const dependents = this.dependentsOf(uid).map((key) => this.at(key).object);
    if (dependents.length === 0) return object;
    // In a circle everybody would wait for everybody.
    const isCircle = dependents.some((dependent) => dependent !== undefined && waitsForOthers(dependent));
    const owners = isCircle ? ownerReferences?.map((owner) => ({ ...owner, blockOwnerDeletion: false })) : ownerReferences;
    return { ...object, metadata: { ...object.metadata, ownerReferences: owners, finalizers: [...finalizers.filter((finalizer) => finalizer !== FOREGROUND), FOREGROUND] } };
  }

  private serveFinalizers(collection: ReturnType<KcpState['collectionOf']>, cluster: string, object: KubeObject): void {
    const { finalizers = [], uid = '' } = object.metadata;
    if (finalizers.includes(ORPHAN)) {
      for (const key of this.dependentsOf(uid)) this.disown(key, [uid]);
      dropFinalizer(collection, cluster, object, ORPHAN);
    } else if (finalizers.includes(FOREGROUND)) {
      for (const key of this.dependentsOf(uid)) if (this.at(key).object?.metadata.deletionTimestamp === undefined) this.reconcile(key);
      if (!this.dependentsOf(uid).some((key) => this.blocks(key, uid))) dropFinalizer(collection, cluster, object, FOREGROUND);
    }
  }

  private blocks(key: string, ownerUid: string): boolean {
    return this.at(key).object?.metadata.ownerReferences?.some(({ uid, blockOwnerDeletion }) => uid === ownerUid && blockOwnerDeletion === true) === true;
  }

  private disown(key: string, ownerUids: readonly string[]): void {
    const { collection, cluster, object } = this.at(key);
    if (object === undefined) return;
    const ownerReferences = object.metadata.ownerReferences?.filter((owner) => !ownerUids.includes(owner.uid));
    collection.put(cluster, { ...object, metadata: { ...object.metadata, ownerReferences } });
    for (const uid of ownerUids) this.index(uid, key, true);
  }

  private index(ownerUid: string, key: string, isGone: boolean): void {
    const dependents = this.#dependents.get(ownerUid);
    if (isGone) {
      dependents?.delete(key);
      if (dependents?.size === 0) this.#dependents.delete(ownerUid);
    } else if (dependents === undefined) this.#dependents.set(ownerUid, new Set([key]));
    else dependents.add(key);
  }

  private dependentsOf(uid: string): readonly string[] {
    return [...(this.#dependents.get(uid) ?? [])];
  }

  /** Owners that wait for this dependent to go before they go themselves. */
  private waitingOwners(cluster: string, owners: readonly OwnerReference[] | undefined): string[] {
    return (owners ?? []).flatMap((owner) => {
      const type = this.state.catalog.byKind(cluster, readApiVersion(owner.apiVersion).group, owner.kind);
      if (type === undefined) return [];
      const collection = this.state.collectionOf(type);
      return [...collection.in(cluster)].filter((object) => object.metadata.uid === owner.uid).map((object) => keyText(collection.key, cluster, object));
    });
  }

  private at(key: string): { collection: ReturnType<KcpState['collectionOf']>; cluster: string; object: KubeObject | undefined } {
    const [collectionKey = '', cluster = '', namespace = '', name = ''] = key.split('|');
    const collection = this.state.storage.collection(collectionKey);
    return { collection, cluster, object: collection.get(cluster, namespace === '' ? undefined : namespace, name) };
  }

  /** An owner of a kind that is not served right now counts as alive: nothing is deleted on a doubt. */
  private ownerState(cluster: string, dependent: KubeObject, owner: OwnerReference): OwnerState {
    const type = this.state.catalog.byKind(cluster, readApiVersion(owner.apiVersion).group, owner.kind);
    if (type === undefined) return 'lives';
    const namespace = type.scope === 'Namespaced' ? dependent.metadata.namespace : undefined;
    const found = this.state.collectionOf(type).get(cluster, namespace, owner.name);
    if (found?.metadata.uid !== owner.uid) return 'gone';
    return waitsForOthers(found) ? 'waits' : 'lives';
  }
}

function waitsForOthers({ metadata }: KubeObject): boolean {
  return metadata.deletionTimestamp !== undefined && metadata.finalizers?.includes(FOREGROUND) === true;
}

function keyText(collectionKey: string, cluster: string, object: KubeObject): string {
  return `${collectionKey}|${cluster}|${object.metadata.namespace ?? ''}|${object.metadata.name}`;
}
