import type { Contender } from '../contender/contender.js';
import type { RunningProvider, HandledOrder } from '../contender/running-provider.js';
import { figuresTable, printGoal, ratio } from '../figures/report.js';
import { interleaved } from '../figures/rounds.js';
import type { Figures } from '../figures/rounds.js';
import { median, quantile } from '../figures/statistics.js';
import { BenchSite } from '../site/bench-site.js';
import { inFlight } from '../site/in-flight.js';
import type { Scenario } from './scenario.js';

const quiet = 50;
const flood = 5_000;
const floodWorkspace = quiet;
const handlerMs = 20;
const lanes = 16;
const lookMs = 250;

/** One workspace floods; what do the others feel of it? */
export const fairness: Scenario = {
  name: 'fairness',
  what: `one workspace makes ${flood} orders at once, ${quiet} others one each; the handler takes ${handlerMs} ms`,
  on: 'emulator',
  async run({ contenders, rounds }) {
    const site = await BenchSite.open({ workspaces: quiet + 1 });
    try {
      await site.makeReadyOrders(0);
      let turn = 0;
      const figures = await interleaved(rounds, contenders, (contender) => once(site, contender, `turn-${turn++}`));
      figuresTable(`quiet tenants beside a flood of ${flood}, median of ${rounds}`, figures);
      const ours = figures.get('ours');
      printGoal("quiet tenants' p99 ≤ 3 × unloaded", `${((ours?.['quiet p99 ms'] ?? NaN) / (ours?.['unloaded p99 ms'] ?? NaN)).toFixed(2)} × unloaded`);
      printGoal("quiet tenants' p99, no goal against M", ratio(figures, 'quiet p99 ms', 'M'));
      printGoal('time of the flood: 4 workers a tenant of 16 make it longer on purpose', ratio(figures, 'flood s', 'M'));
    } finally {
      await site.close();
    }
  },
};

async function once(site: BenchSite, contender: Contender, turn: string): Promise<Figures> {
  const provider = contender.start(site, { expected: 1, handlerMs });
  try {
    await makeQuiet(site, `${turn}-first`);
    await provider.whenSaid('first');
    await handledOf(provider, `${turn}-first`, quiet);
    await makeQuiet(site, `${turn}-unloaded`);
    const unloaded = await handledOf(provider, `${turn}-unloaded`, quiet);
    const before = performance.now();
    await makeFlood(site, `${turn}-half`, flood / 2);
    await Promise.all([makeFlood(site, `${turn}-rest`, flood / 2), makeQuiet(site, `${turn}-quiet`)]);
    const all = await handledOf(provider, turn, flood + quiet);
    const seconds = (performance.now() - before) / 1000;
    const beside = all.filter(({ name }) => name.startsWith(`${turn}-quiet`));
    return {
      'unloaded median ms': median(unloaded.map(({ ms }) => ms)),
      'unloaded p99 ms': quantile(unloaded.map(({ ms }) => ms), 0.99),
      'quiet median ms': median(beside.map(({ ms }) => ms)),
      'quiet p99 ms': quantile(beside.map(({ ms }) => ms), 0.99),
      'flood s': seconds,
    };
  } finally {
    await provider.stop();
    await site.deleteOrders();
  }
}

/** One order in each quiet workspace. */
async function makeQuiet(site: BenchSite, prefix: string): Promise<void> {
  await inFlight(lanes, Array.from({ length: quiet }, (_, index) => index), (index) => site.makeOrder(index, `${prefix}-${index}`, 'stamped').then(() => undefined));
}

async function makeFlood(site: BenchSite, prefix: string, count: number): Promise<void> {
  await inFlight(lanes, Array.from({ length: count }, (_, index) => index), (index) => site.makeOrder(floodWorkspace, `${prefix}-flood-${index}`, 'stamped').then(() => undefined));
}

/** Waits until so many stamped orders with this prefix have been in the handler. */
async function handledOf(provider: RunningProvider, prefix: string, count: number): Promise<HandledOrder[]> {
  const found: HandledOrder[] = [];
  for (;;) {
    const { handled = [] } = await provider.report();
    found.push(...handled.filter(({ name }) => name.startsWith(prefix)));
    if (found.length >= count) return found;
    await new Promise((resolve) => setTimeout(resolve, lookMs));
  }
}
