/**
 * The figures of a process for Prometheus. Names and meanings are those of controller-runtime where both count the same thing, so that
 * dashboards made for Go providers work; a mode stands where a controller's name does. `run` makes one when figures are asked for.
 */
import type { Clock, RequestObserver } from '@kcp-runtime/kube';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Mode } from '../offer/order.js';
import { ModeFigures } from './mode-figures.js';
import type { Instruments } from './mode-figures.js';
import { processFigures } from './process-figures.js';
import { RequestFigures } from './request-figures.js';
import type { ModeMetrics, RuntimeMetrics, ServersAsked } from './runtime-metrics.js';

/** Those of controller-runtime's, so that quantiles compare. */
const RECONCILE_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.25, 1.5, 1.75, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60];
const QUEUE_SECONDS = [1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 1, 10, 100, 1_000];

/** Counts for Prometheus, in a registry of its own: the library's global one belongs to the app. Whoever makes one stops it. */
export class PrometheusMetrics implements RuntimeMetrics {
  readonly #registry = new Registry();
  readonly #modes = new Map<Mode, ModeFigures>();
  readonly #instruments: Instruments;
  readonly #endProcessFigures: () => void;

  constructor(private readonly clock: Clock) {
    this.#instruments = instruments(this.#registry, () => [...this.#modes.values()]);
    this.#endProcessFigures = processFigures(this.#registry);
  }

  /** Nothing of the process is observed any more. */
  stop(): void {
    this.#endProcessFigures();
  }

  requests(servers: ServersAsked): RequestObserver {
    return this.#instruments.requests.of(servers);
  }

  mode(mode: Mode): ModeMetrics {
    const known = this.#modes.get(mode);
    if (known !== undefined) return known;
    const figures = new ModeFigures(mode, this.#instruments, this.clock);
    this.#modes.set(mode, figures);
    return figures;
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** All figures in Prometheus' own text. */
  text(): Promise<string> {
    return this.#registry.metrics();
  }
}

function instruments(registry: Registry, modes: () => readonly ModeFigures[]): Instruments {
  const registers = [registry];
  const controller = ['controller'] as const;
  const queue = ['name', 'controller'] as const;
  kcpGauges(registers, () => modes().filter(({ mode }) => mode === 'kcp'));
  orderGauge(registers, modes);
  gauge('workqueue_depth', 'Orders that wait for a worker.', queue, (figures) => figures.counts.waiting);
  gauge('workqueue_sleeping', 'Orders that are to be looked at again later.', queue, (figures) => figures.counts.sleeping);
  gauge('controller_runtime_max_concurrent_reconciles', 'Workers that there are for orders.', controller, (figures) => figures.counts.workers);
  gauge('controller_runtime_active_workers', 'Workers that have an order in hand.', controller, (figures) => figures.counts.running);
  gauge('workqueue_unfinished_work_seconds', 'How long all orders in hand have been so, together.', queue, (figures) => figures.unfinishedSeconds);
  gauge('workqueue_longest_running_processor_seconds', 'How long the order has been in hand that is so for the longest time.', queue, (figures) => figures.longestSeconds);
  return {
    reconciles: new Counter({ name: 'controller_runtime_reconcile_total', help: 'Passes over orders by result.', labelNames: ['controller', 'result'], registers }),
    errors: new Counter({ name: 'controller_runtime_reconcile_errors_total', help: 'Passes over orders that failed.', labelNames: controller, registers }),
    reconcileSeconds: new Histogram({ name: 'controller_runtime_reconcile_time_seconds', help: 'How long a pass over an order takes.', labelNames: controller, buckets: RECONCILE_SECONDS, registers }),
    adds: new Counter({ name: 'workqueue_adds_total', help: 'How often an order began to wait for a worker.', labelNames: queue, registers }),
    retries: new Counter({ name: 'workqueue_retries_total', help: 'How often an order was put back to be looked at again after a time.', labelNames: queue, registers }),
    queueSeconds: new Histogram({ name: 'workqueue_queue_duration_seconds', help: 'How long an order waits for a worker.', labelNames: queue, buckets: QUEUE_SECONDS, registers }),
    workSeconds: new Histogram({ name: 'workqueue_work_duration_seconds', help: 'How long an order is with a worker.', labelNames: queue, buckets: QUEUE_SECONDS, registers }),
    requests: new RequestFigures(registry),
    leader: new Gauge({ name: 'leader_election_master_status', help: 'Whether this process holds the lease of the mode.', labelNames: ['name'], registers }),
  };

  function gauge(name: string, help: string, labelNames: readonly ('name' | 'controller')[], value: (figures: ModeFigures) => number): void {
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      collect() {
        for (const figures of modes()) this.set(Object.fromEntries(labelNames.map((label) => [label, figures.mode])), value(figures));
      },
    });
  }
}

function orderGauge(registers: Registry[], modes: () => readonly ModeFigures[]): void {
  new Gauge({
    name: 'kcp_runtime_orders',
    help: 'Orders by offer, phase, and why they are not Ready.',
    labelNames: ['controller', 'offer', 'phase', 'reason'],
    registers,
    collect() {
      this.reset();
      for (const { mode, orders } of modes()) for (const { offer, standing, count } of orders) this.inc({ controller: mode, offer, ...standing }, count);
    },
  });
}

function kcpGauges(registers: Registry[], modes: () => readonly ModeFigures[]): void {
  new Gauge({
    name: 'kcp_runtime_endpoints',
    help: 'Endpoint URLs of the export by state.',
    labelNames: ['controller', 'state'],
    registers,
    collect() {
      for (const { mode, endpoints } of modes()) for (const { state, count } of endpoints) this.set({ controller: mode, state }, count);
    },
  });
  new Gauge({
    name: 'kcp_runtime_consumers',
    help: 'Workspaces that have bound the export, by what is wrong with their binding.',
    labelNames: ['controller', 'reason'],
    registers,
    collect() {
      for (const { mode, consumers } of modes()) for (const { reason, count } of consumers) this.set({ controller: mode, reason }, count);
    },
  });
}
