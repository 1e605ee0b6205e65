import type { OrderKey } from '@kcp-runtime/kube';
import { seenAt } from './noted-order.js';
import type { NotedOrder } from './noted-order.js';
import type { OrderBook } from './order-record.js';

/** An order as it stands at the moment. */
export type OrderedNow = Pick<NotedOrder, 'uid' | 'generation' | 'spec'>;

/** The record as the loop uses it: it knows keys, and no URL. */
export interface OrderNotes {
  /** Resolves when the order is noted as it is now; undefined when it is already. Rejects with OrderRecordUnwritable. */
  note(key: OrderKey, order: OrderedNow): Promise<void> | undefined;
  /** Resolves when the order is not noted any more. Rejects with OrderRecordUnwritable. */
  drop(uid: string): Promise<void> | undefined;
}

/** Notes of one run. `urlOf` leads from an order to its endpoint; a place that is not known is a place of its own. */
export function orderNotes(record: OrderBook, places: SeenPlaces, urlOf: (key: OrderKey) => string | undefined): OrderNotes {
  return {
    note: (key, order) => {
      const { offer, cluster, namespace, name } = key;
      return record.note({ ...order, offer, cluster, namespace, name, seenAt: places.of(urlOf(key) ?? '') });
    },
    drop: (uid) => record.drop(uid),
  };
}

/** Names of the endpoints of one export in the record, each made once. `identityHash` is the export's, as far as it is known. */
export class SeenPlaces {
  readonly #names = new Map<string, string>();
  #identity = '';

  constructor(private readonly identityHash: () => string | undefined) {}

  of(url: string): string {
    const identity = this.identityHash() ?? '';
    if (identity !== this.#identity) this.#names.clear();
    this.#identity = identity;
    const name = this.#names.get(url) ?? seenAt(url, identity);
    this.#names.set(url, name);
    return name;
  }
}
