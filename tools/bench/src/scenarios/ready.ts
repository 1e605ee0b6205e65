import { dig, isRead, isWrite } from '@kcp-runtime/testing';
import type { GateRequest, Workspace } from '@kcp-runtime/testing';
import { printGoal, printTable } from '../figures/report.js';
import { median, quantile } from '../figures/statistics.js';
import { BenchSite, widgetsPath } from '../site/bench-site.js';
import { ReadyWatch } from '../site/ready-watch.js';
import type { Scenario } from './scenario.js';

const burst = 2_000;
const oneByOne = 200;
const counted = 100;

/** Orders from their creation to Ready: in a burst, one by one, and with each request counted at the gate. */
export const readyOrders: Scenario = {
  name: 'ready',
  what: 'orders a second to Ready in a burst, one by one, and the requests that an order costs',
  async run() {
    await timed();
    await requestsAnOrder();
  },
};

async function timed(): Promise<void> {
  const site = await BenchSite.open({ workspaces: 10, way: 'direct' });
  try {
    const provider = await site.publishAndBind(0);
    const watch = await ReadyWatch.open(site);
    await site.makeOrders(200, 'new', 'warm-up');
    await watch.whenReady(200);
    const cpuBefore = provider.usage().cpuSeconds;
    const before = performance.now();
    await site.makeOrders(burst, 'new', 'burst');
    await watch.whenReady(200 + burst);
    const seconds = (performance.now() - before) / 1000;
    const cpuMs = ((provider.usage().cpuSeconds - cpuBefore) * 1000) / burst;
    const singleMs: number[] = [];
    for (let index = 0; index < oneByOne; index++) singleMs.push(await single(site.workspaces[index % site.workspaces.length], `single-${index}`, watch));
    printTable('ready', [
      {
        'burst of': burst,
        'orders/s to Ready': burst / seconds,
        'CPU ms an order': cpuMs,
        'one by one ms (median)': median(singleMs),
        'p99': quantile(singleMs, 0.99),
        'RSS MB': provider.usage().residentMb,
      },
    ]);
    await watch.close();
    await provider.stop();
  } finally {
    await site.close();
  }
}

async function single(workspace: Workspace | undefined, name: string, watch: ReadyWatch): Promise<number> {
  if (workspace === undefined) throw new Error('A site without workspaces takes no orders.');
  const before = performance.now();
  const body = { apiVersion: 'widgets.services.open-control-plane.io/v1alpha1', kind: 'Widget', metadata: { name }, spec: { size: 'small' } };
  const { body: created } = await workspace.client.post(widgetsPath, body);
  await watch.whenUidReady(String(dig(created, 'metadata', 'uid')));
  return performance.now() - before;
}

async function requestsAnOrder(): Promise<void> {
  const site = await BenchSite.open({ workspaces: 10, way: 'gate' });
  try {
    const provider = await site.publishAndBind(0);
    const watch = await ReadyWatch.open(site);
    await site.makeOrders(1, 'new', 'warm-up');
    await watch.whenReady(1);
    site.gate.forget();
    await site.makeOrders(counted, 'new', 'counted');
    await watch.whenReady(1 + counted);
    const ofOrders = (request: GateRequest): boolean => request.virtualWorkspace !== undefined && request.cluster !== '*';
    const writes = site.gate.count((request) => ofOrders(request) && isWrite(request)) / counted;
    const reads = site.gate.count((request) => ofOrders(request) && isRead(request)) / counted;
    printTable(`requests an order, ${counted} orders`, [{ writes, reads }]);
    printGoal('2 writes and 0 reads an order', `${writes} and ${reads}`);
    await watch.close();
    await provider.stop();
  } finally {
    await site.close();
  }
}
