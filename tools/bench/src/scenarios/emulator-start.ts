import { startEmulator } from '@kcp-runtime/emulator';
import { KcpAdmin } from '@kcp-runtime/testing';
import { printGoal, printTable } from '../figures/report.js';
import { median } from '../figures/statistics.js';
import { inFlight } from '../site/in-flight.js';
import type { Scenario } from './scenario.js';

const starts = 10;
const creates = 5_000;

/** How long a start takes, and how many objects a second it takes from one client. */
export const emulatorStart: Scenario = {
  name: 'emulator',
  what: 'start of the emulator; creates a second',
  on: 'emulator',
  async run() {
    const startsMs: number[] = [];
    for (let index = 0; index < starts; index++) {
      const before = performance.now();
      const emulator = await startEmulator();
      startsMs.push(performance.now() - before);
      await emulator.stop();
    }
    printTable('emulator start', [{ starts, 'first ms': startsMs[0] ?? Number.NaN, 'median ms': median(startsMs), 'slowest ms': Math.max(...startsMs) }]);
    printGoal('≤ 200 ms', `${Math.round(Math.max(...startsMs))} ms (slowest of ${starts})`);
    printTable('emulator creates', [await createRate()]);
  },
};

async function createRate(): Promise<Record<string, number>> {
  const emulator = await startEmulator();
  const admin = KcpAdmin.connect(emulator);
  const workspace = await admin.createWorkspace('root:many');
  const before = performance.now();
  await inFlight(16, Array.from({ length: creates }, (_, index) => index), async (index) => {
    const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `object-${index}` }, data: { note: 'x'.repeat(500) } };
    const answer = await workspace.client.post('/api/v1/namespaces/default/configmaps', body);
    if (answer.status !== 201) throw new Error(`A create was answered with ${answer.status}: ${answer.text}`);
  });
  const seconds = (performance.now() - before) / 1000;
  await admin.close();
  await emulator.stop();
  return { creates, seconds, 'creates/s (client and server in one process)': creates / seconds };
}
