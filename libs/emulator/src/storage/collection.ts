import { Change, type ChangeType } from './change.js';
import { ClusterBucket, keyOf, objectKey } from './cluster-bucket.js';
import type { KubeObject } from './kube-object.js';
import type { VersionCounter } from './version-counter.js';
import { WatchHistory } from './watch-history.js';

/** Somebody who wants every change of one cluster, or of all of them (`cluster` undefined). */
export interface Watcher {
  readonly cluster: string | undefined;
  offer(change: Change): void;
}

/** What part of a collection is asked for: one cluster or all, one namespace or all. */
export interface ListScope {
  readonly cluster: string | undefined;
  readonly namespace: string | undefined;
}

/**
 * All objects of one stored resource of one shard, over all logical clusters.
 * It commits writes, numbers them and tells watchers; it knows no rules about objects.
 * Everything is synchronous, so a write is atomic without any lock.
 */
export class Collection {
  readonly history: WatchHistory;
  readonly #buckets = new Map<string, ClusterBucket>();
  readonly #watchersOfAll = new Set<Watcher>();
  readonly #watchersOfOne = new Map<string, Set<Watcher>>();

  constructor(
    readonly key: string,
    private readonly versions: VersionCounter,
    startVersion: number,
    historyLength: number,
    private readonly committed: (collection: Collection, change: Change) => void,
  ) {
    this.history = new WatchHistory(startVersion, historyLength);
  }

  get(cluster: string, namespace: string | undefined, name: string): KubeObject | undefined {
    return this.#buckets.get(cluster)?.get(objectKey(namespace, name));
  }

  /** The objects of one cluster in no order. */
  *in(cluster: string): Iterable<KubeObject> {
    const bucket = this.#buckets.get(cluster);
    if (bucket !== undefined) yield* bucket.values();
  }

  /** The clusters that hold at least one object. */
  clusters(): string[] {
    return [...this.#buckets.keys()].sort();
  }

  count(cluster?: string): number {
    if (cluster !== undefined) return this.#buckets.get(cluster)?.size ?? 0;
    let sum = 0;
    for (const bucket of this.#buckets.values()) sum += bucket.size;
    return sum;
  }

  /** The objects by cluster, namespace and name. */
  *list(scope: ListScope): Iterable<KubeObject> {
    const clusters = scope.cluster === undefined ? this.clusters() : [scope.cluster];
    for (const cluster of clusters) {
      const bucket = this.#buckets.get(cluster);
      if (bucket !== undefined) yield* bucket.ordered(scope.namespace);
    }
  }

  /** Stores a new state under the next version and tells it. */
  put(cluster: string, object: KubeObject): KubeObject {
    const bucket = this.bucketOf(cluster);
    const key = keyOf(object);
    const previous = bucket.get(key);
    const version = this.versions.next();
    const stored = withVersion(object, version);
    bucket.set(key, stored);
    this.commit(previous === undefined ? 'ADDED' : 'MODIFIED', cluster, stored, previous, version);
    return stored;
  }

  /** Removes an object; the event carries its last state under a version of its own. */
  remove(cluster: string, last: KubeObject): KubeObject {
    const bucket = this.bucketOf(cluster);
    const key = keyOf(last);
    const previous = bucket.get(key);
    bucket.delete(key);
    if (bucket.size === 0) this.#buckets.delete(cluster);
    const version = this.versions.next();
    const gone = withVersion(last, version);
    this.commit('DELETED', cluster, gone, previous, version);
    return gone;
  }

  watch(watcher: Watcher): void {
    this.watchersFor(watcher.cluster).add(watcher);
  }

  unwatch(watcher: Watcher): void {
    this.watchersFor(watcher.cluster).delete(watcher);
  }

  private commit(type: ChangeType, cluster: string, object: KubeObject, previous: KubeObject | undefined, version: number): void {
    const change = new Change(type, cluster, object, previous, version);
    this.history.push(change);
    for (const watcher of this.#watchersOfAll) watcher.offer(change);
    for (const watcher of this.#watchersOfOne.get(cluster) ?? []) watcher.offer(change);
    this.committed(this, change);
  }

  private bucketOf(cluster: string): ClusterBucket {
    let bucket = this.#buckets.get(cluster);
    if (bucket === undefined) {
      bucket = new ClusterBucket();
      this.#buckets.set(cluster, bucket);
    }
    return bucket;
  }

  private watchersFor(cluster: string | undefined): Set<Watcher> {
    if (cluster === undefined) return this.#watchersOfAll;
    let watchers = this.#watchersOfOne.get(cluster);
    if (watchers === undefined) {
      watchers = new Set();
      this.#watchersOfOne.set(cluster, watchers);
    }
    return watchers;
  }
}

function withVersion(object: KubeObject, version: number): KubeObject {
  return { ...object, metadata: { ...object.metadata, resourceVersion: String(version) } };
}
