import { afterEach, describe, expect, it } from '@jest/globals';
import { FrameCache, ManualClock, WorkQueue } from '@kcp-runtime/kube';
import type { Requeue } from '@kcp-runtime/kube';
import { orderFields } from '../reconcile/order-fields.js';
import type { OrdersOfOffer } from '../reconcile/order-home.js';
import { standingWord } from '../reconcile/order-standing.js';
import { NO_REACH } from '../source/source-reach.js';
import type { SourceReach } from '../source/source-reach.js';
import { PrometheusMetrics } from './prometheus.metrics.js';

const benches: Bench[] = [];
afterEach(() => benches.splice(0).forEach(({ metrics }) => metrics.stop()));

/** A real queue that is metered. Its handler takes as long as the test says, and answers what the test says. */
class Bench {
  readonly clock = new ManualClock();
  readonly metrics = new PrometheusMetrics(this.clock);
  readonly meter = this.metrics.mode('kcp').work({ counts: () => ({ ...this.queue.counts, workers: this.queue.workers }), orders: () => this.orders, reach: () => this.reach });
  readonly queue: WorkQueue = new WorkQueue({ tenantOf: (key) => key, clock: this.clock, random: () => 0.5, onError: () => undefined, workers: 1, observer: this.meter });
  orders: OrdersOfOffer[] = [];
  reach: SourceReach = NO_REACH;
  readonly #stop = new AbortController();
  answer: Requeue = { kind: 'done' };
  handlerMs = 0;

  constructor() {
    benches.push(this);
  }

