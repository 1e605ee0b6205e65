import { setTimeout as sleep } from 'node:timers/promises';
import type { Contender } from '../contender/contender.js';
import { figuresTable, print, printGoal } from '../figures/report.js';
import { interleaved } from '../figures/rounds.js';
import type { Figures } from '../figures/rounds.js';
import { BenchSite } from '../site/bench-site.js';
import type { Scenario } from './scenario.js';

const workspaces = 200;
const steps = [0, 10_000, 50_000] as const;
const idleMs = 30_000;
const kilobytesPerMb = 1024;

/** Resident memory of a provider that has nothing to do, by the number of its orders. */
export const idleMemory: Scenario = {
  name: 'idle-memory',
  what: 'resident memory with 0, 10,000 and 50,000 Ready orders, half a minute after the last was in the handler',
  on: 'emulator',
  async run({ contenders }) {
    const site = await BenchSite.open({ workspaces });
    try {
      await site.makeReadyOrders(0);
      const measured: ReadonlyMap<string, Figures>[] = [];
      let made = 0;
      for (const orders of steps) {
        await site.addReadyOrders(orders - made, made);
        made = orders;
        const figures = await interleaved(1, contenders, (contender) => once(site, contender, orders));
        figuresTable(`idle with ${orders} orders`, figures);
        measured.push(figures);
      }
      tellSlopes(measured);
    } finally {
      await site.close();
    }
  },
};

async function once(site: BenchSite, contender: Contender, orders: number): Promise<Figures> {
  const provider = contender.start(site, { expected: orders });
  try {
    if (orders > 0) await provider.whenSaid('all');
    await sleep(idleMs);
    const { residentMb, peakResidentMb } = provider.usage();
    return { 'RSS MB': residentMb, 'peak MB': peakResidentMb };
  } finally {
    await provider.stop();
  }
}

function tellSlopes(measured: readonly ReadonlyMap<string, Figures>[]): void {
  const [empty, last] = [measured[0], measured.at(-1)];
  const most = steps.at(-1) ?? Number.NaN;
  const slopeOf = (name: string): number => (((last?.get(name)?.['RSS MB'] ?? NaN) - (empty?.get(name)?.['RSS MB'] ?? NaN)) * kilobytesPerMb) / most;
  for (const name of empty?.keys() ?? []) print(`${name}: ${slopeOf(name).toFixed(2)} KB an order at ${most}`);
  printGoal('≤ 2.5 KB an order and ≤ 0.25 × M', `${slopeOf('ours').toFixed(2)} KB, ${(slopeOf('ours') / slopeOf('M')).toFixed(3)} × M`);
}
