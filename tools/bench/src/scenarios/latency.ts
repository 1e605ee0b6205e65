import { setTimeout as sleep } from 'node:timers/promises';
import type { Contender } from '../contender/contender.js';
import type { RunningProvider } from '../contender/running-provider.js';
import { figuresTable, printGoal, ratio } from '../figures/report.js';
import { interleaved } from '../figures/rounds.js';
import type { Figures } from '../figures/rounds.js';
import { median, quantile } from '../figures/statistics.js';
import { BenchSite } from '../site/bench-site.js';
import { inFlight } from '../site/in-flight.js';
import type { Scenario } from './scenario.js';

const orders = 200;
const warmUp = 5_000;
const perSecond = 200;
const measured = 2_000;
const lanes = 16;
const settleMs = 2_000;

/** From the stamp that a consumer writes into his order to the handler. */
export const latency: Scenario = {
  name: 'latency',
  what: `${perSecond} changes a second in 200 workspaces: from the stamp in the order to the handler`,
  on: 'emulator',
  async run({ contenders, rounds }) {
    const site = await BenchSite.open({ workspaces: orders });
    try {
      await site.makeReadyOrders(orders);
      const figures = await interleaved(rounds, contenders, (contender) => once(site, contender));
      figuresTable(`change → handler, ${perSecond} a second after ${warmUp} as fast as they go, median of ${rounds}`, figures);
      printGoal('median ≤ 0.4 × M', ratio(figures, 'median ms', 'M'));
      printGoal('CPU an event, no goal of its own', ratio(figures, 'CPU ms an event', 'M'));
    } finally {
      await site.close();
    }
  },
};

async function once(site: BenchSite, contender: Contender): Promise<Figures> {
  const provider = contender.start(site, { expected: orders });
  try {
    await provider.whenSaid('all');
    await inFlight(lanes, Array.from({ length: warmUp }, (_, index) => index), (index) => change(site, index));
    await sleep(settleMs);
    await provider.report();
    const before = provider.usage().cpuSeconds;
    await steadily(site);
    await sleep(settleMs);
    const cpuMs = (provider.usage().cpuSeconds - before) * 1000;
    return { ...(await latencies(provider)), 'CPU ms an event': cpuMs / measured };
  } finally {
    await provider.stop();
  }
}

async function latencies(provider: RunningProvider): Promise<Figures> {
  const { handled = [] } = await provider.report();
  const ms = handled.map((one) => one.ms);
  return { events: ms.length, 'median ms': median(ms), 'p99 ms': quantile(ms, 0.99), 'p99.9 ms': quantile(ms, 0.999) };
}

/** Each change at its time, whether or not those before it have been answered. */
async function steadily(site: BenchSite): Promise<void> {
  const began = performance.now();
  const under: Promise<void>[] = [];
  for (let index = 0; index < measured; index++) {
    const early = began + (index * 1000) / perSecond - performance.now();
    if (early > 0) await sleep(early);
    under.push(change(site, index));
  }
  await Promise.all(under);
}

async function change(site: BenchSite, index: number): Promise<void> {
  const order = index % orders;
  await site.stampOrder(order, `order-${order}`);
}
