import { setTimeout as sleep } from 'node:timers/promises';
import { startEmulator } from '@kcp-runtime/emulator';
import type { SeenRequest } from '@kcp-runtime/emulator';
import type { Contender } from '../contender/contender.js';
import { figuresTable, printGoal, ratio } from '../figures/report.js';
import { interleaved } from '../figures/rounds.js';
import type { Figures } from '../figures/rounds.js';
import { betweenStampsMs, stampNow } from '../figures/stamp.js';
import { median, quantile } from '../figures/statistics.js';
import { BenchSite, widgetsPath } from '../site/bench-site.js';
import { inFlight } from '../site/in-flight.js';
import type { Scenario } from './scenario.js';

const orders = 200;
const warmUp = 5_000;
const perSecond = 200;
const measured = 2_000;
const lanes = 16;
const settleMs = 2_000;

/** From a consumer's change to the handler: with the server's own work, and from the moment on when the server has done it. */
export const latency: Scenario = {
  name: 'latency',
  what: `${perSecond} changes a second in ${orders} workspaces: from the change to the handler`,
  on: 'emulator',
  async run({ contenders, rounds }) {
    const changes = new Changes();
    const server = await startEmulator({ onRequest: (request) => changes.served(request) });
    const site = await BenchSite.open({ workspaces: orders, server });
    try {
      await site.makeReadyOrders(orders);
      const figures = await interleaved(rounds, contenders, (contender) => once(site, changes, contender));
      figuresTable(`change → handler, ${perSecond} a second after ${warmUp} as fast as they go, median of ${rounds}`, figures);
      printGoal('event → handler, median ≤ 0.4 × M', ratio(figures, 'event median ms', 'M'));
      printGoal('CPU an event, no goal of its own', ratio(figures, 'CPU ms an event', 'M'));
    } finally {
      await site.close();
    }
  },
};

async function once(site: BenchSite, changes: Changes, contender: Contender): Promise<Figures> {
  const provider = contender.start(site, { expected: orders });
  try {
    await provider.whenSaid('all');
    await inFlight(lanes, Array.from({ length: warmUp }, (_, index) => index), (index) => changes.make(site, index));
    await sleep(settleMs);
    await provider.report();
    const before = provider.usage().cpuSeconds;
    await steadily(site, changes);
    await sleep(settleMs);
    const cpuMs = (provider.usage().cpuSeconds - before) * 1000;
    const { handled = [] } = await provider.report();
    const eventMs = handled.map(({ stamp, ms }) => ms - changes.servedAfterMs(stamp));
    const wholeMs = handled.map(({ ms }) => ms);
    return {
      events: handled.length,
      'event median ms': median(eventMs),
      'event p99 ms': quantile(eventMs, 0.99),
      'with the server median ms': median(wholeMs),
      'p99 ms': quantile(wholeMs, 0.99),
      'CPU ms an event': cpuMs / measured,
    };
  } finally {
    await provider.stop();
  }
}

/** Each change at its time, whether or not those before it have been answered. */
async function steadily(site: BenchSite, changes: Changes): Promise<void> {
  const began = performance.now();
  const under: Promise<void>[] = [];
  for (let index = 0; index < measured; index++) {
    const early = began + (index * 1000) / perSecond - performance.now();
    if (early > 0) await sleep(early);
    under.push(changes.make(site, index));
  }
  await Promise.all(under);
}

/** Stamped changes of orders, and when the server had done each. */
class Changes {
  /** The change of an order that is under way. */
  private readonly underWay = new Map<string, string>();
  private readonly servedAfter = new Map<string, number>();

  async make(site: BenchSite, index: number): Promise<void> {
    const order = index % orders;
    const [name, stamp] = [`order-${order}`, stampNow()];
    this.underWay.set(name, stamp);
    await site.stampOrder(order, name, stamp);
  }

  /** The emulator has answered: the event is on its way since a moment. */
  served({ method, url }: SeenRequest): void {
    if (method !== 'PATCH' || url.startsWith('/services/') || !url.includes(widgetsPath)) return;
    const stamp = this.underWay.get(url.slice(url.lastIndexOf('/') + 1));
    if (stamp !== undefined) this.servedAfter.set(stamp, betweenStampsMs(stamp, stampNow()));
  }

  /** How long after its stamp. */
  servedAfterMs(stamp: string): number {
    return this.servedAfter.get(stamp) ?? Number.NaN;
  }
}
