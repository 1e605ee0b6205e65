import { startEmulator } from '@kcp-runtime/emulator';
import { startEmulatorProgram } from '../../api-server/emulator-program.js';
import type { MeasuredServer } from '../../api-server/measured-server.js';
import { printTable } from '../../figures/report.js';
import type { Row } from '../../figures/report.js';
import { median } from '../../figures/statistics.js';
import type { Verdict } from '../../figures/verdict.js';

const starts = 10;
const goal = { kind: 'atMost', value: 200, unit: 'ms' } as const;

/** How long one start took, by the clock and in CPU time: a busy machine stretches the one and hardly the other. */
interface Start {
  readonly ms: number;
  readonly cpuMs: number;
}

/** How long it takes from the call, and from the spawn of the program, until a client can come in. */
export async function startFigures(kube: MeasuredServer | undefined): Promise<Verdict[]> {
  const inProcess = await startsOf(startInProcess);
  const asProgram = await startsOf(startAsProgram);
  const besides = kube === undefined ? [] : [rowOf('kube-apiserver and etcd', [{ ms: kube.startMs, cpuMs: kube.startCpuMs }])];
  printTable('start', [rowOf('startEmulator()', inProcess), rowOf('its program', asProgram), ...besides]);
  return [verdict('startEmulator(), median', inProcess, kube), verdict('its program, median', asProgram, kube)];
}

async function startInProcess(): Promise<Start> {
  const [before, cpuBefore] = [performance.now(), process.cpuUsage()];
  const emulator = await startEmulator();
  const [ms, { user, system }] = [performance.now() - before, process.cpuUsage(cpuBefore)];
  await emulator.stop();
  return { ms, cpuMs: (user + system) / 1000 };
}

async function startAsProgram(): Promise<Start> {
  const server = await startEmulatorProgram();
  await server.stop();
  return { ms: server.startMs, cpuMs: server.startCpuMs };
}

async function startsOf(once: () => Promise<Start>): Promise<Start[]> {
  const found: Start[] = [];
  for (let index = 0; index < starts; index++) found.push(await once());
  return found;
}

function rowOf(what: string, found: readonly Start[]): Row {
  const times = found.map(({ ms }) => ms);
  return { '': what, starts: found.length, 'first ms': times[0] ?? Number.NaN, 'median ms': median(times), 'slowest ms': Math.max(...times), 'CPU ms': cpuOf(found) };
}

function verdict(what: string, found: readonly Start[], kube: MeasuredServer | undefined): Verdict {
  const measured = median(found.map(({ ms }) => ms));
  const ratio = kube === undefined ? '' : `; ${(measured / kube.startMs).toFixed(3)} × kube-apiserver with etcd`;
  return { what: `start: ${what}`, goal, measured, beside: `${Math.round(cpuOf(found))} ms of CPU${ratio}` };
}

function cpuOf(found: readonly Start[]): number {
  return median(found.map(({ cpuMs }) => cpuMs));
}
