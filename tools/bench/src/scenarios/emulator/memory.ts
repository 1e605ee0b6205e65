import { startEmulatorProgram } from '../../api-server/emulator-program.js';
import { printTable } from '../../figures/report.js';
import type { Row } from '../../figures/report.js';
import type { Verdict } from '../../figures/verdict.js';
import { runLoad } from '../../load/run-load.js';

const objects = 100_000;
const lanes = 16;
/** Small ones, and such that an answer is 2 KB. */
const notes = [500, 1_500] as const;
const RESIDENT = 'RSS MB';

/** Resident memory of the emulator's process with many objects, each size in a process of its own. */
export async function memoryFigures(): Promise<Verdict[]> {
  const rows: Row[] = [];
  for (const noteBytes of notes) rows.push(await filled(noteBytes));
  printTable(`memory with ${objects} ConfigMaps`, rows);
  const largest = Math.max(...rows.map((row) => Number(row[RESIDENT])));
  return [{ what: `resident memory, ${objects} objects of up to 2 KB`, goal: { kind: 'atMost', value: 600, unit: 'MB' }, measured: largest }];
}

async function filled(noteBytes: number): Promise<Row> {
  const server = await startEmulatorProgram();
  try {
    const empty = server.usage().residentMb;
    const { answerBytes } = await runLoad({ kind: 'create', target: server.target, prefix: 'many', count: objects, lanes, noteBytes });
    const { residentMb, peakResidentMb } = server.usage();
    return { 'bytes of data': noteBytes, 'bytes of an answer': answerBytes, 'empty MB': empty, [RESIDENT]: residentMb, 'peak MB': peakResidentMb };
  } finally {
    await server.stop();
  }
}
