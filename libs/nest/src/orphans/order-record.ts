/**
 * Which orders something outside may have been made for, kept on the platform cluster beyond the process: the only trace of an
 * order whose finalizer somebody has taken away. The loop notes an order before its handler touches anything, and drops it when
 * nothing is left; OrphanWatch looks for entries without an order. KcpMode makes one for its lease.
 *
 * What is to be written while a write is under way goes with the next one, so that a burst costs a few writes and a single
 * order does not wait.
 */
import { RECORD_SHARDS } from '../config/platform-names.js';
import { messageOf } from '../log/message-of.js';
import { writeNote } from './noted-order.js';
import type { NotedOrder } from './noted-order.js';
import { RecordShards } from './record-shards.js';
import type { RecordShardsParts, ShardPatch } from './record-shards.js';
import { fillingShards } from './shard-choice.js';

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

/** Beyond so many entries a shard keeps no more specs, so that there is room for many more entries. */
const CROWDED = 1_000;
const FIRST_GENERATION = 1;
/** More at once would block the event loop. */
const LARGEST_BATCH = 500;

/** The orders that are noted. */
export class OrderRecord implements OrderBook {
  readonly #log: RecordShardsParts['log'];
  readonly #shards: RecordShards;
  readonly #places = new Map<string, Place>();
  /** Of those whose generation is not the first, which few are. */
  readonly #generations = new Map<string, number>();
  readonly #interned = new Map<string, Place>();
  readonly #sizes: number[] = Array.from({ length: RECORD_SHARDS }, () => 0);
  #turn: Promise<void> = Promise.resolve();
  #batch: Batch | undefined;

  constructor(parts: RecordShardsParts) {
    this.#log = parts.log;
    this.#shards = new RecordShards(parts);
  }

  /** Takes in what earlier processes have noted; to be called before anything is noted. Throws a KubeError. */
  async load(signal: AbortSignal): Promise<void> {
    for await (const { shard, order } of this.#shards.read(signal)) this.#put(order, shard);
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
    for await (const { order } of this.#shards.read(signal)) orders.push(order);
    return orders;
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
    const patches = new Map<number, ShardPatch>();
    for (const [uid, shard] of shards) {
      const order = changes.get(uid);
      const data = patches.get(shard) ?? {};
      data[uid] = order === undefined ? null : writeNote(this.#isCrowded(shard) ? { ...order, spec: undefined } : order);
      patches.set(shard, data);
    }
    try {
      await Promise.all([...patches].map(([shard, data]) => this.#shards.patch(shard, data)));
    } catch (error) {
      this.#log.warn('The record of orders can not be written', { reason: messageOf(error) });
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
