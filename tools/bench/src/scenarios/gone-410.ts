import { setTimeout as sleep } from 'node:timers/promises';
import { startEmulator } from '@kcp-runtime/emulator';
import type { Emulator } from '@kcp-runtime/emulator';
import type { Contender } from '../contender/contender.js';
import type { RunningProvider } from '../contender/running-provider.js';
import { figuresTable, printGoal, ratio } from '../figures/report.js';
import { interleaved } from '../figures/rounds.js';
import type { Figures } from '../figures/rounds.js';
import { BenchSite } from '../site/bench-site.js';
import type { Scenario } from './scenario.js';

const workspaces = 200;
const orders = 10_000;
const lookMs = 100;
const quietLooks = 30;

/** The watch breaks, and its version is too old to go on from: all is told again, and nearly nothing of it is new. */
export const gone410: Scenario = {
  name: 'gone-410',
  what: `the watch breaks with 410 over ${orders} orders, one of which has changed: until that one is in the handler`,
  on: 'emulator',
  async run({ contenders, rounds }) {
    const emulator = await startEmulator();
    const site = await BenchSite.open({ workspaces, server: emulator });
    try {
      await site.makeReadyOrders(orders);
      const figures = await interleaved(rounds, contenders, (contender) => once(site, emulator, contender));
      figuresTable(`410 with ${orders} orders, median of ${rounds}`, figures);
      printGoal('time ≤ 0.08 × M', ratio(figures, 'until the change s', 'M'));
      printGoal('handler calls = changed orders', `${figures.get('ours')?.['handler calls']} calls for 1 changed order`);
    } finally {
      await site.close();
    }
  },
};

async function once(site: BenchSite, emulator: Emulator, contender: Contender): Promise<Figures> {
  const provider = contender.start(site, { expected: orders });
  try {
    await provider.whenSaid('all');
    await untilQuiet(provider, 'nothingNew');
    const { cpuSeconds: before, peakResidentMb: steadyMb } = provider.usage();
    emulator.expireHistory();
    emulator.dropConnections();
    await site.stampOrder(0, 'order-0');
    const { calls, ms } = await untilQuiet(provider, 'oneStamped');
    const { cpuSeconds, peakResidentMb } = provider.usage();
    return { 'until the change s': ms / 1000, 'CPU s': cpuSeconds - before, 'handler calls': calls, 'peak before MB': steadyMb, 'peak after MB': peakResidentMb };
  } finally {
    await provider.stop();
  }
}

/** Waits until the handler has had the stamped order, if one is to come, and then nothing to do for a while. */
async function untilQuiet(provider: RunningProvider, what: 'nothingNew' | 'oneStamped'): Promise<{ readonly calls: number; readonly ms: number }> {
  let [calls, ms, quiet] = [0, Number.NaN, 0];
  while (quiet < quietLooks || (what === 'oneStamped' && Number.isNaN(ms))) {
    await sleep(lookMs);
    const said = await provider.report();
    calls += said.calls;
    ms = said.handled?.at(-1)?.ms ?? ms;
    quiet = said.calls === 0 ? quiet + 1 : 0;
  }
  return { calls, ms };
}
