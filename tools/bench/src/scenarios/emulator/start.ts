import { startEmulator } from '@kcp-runtime/emulator';
import { startEmulatorProgram } from '../../api-server/emulator-program.js';
import type { MeasuredServer } from '../../api-server/measured-server.js';
import { printTable } from '../../figures/report.js';
import { median } from '../../figures/statistics.js';
import type { Verdict } from '../../figures/verdict.js';

const starts = 10;
const goal = { kind: 'atMost', value: 200, unit: 'ms' } as const;

/** How long it takes from the call, and from the spawn of the program, until a client can come in. */
export async function startFigures(kube: MeasuredServer | undefined): Promise<Verdict[]> {
  const inProcess = await timesOf(async () => {
    const before = performance.now();
    const emulator = await startEmulator();
    const ms = performance.now() - before;
    await emulator.stop();
    return ms;
  });
  const asProgram = await timesOf(async () => {
    const server = await startEmulatorProgram();
    await server.stop();
    return server.startMs;
  });
  printTable('start', [rowOf('startEmulator()', inProcess), rowOf('its program', asProgram), ...(kube === undefined ? [] : [rowOf('kube-apiserver and etcd', [kube.startMs])])]);
  return [verdict('startEmulator(), median', inProcess, kube), verdict('its program, median', asProgram, kube)];
}

async function timesOf(once: () => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < starts; index++) times.push(await once());
  return times;
}

function rowOf(what: string, times: readonly number[]): Record<string, string | number> {
  return { '': what, starts: times.length, 'first ms': times[0] ?? Number.NaN, 'median ms': median(times), 'slowest ms': Math.max(...times) };
}

function verdict(what: string, times: readonly number[], kube: MeasuredServer | undefined): Verdict {
  const measured = median(times);
  return { what: `start: ${what}`, goal, measured, ...(kube === undefined ? {} : { beside: `${(measured / kube.startMs).toFixed(3)} × kube-apiserver with etcd` }) };
}
