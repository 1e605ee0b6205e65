/** The ConfigMaps on the platform cluster that the record of orders is kept in: read as a whole, and changed entry by entry. OrderRecord has them. */
import { AlreadyExists, NotFound, resourcePath } from '@kcp-runtime/kube';
import type { KubeApi, KubeObject } from '@kcp-runtime/kube';
import { CONFIG_MAPS } from '../config/platform-kinds.js';
import { RECORD_SHARDS, recordName } from '../config/platform-names.js';
import type { OrderLog } from '../offer/order.js';
import { readNote } from './noted-order.js';
import type { NotedOrder } from './noted-order.js';

/** What they need. */
export interface RecordShardsParts {
  /** Of the platform cluster. */
  readonly api: KubeApi;
  readonly namespace: string;
  readonly providerName: string;
  readonly log: OrderLog;
}

/** An entry, and where it stands. */
export interface ShardEntry {
  readonly shard: number;
  readonly order: NotedOrder;
}

interface Page {
  readonly items?: readonly KubeObject[] | null;
  readonly metadata?: { readonly continue?: string };
}

/** Entries by uid; null takes one out. */
export type ShardPatch = Record<string, string | null>;

const LABEL = 'kcp-runtime.open-control-plane.io/record';
/**
 * Makes the server forget, and keep no more, who wrote which entry. To keep that up to date for a shard of 128 costs it more than
 * the whole rest of a write, and every new order waits for one.
 */
const FORGET_WRITERS = { managedFields: [{}] };
const SHARDS_A_PAGE = 4;

/** All shards of one record. */
export class RecordShards {
  readonly #parts: RecordShardsParts;
  readonly #names: readonly string[];

  constructor(parts: RecordShardsParts) {
    this.#parts = parts;
    this.#names = Array.from({ length: RECORD_SHARDS }, (_, shard) => recordName(parts.providerName, shard));
  }

  /** All entries, page by page: all at once is more than a megabyte, and would block the event loop. Throws a KubeError. */
  async *read(signal: AbortSignal): AsyncGenerator<ShardEntry> {
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

  *#entriesOf({ metadata, data }: KubeObject): Generator<ShardEntry> {
    const shard = this.#names.indexOf(metadata.name);
    if (shard < 0) return;
    for (const [uid, text] of Object.entries((data ?? {}) as Record<string, string>)) { // the wire
      const order = readNote(uid, text);
      if (order === undefined) this.#parts.log.warn('An entry of the record can not be read and is left as it is', { configMap: metadata.name, entry: uid });
      else yield { shard, order };
    }
  }

  /** Changes entries of one shard. The answer is the whole shard, and nobody reads it. Throws a KubeError. */
  async patch(shard: number, data: ShardPatch): Promise<void> {
    const { api, namespace } = this.#parts;
    const path = resourcePath(CONFIG_MAPS, { namespace, name: this.#names[shard] ?? '' });
    try {
      await api.request({ method: 'PATCH', path, contentType: 'application/merge-patch+json', body: { metadata: FORGET_WRITERS, data } });
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
      await this.#create(shard, data);
    }
  }

  async #create(shard: number, data: ShardPatch): Promise<void> {
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
}
