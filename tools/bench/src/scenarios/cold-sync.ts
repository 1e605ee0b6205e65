import type { Contender } from '../contender/contender.js';
import { figuresTable, printGoal, ratio } from '../figures/report.js';
import { interleaved } from '../figures/rounds.js';
import type { Figures } from '../figures/rounds.js';
import { BenchSite } from '../site/bench-site.js';
import type { Run, Scenario } from './scenario.js';

const orders = 10_000;
const sizes = [20, 200, 1_000] as const;
const goalOfM: Readonly<Record<number, number>> = { 200: 0.15, 1_000: 0.06 };

/** Process start until every Ready order has been through an empty handler once. */
export const coldSync: Scenario = {
  name: 'cold-sync',
  what: '10,000 Ready orders in 20, 200 and 1,000 workspaces: process start until each was in the handler once',
  on: 'emulator',
  async run({ contenders, rounds }) {
    const ours: Figures[] = [];
    for (const workspaces of sizes) {
      const measured = await measure(workspaces, { contenders, rounds });
      figuresTable(`cold sync of ${orders} orders in ${workspaces} workspaces, median of ${rounds}`, measured);
      const goal = goalOfM[workspaces];
      if (goal !== undefined) printGoal(`wall time ≤ ${goal} × M`, ratio(measured, 'wall s', 'M'));
      ours.push(measured.get('ours') ?? {});
    }
    const [few, , many] = ours;
    printGoal('flat in workspaces', `CPU at 1,000 workspaces is ${((many?.['CPU s'] ?? NaN) / (few?.['CPU s'] ?? NaN)).toFixed(2)} × that at 20`);
    printGoal('event loop never blocked over 15 ms', `CPU between two turns at most ${Math.max(...ours.map((one) => one['block CPU ms'] ?? NaN)).toFixed(1)} ms`);
  },
};

async function measure(workspaces: number, { contenders, rounds }: Run): Promise<Map<string, Figures>> {
  const site = await BenchSite.open({ workspaces });
  try {
    await site.makeReadyOrders(orders);
    return await interleaved(rounds, contenders, (contender) => once(site, contender));
  } finally {
    await site.close();
  }
}

async function once(site: BenchSite, contender: Contender): Promise<Figures> {
  const provider = contender.start(site, { expected: orders });
  try {
    const said = await provider.whenSaid('all');
    return {
      'wall s': said.wallMs / 1000,
      'CPU s': said.cpuMs / 1000,
      'peak RSS MB': provider.usage().peakResidentMb,
      'block ms': said.longestBlockMs ?? Number.NaN,
      'block CPU ms': said.longestCpuBlockMs ?? Number.NaN,
      'handler calls': said.calls,
    };
  } finally {
    await provider.stop();
  }
}
