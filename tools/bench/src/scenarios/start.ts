import { printGoal, printTable } from '../figures/report.js';
import { median, quantile } from '../figures/statistics.js';
import { BenchSite } from '../site/bench-site.js';
import type { Scenario } from './scenario.js';

const orders = 1_000;
const starts = 10;

/** Process start until the first order is in the handler. */
export const start: Scenario = {
  name: 'start',
  what: 'process start until the first of 1,000 Ready orders is in the handler',
  async run() {
    const site = await BenchSite.open({ workspaces: 20, way: 'direct' });
    try {
      await (await site.publishAndBind(0)).stop();
      await site.makeOrders(orders, 'settled');
      const [firstMs, allMs, residentMb]: [number[], number[], number[]] = [[], [], []];
      for (let index = 0; index < starts; index++) {
        const provider = site.startProvider(orders);
        try {
          firstMs.push((await provider.whenSaid('first')).wallMs);
          allMs.push((await provider.whenSaid('all')).wallMs);
          residentMb.push(provider.usage().residentMb);
        } finally {
          await provider.stop();
        }
      }
      printTable(`start with ${orders} orders, ${starts} starts`, [
        { 'first order ms (median)': median(firstMs), 'first order ms (p90)': quantile(firstMs, 0.9), 'all orders ms (median)': median(allMs), 'RSS MB (median)': median(residentMb) },
      ]);
      printGoal('first order handled within 800 ms', `${Math.round(median(firstMs))} ms`);
    } finally {
      await site.close();
    }
  },
};
