/**
 * Which orders something outside may have been made for, kept on the platform cluster beyond the process: the only trace of an
 * order whose finalizer somebody has taken away. The loop notes an order before its handler touches anything, and drops it when
 * nothing is left; OrphanWatch looks for entries without an order. KcpMode makes one for its lease.
 *
 * What is to be written while a write is under way goes with the next one, so that a burst costs a few writes and a single
 * order does not wait.
 */
import { AlreadyExists, NotFound, resourcePath } from '@kcp-runtime/kube';
import type { KubeApi, KubeObject } from '@kcp-runtime/kube';
import { CONFIG_MAPS } from '../config/platform-kinds.js';
import { RECORD_SHARDS, recordName } from '../config/platform-names.js';
import type { OrderLog } from '../offer/order.js';
import type { NotedOrder } from './noted-order.js';
import { readNote, writeNote } from './noted-order.js';
import { messageOf } from '../log/message-of.js';

/** What the loop needs of the record. */
export interface OrderBook {
  /** Resolves when the order is noted; undefined when it is already, as it is now. Rejects with {@link OrderRecordUnwritable}. */
  note(order: NotedOrder): Promise<void> | undefined;
  /** Resolves when the order is not noted any more. Rejects with {@link OrderRecordUnwritable}. */
  drop(uid: string): Promise<void> | undefined;
}

/** The record can't be written: nothing may be made outside meanwhile. For a tenant's eyes, so the platform is not spoken of. */
export class OrderRecordUnwritable extends Error {
  override readonly name = 'OrderRecordUnwritable';
  constructor(options: ErrorOptions) {
    super('The provider can not note orders at the moment. It tries again by itself; its operator finds the reason in the log', options);
  }
}

/** What a record needs. */
export interface OrderRecordParts {
  /** Of the platform cluster. */
  readonly api: KubeApi;
  readonly namespace: string;
  readonly providerName: string;
  readonly log: OrderLog;
}

/** Where an entry stands. One object for all entries of a shard that were seen at the same place. */
interface Place {
  readonly shard: number;
  readonly seenAt: string;
}

interface Batch {
  /** By uid; undefined drops. */
  readonly changes: Map<string, NotedOrder | undefined>;
  readonly written: Promise<void>;
}

/** An entry, and where it stands. */
interface Entry {
  readonly shard: number;
  readonly order: NotedOrder;
}

interface Page {
  readonly items?: readonly KubeObject[] | null;
  readonly metadata?: { readonly continue?: string };
}

type Data = Record<string, string | null>;

const LABEL = 'kcp-runtime.open-control-plane.io/record';
/**
 * Makes the server forget, and keep no more, who wrote which entry. To keep that up to date for a shard of 128 costs it more than
 * the whole rest of a write, and every new order waits for one.
 */
const FORGET_WRITERS = { managedFields: [{}] };
/** Up to so many entries a shard is filled before the next one is begun: a write carries the whole shard through the server. */
const COMFORTABLE = 32;
/** So many new entries of a batch go into one shard: each further shard is one more write that an order waits for. */
const TOGETHER = 64;
/** Beyond so many entries a shard keeps no more specs, so that there is room for many more entries. */
const CROWDED = 1_000;
const FIRST_GENERATION = 1;
const SHARDS_A_PAGE = 4;
/** More at once would block the event loop. */
const LARGEST_BATCH = 500;

/** The orders that are noted. */
export class OrderRecord implements OrderBook {
  readonly #parts: OrderRecordParts;
  readonly #names: readonly string[];
  readonly #places = new Map<string, Place>();
  /** Of those whose generation is not the first, which few are. */
  readonly #generations = new Map<string, number>();
  readonly #interned = new Map<string, Place>();
  readonly #sizes: number[];
  #turn: Promise<void> = Promise.resolve();
  #batch: Batch | undefined;

  constructor(parts: OrderRecordParts) {
    this.#parts = parts;
    this.#names = Array.from({ length: RECORD_SHARDS }, (_, shard) => recordName(parts.providerName, shard));
    this.#sizes = this.#names.map(() => 0);
  }

  /** Takes in what earlier processes have noted; to be called before anything is noted. Throws a KubeError. */
  async load(signal: AbortSignal): Promise<void> {
    for await (const { shard, order } of this.#read(signal)) this.#put(order, shard);
  }

  note(order: NotedOrder): Promise<void> | undefined {
    const isNoted = this.#places.get(order.uid)?.seenAt === order.seenAt && this.#generationOf(order.uid) === order.generation;
    return isNoted ? undefined : this.#write(order.uid, order);
  }

  drop(uid: string): Promise<void> | undefined {
    return this.#places.has(uid) ? this.#write(uid, undefined) : undefined;
  }

  /** Of every order that is noted. */
  uids(): Iterable<string> {
    return this.#places.keys();
  }

  get size(): number {
    return this.#places.size;
  }

  /** The entries as they stand on the platform: here only their uids are kept. Throws a KubeError. */
  async entries(signal: AbortSignal): Promise<NotedOrder[]> {
    const orders: NotedOrder[] = [];
    for await (const { order } of this.#read(signal)) orders.push(order);
    return orders;
  }

  /** Page by page: all at once is more than a megabyte, and would block the event loop. */
  async *#read(signal: AbortSignal): AsyncGenerator<Entry> {
    const { api, namespace } = this.#parts;
    const path = resourcePath(CONFIG_MAPS, { namespace });
    let next: string | undefined;
    do {
      const query = { labelSelector: `${LABEL}=orders`, limit: SHARDS_A_PAGE, continue: next };
      const page = (await api.request({ method: 'GET', path, query, signal })).json() as Page; // the wire
      for (const configMap of page.items ?? []) yield* this.#entriesOf(configMap);
      next = page.metadata?.continue === '' ? undefined : page.metadata?.continue;
    } while (next !== undefined);
  }

  *#entriesOf({ metadata, data }: KubeObject): Generator<Entry> {
    const shard = this.#names.indexOf(metadata.name);
    if (shard < 0) return;
    for (const [uid, text] of Object.entries((data ?? {}) as Record<string, string>)) { // the wire
      const order = readNote(uid, text);
      if (order === undefined) this.#parts.log.warn('An entry of the record can not be read and is left as it is', { configMap: metadata.name, entry: uid });
      else yield { shard, order };
    }
  }

