import type { LeaseState, QueueObserver, RequestObserver } from '@kcp-runtime/kube';
import type { Mode } from '../offer/order.js';
import type { OrdersOfOffer } from '../reconcile/order-home.js';
import type { SourceReach } from '../source/source-reach.js';

/** Servers that the operator has named, or one for each tenant, of which no figure may speak by name. */
export type ServersAsked = 'named' | 'ofTenants';

/** Takes what the runtime counts. Where nobody asks for figures there is none, and nothing is counted. */
export interface RuntimeMetrics {
  /** The figures of one mode; the same ones at each call. */
  mode(mode: Mode): ModeMetrics;
  /** For the connections to these servers. */
  requests(servers: ServersAsked): RequestObserver;
}

/** Takes the figures of one mode. */
export interface ModeMetrics extends Pick<RuntimeMetrics, 'requests'> {
  /** The work on the orders of a source begins. A mode may have several at a time, and they count as one. */
  work(work: MeasuredWork): MeteredQueue;
  lease(state: LeaseState): void;
}

/** What is looked at whenever somebody asks for figures. */
export interface MeasuredWork {
  readonly counts: () => QueueCounts;
  readonly orders: () => Iterable<OrdersOfOffer>;
  readonly reach: () => SourceReach;
}

/** How many orders of a queue wait for a worker, are with one, and are to be looked at again later. */
export interface QueueCounts {
  readonly waiting: number;
  readonly running: number;
  readonly sleeping: number;
  /** How many may be with one at a time. */
  readonly workers: number;
}

/** Hears what becomes of the orders of one queue. */
export interface MeteredQueue extends QueueObserver {
  /** The work has ended. */
  close(): void;
}
