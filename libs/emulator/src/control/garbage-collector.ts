import type { KubeObject, OwnerReference } from '../storage/kube-object.js';
import type { Controller } from './controller-loop.js';
import type { KcpState } from '../workspace/kcp-state.js';
import { beginDeletion, dropFinalizer } from './replace.js';
import { readApiVersion } from '../registry/type/resource-type.js';

const FOREGROUND = 'foregroundDeletion';
const ORPHAN = 'orphan';

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
    if (owners.length === 0 || owners.some((owner) => this.mayLive(cluster, object, owner))) return;
    beginDeletion(collection, cluster, object, this.state.clock.timestamp());
  }

  private serveFinalizers(collection: ReturnType<KcpState['collectionOf']>, cluster: string, object: KubeObject): void {
    const { finalizers = [], uid = '' } = object.metadata;
    if (finalizers.includes(ORPHAN)) {
      for (const key of this.dependentsOf(uid)) this.disown(key, uid);
      dropFinalizer(collection, cluster, object, ORPHAN);
    } else if (finalizers.includes(FOREGROUND)) {
      let remaining = 0;
      for (const key of this.dependentsOf(uid)) {
        const dependent = this.at(key);
        if (dependent.object !== undefined && !beginDeletion(dependent.collection, cluster, dependent.object, this.state.clock.timestamp())) remaining += 1;
      }
      if (remaining === 0) dropFinalizer(collection, cluster, object, FOREGROUND);
    }
  }

  private disown(key: string, ownerUid: string): void {
    const { collection, cluster, object } = this.at(key);
    if (object === undefined) return;
    const ownerReferences = object.metadata.ownerReferences?.filter((owner) => owner.uid !== ownerUid);
    collection.put(cluster, { ...object, metadata: { ...object.metadata, ownerReferences } });
    this.index(ownerUid, key, true);
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
  private mayLive(cluster: string, dependent: KubeObject, owner: OwnerReference): boolean {
    const type = this.state.catalog.byKind(cluster, readApiVersion(owner.apiVersion).group, owner.kind);
    if (type === undefined) return true;
    const namespace = type.scope === 'Namespaced' ? dependent.metadata.namespace : undefined;
    return this.state.collectionOf(type).get(cluster, namespace, owner.name)?.metadata.uid === owner.uid;
  }
}

function keyText(collectionKey: string, cluster: string, object: KubeObject): string {
  return `${collectionKey}|${cluster}|${object.metadata.namespace ?? ''}|${object.metadata.name}`;
}
