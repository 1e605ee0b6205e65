import { createHash } from 'node:crypto';
import { AlreadyExists, Forbidden } from '@kcp-runtime/kube';
import type { Clock, KubeApi, KubeObject, ResourceType } from '@kcp-runtime/kube';
import type { OrderOwner } from '../customer/order-owner.js';
import { messageOf } from '../log/message-of.js';
import type { OrderLog } from '../offer/order.js';
import { timestamp } from '../status/timestamp.js';
import type { EventSink, OrderEvent } from './event-sink.js';

const EVENTS: ResourceType = { group: '', version: 'v1', plural: 'events', kind: 'Event', scope: 'Namespaced' };
/** Shortly after a binding kcp may refuse an Event once (kcp#3803). */
const SECOND_TRY_AFTER_MS = 500;
const HASH_LENGTH = 16;
const LONGEST_ORDER_NAME = 230;

/** What is needed to tell an Event beside an order. */
export interface NamespaceEventsParts {
  /** Of the cluster that the order is in. */
  readonly api: KubeApi;
  readonly owner: OrderOwner;
  /** Whether we may make Events there at the moment. */
  readonly isGranted: () => boolean;
  readonly reporter: string;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly log: OrderLog;
}

/** Events of one order, in its own namespace. Its name says what it tells, so that the same thing makes one Event only. */
export class NamespaceEvents implements EventSink {
  constructor(private readonly parts: NamespaceEventsParts) {}

  async tell(event: OrderEvent): Promise<void> {
    const { isGranted, owner, signal, log } = this.parts;
    if (!isGranted() || signal.aborted) return;
    try {
      await this.#create(this.#object(event));
    } catch (error) {
      if (error instanceof AlreadyExists || signal.aborted) return;
      log.debug('An Event can not be told', { order: `${owner.key.namespace}/${owner.key.name}`, reason: messageOf(error) });
    }
  }

  async #create(event: KubeObject): Promise<void> {
    const { api, clock, signal } = this.parts;
    const events = api.resource(EVENTS);
    try {
      await events.create(event, { signal });
    } catch (error) {
      if (!(error instanceof Forbidden)) throw error;
      await clock.sleep(SECOND_TRY_AFTER_MS, signal);
      await events.create(event, { signal });
    }
  }

  #object({ type, reason, message, since }: OrderEvent): KubeObject {
    const { owner, reporter, clock } = this.parts;
    const { name, namespace } = owner.key;
    const at = timestamp(clock);
    return {
      apiVersion: 'v1',
      kind: EVENTS.kind,
      metadata: { name: eventName(owner, [type, reason, message, since ?? '']), namespace },
      involvedObject: { apiVersion: owner.apiVersion, kind: owner.kind, name, namespace, uid: owner.uid },
      type,
      reason,
      message,
      firstTimestamp: since ?? at,
      lastTimestamp: at,
      count: 1,
      source: { component: reporter },
      reportingComponent: reporter,
      reportingInstance: reporter,
    };
  }
}

function eventName({ key, uid }: OrderOwner, told: readonly string[]): string {
  const hash = createHash('sha256').update([uid, ...told].join('\n')).digest('hex').slice(0, HASH_LENGTH);
  return `${key.name.slice(0, LONGEST_ORDER_NAME)}.${hash}`;
}
