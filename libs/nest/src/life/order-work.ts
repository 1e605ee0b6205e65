/**
 * The work on the orders of one source: its queue, the loop, the references that orders name, and a new look at all of them when the
 * ProviderConfig has changed. The run of a mode has one. It knows no server but the platform, and ends nothing but itself.
 */
import { WorkQueue } from '@kcp-runtime/kube';
import type { Clock, KubeApi, LeaseTerm, Random } from '@kcp-runtime/kube';
import { lastSnapshot } from '../config/config-snapshot.js';
import type { ConfigView } from '../config/config-store.js';
import { messageOf } from '../log/message-of.js';
import type { MeteredQueue, ModeMetrics } from '../metrics/runtime-metrics.js';
import { NO_REACH } from '../source/source-reach.js';
import type { SourceReach } from '../source/source-reach.js';
import type { OrderLog } from '../offer/order.js';
import type { LoopParts } from '../reconcile/loop-parts.js';
import type { OrderHomes, OrdersOfOffer } from '../reconcile/order-home.js';
import { OrderReconciler } from '../reconcile/order.reconciler.js';
import type { ServedOffer } from '../reconcile/served-offer.js';
import { PlatformReferences } from '../references/platform-references.js';
import type { RunSignals } from './stages-of-stop.js';

/** What the work needs. */
export interface OrderWorkParts {
  /** Of the platform cluster; writes only while the lease is held. */
  readonly platform: KubeApi;
  /** The provider's namespace there. */
  readonly namespace: string;
  readonly offers: readonly ServedOffer[];
  /** What orders are told of the ProviderConfig. */
  readonly config: ConfigView;
  readonly term: LeaseTerm;
  /** Whose an order is: workers are shared out fairly between tenants. */
  readonly tenantOf: (key: string) => string;
  /** Takes the figures of the queue. */
  readonly metrics?: ModeMetrics;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: OrderLog;
}

/** Where the orders are. */
export interface OrderSource extends OrderHomes {
  /** Looks at every order again, behind what users have changed. */
  requeueAll(): void;
  /** All orders that are known. */
  orders(): Iterable<OrdersOfOffer>;
  reach(): SourceReach;
}

/** All work on the orders of one source. */
export class OrderWork {
  readonly queue: WorkQueue;
  readonly #parts: OrderWorkParts;
  readonly #meter: MeteredQueue | undefined;
  readonly #references: PlatformReferences;
  #source: OrderSource | undefined;
  #unsubscribe: () => void = () => undefined;

  constructor(parts: OrderWorkParts) {
    const { platform, namespace, tenantOf, metrics, clock, random } = parts;
    this.#parts = parts;
    this.#meter = metrics?.work({ counts: () => ({ ...this.queue.counts, workers: this.queue.workers }), orders: () => this.#source?.orders() ?? [], reach: () => this.#source?.reach() ?? NO_REACH });
    this.queue = new WorkQueue({ tenantOf, clock, random, observer: this.#meter, onError: (key, error) => this.#logBug(key, error) });
    this.#references = new PlatformReferences({ api: platform, namespace, clock, random, wake: (key) => this.queue.add(key, 'changed') });
  }

  /** Takes orders in until `intake` aborts, and resolves when the last handler has returned; `work` aborts the handlers themselves. */
  async run(source: OrderSource, { intake, work }: Pick<RunSignals, 'intake' | 'work'>, more: Pick<LoopParts, 'record' | 'workload'> = {}): Promise<void> {
    const { term } = this.#parts;
    this.#source = source;
    const lookAtLease = (): void => void term.holds();
    const reconciler = new OrderReconciler({ ...this.#parts, ...more, homes: source, references: this.#references, lookAtLease });
    this.#unsubscribe = this.#followConfig(source);
    await this.queue.run((key) => reconciler.reconcile(key, work), intake);
  }

  /** Ends what is watched for orders, also for those whose handlers were left behind. */
  close(): Promise<void> {
    this.#unsubscribe();
    this.#meter?.close();
    return this.#references.stop();
  }

  #followConfig(source: OrderSource): () => void {
    const { config } = this.#parts;
    let before = config.state();
    const ends = [
      config.onReconcile(() => source.requeueAll()),
      config.onChange(() => {
        const now = config.state();
        if (now.kind !== before.kind || lastSnapshot(now) !== lastSnapshot(before)) source.requeueAll();
        before = now;
      }),
    ];
    return () => ends.forEach((end) => end());
  }

  #logBug(order: string, error: unknown): void {
    this.#parts.log.error('A pass ended with an error that is a fault of the runtime', { order, reason: messageOf(error) });
  }
}
