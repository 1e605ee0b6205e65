import type { KubeObject } from './kube-object.js';

/** Where an object stands inside one logical cluster and collection. */
export function objectKey(namespace: string | undefined, name: string): string {
  return `${namespace ?? ''}/${name}`;
}

/** The key of an object at hand. */
export function keyOf(object: KubeObject): string {
  return objectKey(object.metadata.namespace, object.metadata.name);
}

/** The objects of one collection in one logical cluster, in list order when asked. */
export class ClusterBucket {
  readonly #objects = new Map<string, KubeObject>();
  #sorted: readonly string[] | undefined;

  get size(): number {
    return this.#objects.size;
  }

  get(key: string): KubeObject | undefined {
    return this.#objects.get(key);
  }

  set(key: string, object: KubeObject): void {
    if (!this.#objects.has(key)) this.#sorted = undefined;
    this.#objects.set(key, object);
  }

  delete(key: string): void {
    if (this.#objects.delete(key)) this.#sorted = undefined;
  }

  /** All objects, in no order; the cheap way for controllers and access checks. */
  values(): Iterable<KubeObject> {
    return this.#objects.values();
  }

  /** The objects by namespace and name, all or those of one namespace. */
  *ordered(namespace?: string): Iterable<KubeObject> {
    this.#sorted ??= [...this.#objects.keys()].sort();
    const prefix = namespace === undefined ? undefined : `${namespace}/`;
    for (const key of this.#sorted) {
      if (prefix !== undefined && !key.startsWith(prefix)) continue;
      const object = this.#objects.get(key);
      if (object !== undefined) yield object;
    }
  }
}