  run(): void {
    void this.queue.run(async () => {
      await this.clock.sleep(this.handlerMs);
      return this.answer;
    }, this.#stop.signal);
  }

  /** The value of one line of the text that Prometheus reads. */
  async figure(name: string): Promise<number | undefined> {
    const line = (await this.metrics.text()).split('\n').find((each) => each.startsWith(`${name} `));
    return line === undefined ? undefined : Number(line.split(' ').at(-1));
  }
}

/** The orders of an offer at one place, with these phases and reasons in their status. */
function ordersIn(...statuses: readonly (readonly [phase?: string, reason?: string])[]): OrdersOfOffer {
  const cache = new FrameCache({ keyOf: ({ metadata }) => metadata.name, select: orderFields('boxes/finalizer'), onChange: () => undefined, countBy: standingWord });
  statuses.forEach(([phase, reason], index) => {
    const conditions = [{ type: 'Ready', status: 'False', reason }];
    cache.put({ apiVersion: 'v1', kind: 'Box', metadata: { name: `box-${index}`, uid: `${index}`, resourceVersion: '1' }, status: { phase, conditions } });
  });
  return { offer: 'boxes', cache };
}

const queue = '{name="kcp",controller="kcp"}';

describe('the figures of a mode', () => {
  it.each([
    ['success', { kind: 'done' }],
    ['requeue_after', { kind: 'after', ms: 60_000, class: 'poll' }],
    ['error', { kind: 'backoff' }],
  ] as const)('count a pass that ended with %s', async (result, answer) => {
    const bench = new Bench();
    bench.answer = answer;
    bench.run();
    bench.queue.add('red/main', 'changed');
    await bench.clock.advance(1);
    expect(await bench.figure(`controller_runtime_reconcile_total{controller="kcp",result="${result}"}`)).toBe(1);
    expect(await bench.figure('controller_runtime_reconcile_errors_total{controller="kcp"}')).toBe(result === 'error' ? 1 : 0);
    expect(await bench.figure(`workqueue_retries_total${queue}`)).toBe(result === 'success' ? 0 : 1);
  });

  it('tell how the endpoints stand, also the state in which none is', async () => {
    const bench = new Bench();
    bench.reach = { endpoints: ['Watching', 'BackingOff', 'Watching'], consumers: [] };
    expect(await bench.figure('kcp_runtime_endpoints{controller="kcp",state="Watching"}')).toBe(2);
    expect(await bench.figure('kcp_runtime_endpoints{controller="kcp",state="BackingOff"}')).toBe(1);
    expect(await bench.figure('kcp_runtime_endpoints{controller="kcp",state="Listing"}')).toBe(0);
  });

  it('tell how many workspaces have bound, and what is wrong with how many, in words that nobody else can choose', async () => {
    const bench = new Bench();
    bench.reach = { endpoints: [], consumers: ['', '', 'PermissionClaimsNotAccepted', 'word of somebody'] };
    expect(await bench.figure('kcp_runtime_consumers{controller="kcp",reason=""}')).toBe(2);
    expect(await bench.figure('kcp_runtime_consumers{controller="kcp",reason="PermissionClaimsNotAccepted"}')).toBe(1);
    expect(await bench.figure('kcp_runtime_consumers{controller="kcp",reason="other"}')).toBe(1);
  });

  it('begin at zero, so that no first count is lost', async () => {
    const bench = new Bench();
    expect(await bench.figure('controller_runtime_reconcile_total{controller="kcp",result="error"}')).toBe(0);
    expect(await bench.figure(`workqueue_adds_total${queue}`)).toBe(0);
  });

  it('tell how many orders wait, are in hand, and sleep', async () => {
    const bench = new Bench();
    bench.handlerMs = 5_000;
    bench.run();
    for (const key of ['red/a', 'blue/b', 'green/c']) bench.queue.add(key, 'changed');
    bench.queue.addAfter('red/d', 60_000, 'poll');
    expect(await bench.figure(`workqueue_depth${queue}`)).toBe(2);
    expect(await bench.figure('controller_runtime_active_workers{controller="kcp"}')).toBe(1);
    expect(await bench.figure('controller_runtime_max_concurrent_reconciles{controller="kcp"}')).toBe(1);
    expect(await bench.figure(`workqueue_sleeping${queue}`)).toBe(1);
    expect(await bench.figure(`workqueue_adds_total${queue}`)).toBe(3);
  });

  it('tell how long orders waited, and how long they took', async () => {
    const bench = new Bench();
    bench.handlerMs = 3_000;
    bench.queue.add('red/main', 'changed');
    await bench.clock.advance(2_000);
    bench.run();
    await bench.clock.advance(1_000);
    expect(await bench.figure(`workqueue_longest_running_processor_seconds${queue}`)).toBe(1);
    await bench.clock.advance(2_000);
    expect(await bench.figure(`workqueue_queue_duration_seconds_sum${queue}`)).toBe(2);
    expect(await bench.figure(`workqueue_work_duration_seconds_sum${queue}`)).toBe(3);
    expect(await bench.figure('controller_runtime_reconcile_time_seconds_sum{controller="kcp"}')).toBe(3);
  });

  it('count an order once that is told of twice while it waits', async () => {
    const bench = new Bench();
    bench.queue.add('red/main', 'poll');
    bench.queue.add('red/main', 'changed');
    expect(await bench.figure(`workqueue_adds_total${queue}`)).toBe(1);
  });

  it('forget a queue that is no more', async () => {
    const bench = new Bench();
    bench.queue.add('red/main', 'changed');
    bench.meter.close();
    expect(await bench.figure(`workqueue_depth${queue}`)).toBe(0);
  });

  const orders = (phase: string, reason: string): string => `kcp_runtime_orders{controller="kcp",offer="boxes",phase="${phase}",reason="${reason}"}`;

  it('tell how many orders of an offer are in which phase, and forget a phase that none is in', async () => {
    const bench = new Bench();
    bench.orders = [ordersIn(['Ready'], ['Ready'], [])];
    expect([await bench.figure(orders('Ready', '')), await bench.figure(orders('none', ''))]).toEqual([2, 1]);
    bench.orders = [ordersIn(['Ready']), ordersIn(['Ready'], ['Ready'])];
    expect([await bench.figure(orders('Ready', '')), await bench.figure(orders('none', ''))]).toEqual([3, undefined]);
  });

  it('tell how many orders wait for an access', async () => {
    const bench = new Bench();
    bench.orders = [ordersIn(['Progressing', 'WaitingForAccessRequest'], ['Progressing', 'WaitingForAccessRequest'], ['Terminating', 'UserResourcesPresent'])];
    expect(await bench.figure(orders('Progressing', 'WaitingForAccessRequest'))).toBe(2);
    expect(await bench.figure(orders('Terminating', 'UserResourcesPresent'))).toBe(1);
  });

  it('take no word over that a handler or a tenant has chosen', async () => {
    const bench = new Bench();
    bench.orders = [ordersIn(['Progressing', 'RestoringBackup'], ['Hacked', 'WaitingForAccessRequest'], ['Progressing', 'toString'])];
    expect([await bench.figure(orders('Progressing', 'other')), await bench.figure(orders('other', 'other'))]).toEqual([2, 1]);
  });

  it('tell whether this process holds the lease', async () => {
    const bench = new Bench();
    const { metrics } = bench;
    const figure = (): Promise<number | undefined> => bench.figure('leader_election_master_status{name="kcp"}');
    expect(await figure()).toBe(0);
    metrics.mode('kcp').lease({ kind: 'holding' });
    expect(await figure()).toBe(1);
    metrics.mode('kcp').lease({ kind: 'lost', error: new Error('late') });
    expect(await figure()).toBe(0);
  });

  it('are those of this process alone', async () => {
    const [one, other] = [new Bench(), new Bench()];
    one.queue.add('red/main', 'changed');
    expect(await other.figure(`workqueue_adds_total${queue}`)).toBe(0);
  });

  it('come with those of the process', async () => {
    const bench = new Bench();
    expect(await bench.figure('process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
    expect(await bench.figure('process_cpu_seconds_total')).toBeGreaterThan(0);
    expect(await bench.figure('process_open_fds')).toBeGreaterThan(0);
  });

  it('observe nothing of the process once they are stopped', async () => {
    const bench = new Bench();
    bench.metrics.stop();
    await bench.figure('nodejs_eventloop_lag_max_seconds');
    await aMomentOfThisProcess();
    expect(await bench.figure('nodejs_eventloop_lag_max_seconds')).toBe(0);
  });
});

/** What would observe it looks every 10 ms by the process's own time. */
function aMomentOfThisProcess(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 50));
}

describe('requests to servers', () => {
  const answered = { method: 'GET', host: 'kcp.example:6443', code: '200', seconds: 0.2 } as const;

  it('are counted under the names of client-go', async () => {
    const { metrics, figure } = figures();
    metrics.mode('kcp').requests('named').sent(answered);
    expect(await figure('rest_client_requests_total{code="200",method="GET",host="kcp.example:6443"}')).toBe(1);
    expect(await figure('rest_client_request_duration_seconds_bucket{le="0.25",verb="GET",host="kcp.example:6443"}')).toBe(1);
  });

  it('have no duration where they go on', async () => {
    const { metrics, figure } = figures();
    metrics.requests('named').sent({ ...answered, seconds: undefined });
    expect(await figure('rest_client_requests_total{code="200",method="GET",host="kcp.example:6443"}')).toBe(1);
    expect(await figure('rest_client_request_duration_seconds_count{verb="GET",host="kcp.example:6443"}')).toBeUndefined();
  });

  it('name no cluster of a tenant', async () => {
    const { metrics, figure } = figures();
    metrics.requests('ofTenants').sent(answered);
    expect(await metrics.text()).not.toContain('kcp.example');
    expect(await figure('rest_client_requests_total{code="200",method="GET",host="tenant-clusters"}')).toBe(1);
  });

  function figures(): { readonly metrics: PrometheusMetrics; readonly figure: (name: string) => Promise<number | undefined> } {
    const bench = new Bench();
    return { metrics: bench.metrics, figure: (name) => bench.figure(name) };
  }
});
