import { dig } from '@kcp-runtime/testing';
import type { Contender } from '../contender/contender.js';
import { figuresTable, printGoal, ratio } from '../figures/report.js';
import { interleaved } from '../figures/rounds.js';
import type { Figures } from '../figures/rounds.js';
import { quantile } from '../figures/statistics.js';
import { BenchSite } from '../site/bench-site.js';
import { ReadyWatch } from '../site/ready-watch.js';
import { twoWritesByHand } from './by-hand.js';
import type { Scenario } from './scenario.js';

const workspaces = 10;
const orders = 10_000;
const floor = 50;

/** A consumer orders just after the provider has restarted over ten thousand orders that want nothing. */
export const restart: Scenario = {
  name: 'restart',
  what: `one order made right after a restart, as the first of ${orders} Ready ones comes to the handler: until it is Ready`,
  on: 'anyKcp',
  async run({ contenders, rounds }) {
    const site = await BenchSite.open({ workspaces });
    try {
      await site.makeReadyOrders(orders);
      const watch = await ReadyWatch.open(site);
      let made = orders;
      const entries = [
        ...contenders.map((contender) => ({ name: contender.name, measure: () => once(site, watch, contender, made++) })),
        { name: 'R', measure: () => byHand(site, (made += floor)) },
      ];
      const figures = await interleaved(rounds, entries, ({ measure }) => measure());
      await watch.close();
      figuresTable(`one order right after a restart with ${orders} Ready orders, median of ${rounds}`, figures);
      printGoal('p99 ≤ 1.5 × the two writes by hand (R)', ratio(figures, 'to Ready ms', 'R'));
    } finally {
      await site.close();
    }
  },
};

/** The order is made when the provider has begun to handle orders, so that all the others are before it. */
async function once(site: BenchSite, watch: ReadyWatch, contender: Contender, number: number): Promise<Figures> {
  const provider = contender.start(site, { expected: number + 1 });
  try {
    await provider.whenSaid('first');
    const before = performance.now();
    const created = await site.makeOrder(number, `late-${number}`, 'unstamped');
    await watch.whenUidReady(String(dig(created, 'metadata', 'uid')));
    const readyMs = performance.now() - before;
    const all = await provider.whenSaid('all');
    return { 'to Ready ms': readyMs, 'all orders s': all.wallMs / 1000 };
  } finally {
    await provider.stop();
  }
}

async function byHand(site: BenchSite, number: number): Promise<Figures> {
  const figures = await twoWritesByHand(site, { prefix: `hand-${number}`, burst: 0, oneByOne: floor });
  return { 'to Ready ms': figures['p99 ms'] ?? quantile([], 0.99) };
}
