import type { Clock, LeaseState, Requeue, RequestObserver } from '@kcp-runtime/kube';
import type { Counter, Gauge, Histogram } from 'prom-client';
import type { Mode } from '../offer/order.js';
import { standingOfWord } from '../reconcile/order-standing.js';
import type { OrderStanding } from '../reconcile/order-standing.js';
import type { EndpointState } from '../source/workspace-endpoint.js';
import type { RequestFigures } from './request-figures.js';
import type { MeasuredWork, MeteredQueue, ModeMetrics, QueueCounts, ServersAsked } from './runtime-metrics.js';

/** What all modes count with. */
export interface Instruments {
  readonly reconciles: Counter<'controller' | 'result'>;
  readonly errors: Counter<'controller'>;
  readonly reconcileSeconds: Histogram<'controller'>;
  readonly adds: Counter<'name' | 'controller'>;
  readonly retries: Counter<'name' | 'controller'>;
  readonly queueSeconds: Histogram<'name' | 'controller'>;
  readonly workSeconds: Histogram<'name' | 'controller'>;
  readonly leader: Gauge<'name'>;
  readonly requests: RequestFigures;
}

/** How many orders of an offer stand in the same way. */
export interface OrderCount {
  readonly offer: string;
  readonly standing: OrderStanding;
  readonly count: number;
}

/** How many workspaces stand in the same way. */
export interface ConsumerCount {
  /** What is wrong with their binding; empty where nothing is. */
  readonly reason: (typeof CONSUMER_REASONS)[number];
  readonly count: number;
}

/** Words of kcp that are not told apart are one: it may have others tomorrow. */
const CONSUMER_REASONS = ['', 'PermissionClaimsNotAccepted', 'NamingConflicts', 'other'] as const;

const ENDPOINT_STATES: readonly EndpointState[] = ['Waiting', 'Listing', 'Watching', 'BackingOff'];

type Result = 'success' | 'requeue_after' | 'error';

const RESULTS: Readonly<Record<Requeue['kind'], Result>> = { done: 'success', after: 'requeue_after', backoff: 'error' };
/** Go controllers have one more, for those that come again at once: a dashboard that asks for it is to find none, not nothing. */
const NEVER_COUNTED = 'requeue';

/** The figures of one mode. */
export class ModeFigures implements ModeMetrics {
  readonly #queues = new Set<QueueMeter>();
  readonly #labels: { readonly name: Mode; readonly controller: Mode };

  constructor(
    readonly mode: Mode,
    private readonly instruments: Instruments,
    private readonly clock: Clock,
  ) {
    this.#labels = { name: mode, controller: mode };
    this.#beginAtZero();
  }

