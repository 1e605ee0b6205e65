import { Change, type ChangeType } from './change.js';
import { ClusterBucket, keyOf, objectKey } from './cluster-bucket.js';
import type { KubeObject } from './kube-object.js';
import type { Shard } from './shard.js';
import { WatchHistory } from './watch-history.js';

/** Somebody who wants every change of one cluster, or of all clusters of a shard (`cluster` undefined). */
export interface Watcher {
  readonly cluster: string | undefined;
  readonly shard: Shard;
  offer(change: Change): void;
}

/** What part of a collection is asked for: one cluster, those of a shard, or all; one namespace or all. */
export interface ListScope {
  readonly shard?: Shard;
  readonly cluster: string | undefined;
  readonly namespace: string | undefined;
}

/**
 * All objects of one stored resource, over all logical clusters.
 * It commits writes, has them numbered by the shard of their cluster and tells watchers; it knows no rules about objects.
 * Everything is synchronous, so a write is atomic without any lock.
 */
export class Collection {
  readonly #buckets = new Map<string, ClusterBucket>();
  readonly #histories = new Map<Shard, WatchHistory>();
  readonly #watchersOfShard = new Map<Shard, Set<Watcher>>();
  readonly #watchersOfOne = new Map<string, Set<Watcher>>();

  constructor(
    readonly key: string,
    private readonly shardOf: (cluster: string) => Shard,
    private readonly committed: (collection: Collection, change: Change) => void,
  ) {}

  /** The last changes on a shard. */
  history(shard: Shard): WatchHistory {
    let history = this.#histories.get(shard);
    if (history === undefined) {
      history = new WatchHistory(shard.startVersion, shard.historyLength);
      this.#histories.set(shard, history);
    }
    return history;
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
    const clusters = scope.cluster === undefined ? this.clustersOn(scope.shard) : [scope.cluster];
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
    const version = this.shardOf(cluster).versions.next();
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
    const version = this.shardOf(cluster).versions.next();
    const gone = withVersion(last, version);
    this.commit('DELETED', cluster, gone, previous, version);
    return gone;
  }

  watch(watcher: Watcher): void {
    this.watchersFor(watcher).add(watcher);
  }

  unwatch(watcher: Watcher): void {
    this.watchersFor(watcher).delete(watcher);
  }

  private commit(type: ChangeType, cluster: string, object: KubeObject, previous: KubeObject | undefined, version: number): void {
    const change = new Change(type, cluster, object, previous, version);
    const shard = this.shardOf(cluster);
    this.history(shard).push(change);
    for (const watcher of this.#watchersOfShard.get(shard) ?? []) watcher.offer(change);
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

  private clustersOn(shard: Shard | undefined): string[] {
    return shard === undefined ? this.clusters() : this.clusters().filter((cluster) => this.shardOf(cluster) === shard);
  }

  private watchersFor({ cluster, shard }: Watcher): Set<Watcher> {
    return cluster === undefined ? setAt(this.#watchersOfShard, shard) : setAt(this.#watchersOfOne, cluster);
  }
}

function setAt<K>(sets: Map<K, Set<Watcher>>, key: K): Set<Watcher> {
  let set = sets.get(key);
  if (set === undefined) {
    set = new Set();
    sets.set(key, set);
  }
  return set;
}

function withVersion(object: KubeObject, version: number): KubeObject {
  return { ...object, metadata: { ...object.metadata, resourceVersion: String(version) } };
}
