import type { Contender } from '../contender/contender.js';
import { figuresTable, printGoal } from '../figures/report.js';
import { interleaved } from '../figures/rounds.js';
import type { Figures } from '../figures/rounds.js';
import { BenchSite } from '../site/bench-site.js';
import type { Scenario } from './scenario.js';

const orders = 1_000;
/** A start is short: more of them than of other rounds. */
const startsARound = 3;

/** Process start until the first order is in the handler. */
export const start: Scenario = {
  name: 'start',
  what: 'process start until the first of 1,000 Ready orders is in the handler',
  on: 'anyKcp',
  async run({ contenders, rounds }) {
    const site = await BenchSite.open({ workspaces: 20 });
    try {
      await site.makeReadyOrders(orders);
      const measured = await interleaved(rounds * startsARound, contenders, (contender) => once(site, contender));
      figuresTable(`start with ${orders} orders, median of ${rounds * startsARound}`, measured);
      const ours = measured.get('ours');
      printGoal('first order handled within 800 ms', `${Math.round(ours?.['first order ms'] ?? NaN)} ms, with ${Math.round(ours?.['its CPU ms'] ?? NaN)} ms of CPU`);
    } finally {
      await site.close();
    }
  },
};

async function once(site: BenchSite, contender: Contender): Promise<Figures> {
  const provider = contender.start(site, { expected: orders });
  try {
    const first = await provider.whenSaid('first');
    const all = await provider.whenSaid('all');
    return { 'first order ms': first.wallMs, 'its CPU ms': first.cpuMs, 'all orders ms': all.wallMs, 'their CPU ms': all.cpuMs, 'RSS MB': provider.usage().residentMb };
  } finally {
    await provider.stop();
  }
}
