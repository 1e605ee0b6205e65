import type { MeasuredServer } from '../../api-server/measured-server.js';
import { figuresTable } from '../../figures/report.js';
import { interleaved } from '../../figures/rounds.js';
import type { Figures } from '../../figures/rounds.js';
import { median, quantile } from '../../figures/statistics.js';
import type { Verdict } from '../../figures/verdict.js';
import { runLoad } from '../../load/run-load.js';

const count = 200;
const pauseMs = 20;
const MEDIAN = 'median ms';

/** From the sending of a creation to its event at the same client, with nothing else to do: more than the way of the event alone. */
export async function watchFigures(servers: readonly MeasuredServer[], rounds: number): Promise<Verdict[]> {
  let job = 0;
  const figures = await interleaved(rounds, servers, (server) => followOne(server, `event-${job++}`));
  figuresTable(`creation to event, one every ${pauseMs} ms and ${count} a round, median of ${rounds}`, figures);
  const [ours = Number.NaN, kube] = ['emulator', 'kube-apiserver'].map((name) => figures.get(name)?.[MEDIAN]);
  return [{ what: 'a watch event, from the sending of its write', goal: { kind: 'atMost', value: 2, unit: 'ms' }, measured: ours, ...(kube === undefined ? {} : { beside: `${(ours / kube).toFixed(3)} × kube-apiserver` }) }];
}

async function followOne({ target }: MeasuredServer, prefix: string): Promise<Figures> {
  const { eventMs } = await runLoad({ kind: 'follow', target, prefix, count, pauseMs });
  return { [MEDIAN]: median(eventMs), 'p99 ms': quantile(eventMs, 0.99) };
}
