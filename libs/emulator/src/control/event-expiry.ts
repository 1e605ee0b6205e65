import type { Collection } from '../storage/collection.js';
import type { Change } from '../storage/change.js';
import type { KcpState } from '../workspace/kcp-state.js';
import type { Controller } from './controller-loop.js';

/** As kube-apiserver keeps them where nothing else is said. */
const EVENT_TTL_MS = 3_600_000;

/** Removes each Event an hour after its last write. */
export class EventExpiry implements Controller {
  readonly name = 'event expiry';
  readonly collections = ['events'];
  readonly #endsAt = new Map<string, number>();

  constructor(private readonly state: KcpState) {}

  keys(_collection: Collection, { type, cluster, object }: Change): string[] {
    const key = `${cluster}|${object.metadata.namespace ?? ''}|${object.metadata.name}`;
    if (type === 'DELETED') this.#endsAt.delete(key);
    else this.#endsAt.set(key, this.state.clock.now() + EVENT_TTL_MS);
    return type === 'DELETED' ? [] : [key];
  }

  reconcile(key: string): number | undefined {
    const endsAt = this.#endsAt.get(key);
    if (endsAt === undefined) return undefined;
    const remainingMs = endsAt - this.state.clock.now();
    if (remainingMs > 0) return remainingMs;
    const [cluster = '', namespace = '', name = ''] = key.split('|');
    const events = this.state.storage.collection('events');
    const event = events.get(cluster, namespace, name);
    if (event !== undefined) events.remove(cluster, event);
    return undefined;
  }
}