  #write(uid: string, change: NotedOrder | undefined): Promise<void> {
    if (this.#batch === undefined || this.#batch.changes.size >= LARGEST_BATCH) this.#batch = this.#begin();
    this.#batch.changes.set(uid, change);
    return this.#batch.written;
  }

  #begin(): Batch {
    const changes: Batch['changes'] = new Map();
    const written = this.#turn.then(() => {
      if (this.#batch?.changes === changes) this.#batch = undefined;
      return this.#send(changes);
    });
    this.#turn = written.catch(() => undefined);
    return { changes, written };
  }

  async #send(changes: Batch['changes']): Promise<void> {
    const shards = this.#shardsOf(changes);
    const patches = new Map<number, Data>();
    for (const [uid, shard] of shards) {
      const order = changes.get(uid);
      const data = patches.get(shard) ?? {};
      data[uid] = order === undefined ? null : writeNote(this.#isCrowded(shard) ? { ...order, spec: undefined } : order);
      patches.set(shard, data);
    }
    try {
      await Promise.all([...patches].map(([shard, data]) => this.#patch(shard, data)));
    } catch (error) {
      this.#parts.log.warn('The record of orders can not be written', { reason: messageOf(error) });
      throw new OrderRecordUnwritable({ cause: error });
    }
    for (const [uid, shard] of shards) {
      const order = changes.get(uid);
      if (order === undefined) this.#remove(uid);
      else this.#put(order, shard);
    }
  }

  /** Where each change belongs: to where the order stands, or with other new ones into a shard with room. */
  #shardsOf(changes: Batch['changes']): Map<string, number> {
    const shardOfNew = fillingShards(this.#sizes);
    return new Map([...changes.keys()].map((uid) => [uid, this.#places.get(uid)?.shard ?? shardOfNew()]));
  }

  /** The answer is the whole shard, and nobody reads it. */
  async #patch(shard: number, data: Data): Promise<void> {
    const { api, namespace } = this.#parts;
    const path = resourcePath(CONFIG_MAPS, { namespace, name: this.#names[shard] ?? '' });
    try {
      await api.request({ method: 'PATCH', path, contentType: 'application/merge-patch+json', body: { metadata: FORGET_WRITERS, data } });
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
      await this.#create(shard, data);
    }
  }

  async #create(shard: number, data: Data): Promise<void> {
    const { api, namespace } = this.#parts;
    const metadata = { name: this.#names[shard] ?? '', namespace, labels: { [LABEL]: 'orders' } };
    const entries = Object.fromEntries(Object.entries(data).filter(([, note]) => note !== null));
    const configMap: KubeObject = { apiVersion: 'v1', kind: CONFIG_MAPS.kind, metadata, data: entries };
    try {
      await api.resource(CONFIG_MAPS).create(configMap);
    } catch (error) {
      if (!(error instanceof AlreadyExists)) throw error;
      await api.resource(CONFIG_MAPS).mergePatch(metadata, { data });
    }
  }

  #generationOf(uid: string): number {
    return this.#generations.get(uid) ?? FIRST_GENERATION;
  }

  #isCrowded(shard: number): boolean {
    return (this.#sizes[shard] ?? 0) >= CROWDED;
  }

  #put({ uid, seenAt, generation }: NotedOrder, shard: number): void {
    this.#remove(uid);
    if (generation !== FIRST_GENERATION) this.#generations.set(uid, generation);
    const key = `${shard} ${seenAt}`;
    const place = this.#interned.get(key) ?? { shard, seenAt };
    this.#interned.set(key, place);
    this.#places.set(uid, place);
    this.#sizes[shard] = (this.#sizes[shard] ?? 0) + 1;
  }

  #remove(uid: string): void {
    const place = this.#places.get(uid);
    if (place === undefined) return;
    this.#places.delete(uid);
    this.#generations.delete(uid);
    this.#sizes[place.shard] = (this.#sizes[place.shard] ?? 1) - 1;
  }
}

/** Says for one new entry after the other where it goes, so that a batch is spread over as few shards as fit. */
function fillingShards(standing: readonly number[]): () => number {
  const sizes = [...standing];
  let shard = 0;
  let left = 0;
  return () => {
    if (left === 0) [shard, left] = [roomiest(sizes), TOGETHER];
    left -= 1;
    sizes[shard] = (sizes[shard] ?? 0) + 1;
    return shard;
  };
}

/** The first shard with room; where none has, the emptiest. */
function roomiest(sizes: readonly number[]): number {
  const comfortable = sizes.findIndex((size) => size < COMFORTABLE);
  return comfortable >= 0 ? comfortable : sizes.indexOf(Math.min(...sizes));
}
