import type { MeasuredServer } from '../../api-server/measured-server.js';
import { figuresTable } from '../../figures/report.js';
import { interleaved } from '../../figures/rounds.js';
import type { Figures } from '../../figures/rounds.js';
import type { Verdict } from '../../figures/verdict.js';
import { runLoad } from '../../load/run-load.js';

const count = 10_000;
const lanes = 16;
const noteBytes = 500;
const RATE = 'creates/s';
const CPU = 'CPU µs a create';

/** ConfigMaps a second, the same client against each server in turn. A first round, which nobody counts, warms all sides up. */
export async function createFigures(servers: readonly MeasuredServer[], rounds: number): Promise<Verdict[]> {
  let job = 0;
  const once = (server: MeasuredServer): Promise<Figures> => createMany(server, `round-${job++}`);
  await interleaved(1, servers, once);
  const figures = await interleaved(rounds, servers, once);
  figuresTable(`creates, ${lanes} connections with one request at a time each, ${count} ConfigMaps with ${noteBytes} bytes of data a round, median of ${rounds}`, figures);
  const [ours, kube] = ['emulator', 'kube-apiserver'].map((name) => figures.get(name));
  if (ours === undefined || kube === undefined) return [];
  const ratio = (figure: string): number => (ours[figure] ?? Number.NaN) / (kube[figure] ?? Number.NaN);
  return [{ what: 'creates a second', goal: { kind: 'atLeast', value: 4, unit: '× kube-apiserver' }, measured: ratio(RATE), beside: `${Math.round(ours[RATE] ?? Number.NaN)}/s; CPU of a create ${ratio(CPU).toFixed(3)} × kube-apiserver with etcd` }];
}

async function createMany({ target, usage }: MeasuredServer, prefix: string): Promise<Figures> {
  const before = usage().cpuSeconds;
  const { seconds, cpuSeconds } = await runLoad({ kind: 'create', target, prefix, count, lanes, noteBytes });
  return { [RATE]: count / seconds, [CPU]: ((usage().cpuSeconds - before) * 1e6) / count, 'client CPU µs': (cpuSeconds * 1e6) / count };
}
