import { printGoal, printTable } from '../figures/report.js';
import type { Row } from '../figures/report.js';
import { median } from '../figures/statistics.js';
import { BenchSite } from '../site/bench-site.js';
import type { Scenario } from './scenario.js';

const orders = 10_000;
const rounds = 3;

interface Measured {
  readonly wallMs: number;
  readonly cpuSeconds: number;
  readonly peakMb: number;
  readonly blockMs: number;
  readonly calls: number;
}

/** Process start until every Ready order has been through an empty handler once. */
export const coldSync: Scenario = {
  name: 'cold-sync',
  what: '10,000 Ready orders in 20, 200 and 1,000 workspaces: process start until each was in the handler once',
  async run() {
    const rows: Row[] = [];
    for (const workspaces of [20, 200, 1_000]) rows.push(await measure(workspaces));
    printTable(`cold sync of ${orders} orders, median of ${rounds}`, rows);
    const [few, , many] = rows.map((row) => Number(row['wall s']));
    printGoal('flat in workspaces', `1,000 workspaces take ${((many ?? 0) / (few ?? 1)).toFixed(2)} × 20`);
    printGoal('event loop never blocked over 15 ms', `${Math.max(...rows.map((row) => Number(row['longest block ms']))).toFixed(1)} ms`);
  },
};

async function measure(workspaces: number): Promise<Row> {
  const site = await BenchSite.open({ workspaces, way: 'direct' });
  try {
    await (await site.publishAndBind(0)).stop();
    await site.makeOrders(orders, 'settled');
    const measured: Measured[] = [];
    for (let round = 0; round < rounds; round++) measured.push(await once(site));
    const of = (field: keyof Measured): number => median(measured.map((one) => one[field]));
    return { workspaces, 'wall s': of('wallMs') / 1000, 'CPU s': of('cpuSeconds'), 'peak RSS MB': of('peakMb'), 'longest block ms': of('blockMs'), 'handler calls': of('calls') };
  } finally {
    await site.close();
  }
}

async function once(site: BenchSite): Promise<Measured> {
  const provider = site.startProvider(orders);
  try {
    const said = await provider.whenSaid('all');
    const { cpuSeconds, peakResidentMb } = provider.usage();
    return { wallMs: said.wallMs, cpuSeconds, peakMb: peakResidentMb, blockMs: said.longestBlockMs, calls: said.calls };
  } finally {
    await provider.stop();
  }
}
