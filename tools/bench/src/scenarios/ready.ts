import { dig, isRead, isWrite } from '@kcp-runtime/testing';
import type { GateRequest } from '@kcp-runtime/testing';
import type { Contender } from '../contender/contender.js';
import { figuresTable, printGoal, ratio } from '../figures/report.js';
import { interleaved } from '../figures/rounds.js';
import type { Figures } from '../figures/rounds.js';
import { median, quantile } from '../figures/statistics.js';
import { BenchSite, isRealKcp } from '../site/bench-site.js';
import { ReadyWatch } from '../site/ready-watch.js';
import { twoWritesByHand } from './by-hand.js';
import type { Run, Scenario } from './scenario.js';

const workspaces = 10;
const warmUp = 200;
const burst = isRealKcp() ? 500 : 2_000;
const oneByOne = isRealKcp() ? 100 : 200;
const counted = 100;

/** Orders from their creation to Ready: in a burst, one by one, and with each request counted at the gate. */
export const readyOrders: Scenario = {
  name: 'ready',
  what: 'orders a second to Ready in a burst, one by one, beside two writes by hand; the requests that an order costs',
  on: 'anyKcp',
  async run({ contenders, rounds }) {
    const measured = await timed({ contenders, rounds });
    figuresTable(`to Ready, burst of ${burst}, then ${oneByOne} one by one, median of ${rounds}`, measured);
    printGoal('burst on real kcp ≥ 0.97 × two writes by hand (R)', ratio(measured, 'orders/s', 'R'));
    printGoal('one by one on real kcp, median ≤ 1.1 × R', ratio(measured, 'one by one ms', 'R'));
    printGoal('CPU an order ≤ 0.35 × M', ratio(measured, 'CPU ms an order', 'M'));
    const requests = await interleaved(1, contenders, requestsAnOrder);
    figuresTable(`requests an order, ${counted} orders`, requests);
    printGoal('2 writes and 0 reads an order', `${requests.get('ours')?.['writes']} and ${requests.get('ours')?.['reads']}`);
  },
};

async function timed({ contenders, rounds }: Run): Promise<Map<string, Figures>> {
  const site = await BenchSite.open({ workspaces });
  try {
    await (await site.publishAndBind(0)).stop();
    const watch = await ReadyWatch.open(site);
    let turn = 0;
    const entries = [
      ...contenders.map((contender) => ({ name: contender.name, measure: () => once(site, watch, contender, `turn-${turn++}`) })),
      { name: 'R', measure: () => twoWritesByHand(site, { prefix: `turn-${turn++}`, burst, oneByOne }) },
    ];
    const measured = await interleaved(rounds, entries, ({ measure }) => measure());
    await watch.close();
    return measured;
  } finally {
    await site.close();
  }
}

async function once(site: BenchSite, watch: ReadyWatch, contender: Contender, turn: string): Promise<Figures> {
  const provider = contender.start(site, { expected: watch.seen });
  try {
    if (watch.seen > 0) await provider.whenSaid('all');
    const ready = async (count: number, prefix: string): Promise<void> => {
      const all = watch.seen + count;
      await site.makeOrders(count, prefix);
      await watch.whenReady(all);
    };
    await ready(warmUp, `${turn}-warm-up`);
    const [cpuBefore, before] = [provider.usage().cpuSeconds, performance.now()];
    await ready(burst, `${turn}-burst`);
    const seconds = (performance.now() - before) / 1000;
    const cpuMs = ((provider.usage().cpuSeconds - cpuBefore) * 1000) / burst;
    const singleMs: number[] = [];
    for (let index = 0; index < oneByOne; index++) singleMs.push(await single(site, watch, index, `${turn}-single-${index}`));
    return { 'orders/s': burst / seconds, 'CPU ms an order': cpuMs, 'one by one ms': median(singleMs), 'p99 ms': quantile(singleMs, 0.99), 'RSS MB': provider.usage().residentMb };
  } finally {
    await provider.stop();
  }
}

async function single(site: BenchSite, watch: ReadyWatch, workspace: number, name: string): Promise<number> {
  const before = performance.now();
  const created = await site.makeOrder(workspace, name, 'unstamped');
  await watch.whenUidReady(String(dig(created, 'metadata', 'uid')));
  return performance.now() - before;
}

async function requestsAnOrder(contender: Contender): Promise<Figures> {
  const site = await BenchSite.open({ workspaces, way: 'gate' });
  try {
    await (await site.publishAndBind(0)).stop();
    const provider = contender.start(site, { expected: 0 });
    const watch = await ReadyWatch.open(site);
    await site.makeOrders(workspaces, 'warm-up');
    await watch.whenReady(workspaces);
    site.gate.forget();
    await site.makeOrders(counted, 'counted');
    await watch.whenReady(workspaces + counted);
    const ofOrders = (request: GateRequest): boolean => request.virtualWorkspace !== undefined && request.cluster !== '*';
    const count = (kind: (request: GateRequest) => boolean): number => site.gate.count((request) => ofOrders(request) && kind(request)) / counted;
    const figures = { writes: count(isWrite), reads: count(isRead) };
    await watch.close();
    await provider.stop();
    return figures;
  } finally {
    await site.close();
  }
}
