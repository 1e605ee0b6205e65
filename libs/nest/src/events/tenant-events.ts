/**
 * Events in the order's own namespace, for whoever runs `kubectl describe`. A source makes one for each pass.
 * An Event that can't be written changes nothing about the order: the status says the same.
 */
import { createHash } from 'node:crypto';
import { AlreadyExists, Forbidden } from '@kcp-runtime/kube';
import type { Clock, KubeObject, ResourceClient } from '@kcp-runtime/kube';
import type { OrderOwner } from '../customer/order-owner.js';
import type { OrderLog } from '../offer/order.js';
import type { EventSink, OrderEvent } from './event-sink.js';

/** What a source gives to the Events of one order. */
export interface TenantEventsOptions {
  readonly owner: OrderOwner;
  /** Events (core v1) in the owner's logical cluster; `undefined` where the tenant has not accepted the claim. */
  readonly events: ResourceClient | undefined;
  /** Who speaks: the provider's name. */
  readonly component: string;
  readonly clock: Clock;
  readonly log: OrderLog;
  readonly signal: AbortSignal;
}

/** Shortly after a binding kcp may refuse an Event once (kcp#3803). */
const SECOND_TRY_AFTER_MS = 500;
/** A name has 253 characters at most, and the hash with its dot takes 17. */
const LONGEST_ORDER_NAME = 236;

export class TenantEvents implements EventSink {
  constructor(private readonly options: TenantEventsOptions) {}

  async tell(event: OrderEvent): Promise<void> {
    const { events, clock, log, signal } = this.options;
    if (events === undefined) return;
    const object = this.#object(event);
    const create = (): Promise<KubeObject> => events.create(object, { signal });
    try {
      await create().catch(async (error: unknown) => {
        if (!(error instanceof Forbidden)) throw error;
        await clock.sleep(SECOND_TRY_AFTER_MS, signal);
        return create();
      });
    } catch (error) {
      if (!(error instanceof AlreadyExists)) log.debug(`An Event could not be written: ${String(error)}`, { reason: event.reason });
    }
  }

  /** Its name follows from what it says and since when: told again after a restart, it is the same object. */
  #object({ type, reason, message, since }: OrderEvent): KubeObject {
    const { owner, component, clock } = this.options;
    const { namespace, name } = owner.key;
    const hash = createHash('sha256').update([owner.uid, type, reason, message, since ?? ''].join('\n')).digest('hex').slice(0, 16);
    const now = `${new Date(clock.now()).toISOString().slice(0, 19)}Z`;
    return {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: `${name.slice(0, LONGEST_ORDER_NAME)}.${hash}`, namespace },
      involvedObject: { apiVersion: owner.apiVersion, kind: owner.kind, namespace, name, uid: owner.uid },
      type,
      reason,
      message,
      count: 1,
      firstTimestamp: now,
      lastTimestamp: now,
      source: { component },
      reportingComponent: component,
      reportingInstance: '',
    };
  }
}
