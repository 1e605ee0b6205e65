import { setTimeout as sleep } from 'node:timers/promises';
import { eventually, isWrite } from '@kcp-runtime/testing';
import type { GateRequest } from '@kcp-runtime/testing';
import { startOurs } from '../contender/our-provider.js';
import { printGoal, printTable } from '../figures/report.js';
import { BenchSite } from '../site/bench-site.js';
import type { Scenario } from './scenario.js';

const settleMs = 5_000;

/** What publishing the API costs the first time, and when it stands already. */
export const publish: Scenario = {
  name: 'publish',
  what: 'requests to the provider workspace until the API is published: the first time, and at the second start',
  on: 'anyKcp',
  async run() {
    const site = await BenchSite.open({ workspaces: 1, way: 'gate' });
    try {
      const first = await once(site);
      const second = await once(site);
      printTable('publishing', [{ start: 'first', ...first }, { start: 'second', ...second }]);
      printGoal('second start of the publisher: 0 writes', `${second.writes} writes`);
    } finally {
      await site.close();
    }
  },
};

/** Requests to the provider workspace, from a start until some seconds after the API is published. */
async function once(site: BenchSite): Promise<{ readonly requests: number; readonly writes: number }> {
  site.gate.forget();
  const provider = startOurs(site.platformKubeconfig, { expected: 0 });
  try {
    // It follows the export's URLs once it has seen to the export.
    const isPast = (): true | undefined => (site.gate.count(({ resource }) => resource === 'apiexportendpointslices') > 0 ? true : undefined);
    await eventually(isPast, { deadlineMs: 60_000, what: 'the provider to have published' });
    await sleep(settleMs);
    const there = ({ cluster }: GateRequest): boolean => cluster === site.provider.cluster || cluster === site.provider.path;
    const writes = site.gate.count((request) => there(request) && isWrite(request));
    return { requests: site.gate.count(there), writes };
  } finally {
    await provider.stop();
  }
}
