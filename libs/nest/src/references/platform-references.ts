/**
 * Secrets and ConfigMaps of the provider's namespace, as far as orders name them: each is watched as long as one does,
 * and its change wakes exactly those that do. The loop asks for the view of an order before each call of its handler,
 * and a mode stops it at its end. It never lists a namespace, so secrets of others do not get into this process.
 */
import type { Clock, KubeApi, KubeObject, Random } from '@kcp-runtime/kube';
import type { Reference } from '../offer/offer.js';
import type { References } from '../offer/order.js';
import { ReferenceMissing, ReferenceUndeclared } from './reference-missing.js';
import { WatchedReference } from './watched-reference.js';

/** What the loop needs of them. */
export interface ReferenceBook {
  /** Notes which references an order names now, and gives what its handler sees of them. */
  of(orderKey: string, named: readonly Reference[], signal: AbortSignal): References;
  /** The order is gone. */
  forget(orderKey: string): void;
}

/** What {@link PlatformReferences} is made of. */
export interface PlatformReferencesOptions {
  /** The platform cluster. */
  readonly api: KubeApi;
  /** The provider's namespace there. */
  readonly namespace: string;
  readonly clock: Clock;
  readonly random: Random;
  /** Puts an order on the queue again. */
  readonly wake: (orderKey: string) => void;
}

interface Watched {
  readonly watch: WatchedReference;
  readonly orders: Set<string>;
}

export class PlatformReferences implements ReferenceBook {
  readonly #watched = new Map<string, Watched>();
  readonly #namedBy = new Map<string, readonly Reference[]>();
  readonly #stopping = new Set<Promise<void>>();

  constructor(private readonly options: PlatformReferencesOptions) {}

  of(orderKey: string, named: readonly Reference[], signal: AbortSignal): References {
    const before = this.#namedBy.get(orderKey) ?? [];
    for (const reference of named) this.#watch(reference).orders.add(orderKey);
    this.#release(orderKey, before.filter((reference) => !names(named, reference)));
    if (named.length > 0) this.#namedBy.set(orderKey, named);
    else this.#namedBy.delete(orderKey);
    return {
      secret: async (name) => decoded(await this.#read({ kind: 'Secret', name }, named, signal)),
      configMap: async (name) => texts(await this.#read({ kind: 'ConfigMap', name }, named, signal)),
    };
  }

  forget(orderKey: string): void {
    this.#release(orderKey, this.#namedBy.get(orderKey) ?? []);
    this.#namedBy.delete(orderKey);
  }

  /** Ends every watch; resolves when all have ended. */
  async stop(): Promise<void> {
    for (const orderKey of [...this.#namedBy.keys()]) this.forget(orderKey);
    await Promise.all(this.#stopping);
  }

  async #read(reference: Reference, named: readonly Reference[], signal: AbortSignal): Promise<KubeObject> {
    if (!names(named, reference)) throw new ReferenceUndeclared(reference);
    const object = await this.#watch(reference).watch.read(signal);
    if (object === undefined) throw new ReferenceMissing(reference);
    return object;
  }

  #watch(reference: Reference): Watched {
    const key = keyOf(reference);
    const found = this.#watched.get(key);
    if (found) return found;
    const { wake, ...rest } = this.options;
    const orders = new Set<string>();
    const watch = new WatchedReference({ ...rest, reference, onChange: () => orders.forEach((orderKey) => wake(orderKey)) });
    watch.start();
    this.#watched.set(key, { watch, orders });
    return { watch, orders };
  }

  #release(orderKey: string, references: readonly Reference[]): void {
    for (const reference of references) {
      const key = keyOf(reference);
      const watched = this.#watched.get(key);
      watched?.orders.delete(orderKey);
      if (watched === undefined || watched.orders.size > 0) continue;
      this.#watched.delete(key);
      const stopped = watched.watch.stop().finally(() => this.#stopping.delete(stopped));
      this.#stopping.add(stopped);
    }
  }
}

function keyOf({ kind, name }: Reference): string {
  return `${kind}/${name}`;
}

function names(references: readonly Reference[], { kind, name }: Reference): boolean {
  return references.some((each) => each.kind === kind && each.name === name);
}

/** `data` of a Secret, out of base64. */
function decoded(secret: KubeObject): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(texts(secret)).map(([key, value]) => [key, Buffer.from(value, 'base64').toString('utf8')]));
}

function texts(object: KubeObject): Readonly<Record<string, string>> {
  return (object['data'] ?? {}) as Readonly<Record<string, string>>;
}