  work(work: MeasuredWork): MeteredQueue {
    const meter: QueueMeter = new QueueMeter(work, this.clock, {
      added: () => this.instruments.adds.inc(this.#labels),
      waited: (seconds) => this.instruments.queueSeconds.observe(this.#labels, seconds),
      worked: (seconds, requeue) => this.#count(seconds, requeue),
      closed: () => void this.#queues.delete(meter),
    });
    this.#queues.add(meter);
    return meter;
  }

  requests(servers: ServersAsked): RequestObserver {
    return this.instruments.requests.of(servers);
  }

  lease({ kind }: LeaseState): void {
    this.instruments.leader.set({ name: this.mode }, kind === 'holding' ? 1 : 0);
  }

  get counts(): QueueCounts {
    const all = [...this.#queues].map((queue) => queue.work.counts());
    const sum = (of: keyof QueueCounts): number => all.reduce((total, counts) => total + counts[of], 0);
    return { waiting: sum('waiting'), running: sum('running'), sleeping: sum('sleeping'), workers: sum('workers') };
  }

  /** The caches count as orders change. One offer may come several times: each queue and each endpoint has caches of its own. */
  get orders(): readonly OrderCount[] {
    const offers = [...this.#queues].flatMap((queue) => [...queue.work.orders()]);
    return offers.flatMap(({ offer, cache }) => [...cache.counts].map(([word, count]) => ({ offer, standing: standingOfWord(word), count })));
  }

  /** Endpoint URLs by state, those without any too: an alert can not see what is not there. */
  get endpoints(): readonly { readonly state: EndpointState; readonly count: number }[] {
    const states = [...this.#queues].flatMap((queue) => queue.work.reach().endpoints);
    return ENDPOINT_STATES.map((state) => ({ state, count: states.filter((each) => each === state).length }));
  }

  get consumers(): readonly ConsumerCount[] {
    const reasons = [...this.#queues].flatMap((queue) => queue.work.reach().consumers).map(consumerReason);
    return CONSUMER_REASONS.map((reason) => ({ reason, count: reasons.filter((each) => each === reason).length }));
  }

  get unfinishedSeconds(): number {
    return this.#inHandSeconds().reduce((total, seconds) => total + seconds, 0);
  }

  get longestSeconds(): number {
    return this.#inHandSeconds().reduce((longest, seconds) => Math.max(longest, seconds), 0);
  }

  #inHandSeconds(): number[] {
    return [...this.#queues].flatMap((queue) => queue.inHandSeconds());
  }

  #count(seconds: number, { kind }: Requeue): void {
    const { reconciles, errors, reconcileSeconds, workSeconds, retries } = this.instruments;
    reconciles.inc({ controller: this.mode, result: RESULTS[kind] });
    reconcileSeconds.observe({ controller: this.mode }, seconds);
    workSeconds.observe(this.#labels, seconds);
    if (kind !== 'done') retries.inc(this.#labels);
    if (kind === 'backoff') errors.inc({ controller: this.mode });
  }

  /** A rate over a counter that appears with its first count loses that count. */
  #beginAtZero(): void {
    const { reconciles, errors, adds, retries, leader } = this.instruments;
    for (const result of [...Object.values(RESULTS), NEVER_COUNTED]) reconciles.inc({ controller: this.mode, result }, 0);
    errors.inc({ controller: this.mode }, 0);
    for (const counter of [adds, retries]) counter.inc(this.#labels, 0);
    leader.set({ name: this.mode }, 0);
  }
}

function consumerReason(reason: string): ConsumerCount['reason'] {
  return CONSUMER_REASONS.find((known) => known === reason) ?? 'other';
}

interface Heard {
  added(): void;
  waited(seconds: number): void;
  worked(seconds: number, requeue: Requeue): void;
  closed(): void;
}

/** Measures one queue: it remembers since when a key waits or is in hand, and nothing of all others. */
class QueueMeter implements MeteredQueue {
  readonly #waitingSince = new Map<string, number>();
  readonly #inHandSince = new Map<string, number>();

  constructor(
    readonly work: MeasuredWork,
    private readonly clock: Clock,
    private readonly heard: Heard,
  ) {}

  added(key: string): void {
    this.#waitingSince.set(key, this.clock.elapsed());
    this.heard.added();
  }

  started(key: string): void {
    this.heard.waited(this.#secondsSince(this.#waitingSince, key));
    this.#waitingSince.delete(key);
    this.#inHandSince.set(key, this.clock.elapsed());
  }

  ended(key: string, requeue: Requeue): void {
    this.heard.worked(this.#secondsSince(this.#inHandSince, key), requeue);
    this.#inHandSince.delete(key);
  }

  dropped(key: string): void {
    this.#waitingSince.delete(key);
  }

  close(): void {
    this.heard.closed();
  }

  inHandSeconds(): number[] {
    const now = this.clock.elapsed();
    return [...this.#inHandSince.values()].map((since) => (now - since) / 1_000);
  }

  #secondsSince(times: ReadonlyMap<string, number>, key: string): number {
    const now = this.clock.elapsed();
    return (now - (times.get(key) ?? now)) / 1_000;
  }
}
