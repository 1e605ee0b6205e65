import { dig } from '@kcp-runtime/testing';
import type { Item } from '../item.js';
import { checkOnKcp } from '../servers-of-items.js';
import type { World } from '../world/world.js';
import { differentChecks } from './compare.js';
import { readRecordings, writeRecordings } from './recordings.js';
import type { Recording } from './recordings.js';
import { tableText } from './table.js';
import type { Row } from './table.js';

/** Stands beside a run and does something with what its items' checks see. */
export interface Witness {
  /** Called with each kcp of the run. */
  meets(world: World): Promise<void>;
  /** Runs an item. Rejects as its check does, or when what it saw is not as it should be. */
  sees(item: Item, world: World): Promise<void>;
  /** The run is over. */
  close(): void;
}

/** An item ends otherwise than on kcp, though its own check passes. */
export class DiffersFromKcp extends Error {
  override readonly name = 'DiffersFromKcp';

  constructor(item: string, kcp: string, differences: readonly string[]) {
    super(`Item ${item} differs from what ${kcp} answered:\n  ${differences.join('\n  ')}\nThe emulator is wrong, or the item has changed: then record it again (npx nx run conformance:record).`);
  }
}

/** An item that nobody has seen on kcp. */
export class NotRecorded extends Error {
  override readonly name = 'NotRecorded';

  constructor(item: string) {
    super(`Item ${item} has no recording of kcp. Where there is a kcp binary, make it: npx nx run conformance:record.`);
  }
}

/** One shard cannot show these. */
const WITHOUT_RECORDING: ReadonlySet<string> = new Set(['O3']);

/** Those that are compared with a kube-apiserver have their values recorded. */
function isRecordedElsewhere({ number, servers }: Item): boolean {
  return WITHOUT_RECORDING.has(number) || servers === 'kubernetes';
}

/** Who is compared with the recordings: the emulator is held to them; of a real kcp it is only told where it differs. */
export type Compared = 'emulator' | 'kcp';

/** Compares a server with the recordings, and tells at the end how each item went. */
export class Judge implements Witness {
  private readonly rows: Row[] = [];
  private readonly recordings: ReadonlyMap<string, Recording>;

  constructor(
    private readonly compared: Compared,
    folder: string,
    private readonly print: (text: string) => void,
  ) {
    this.recordings = readRecordings(folder);
  }

  meets(): Promise<void> {
    return Promise.resolve();
  }

  async sees(item: Item, world: World): Promise<void> {
    const recording = this.recordings.get(item.number);
    try {
      const seen = await world.recorder.during(() => checkOnKcp(item, world));
      const differences = recording === undefined ? [] : differentChecks(recording.checks, seen);
      this.note(item, 'passed', recording, differences[0] ?? '');
      if (this.compared === 'emulator') expectSame(item, recording, differences);
    } catch (error) {
      if (this.rows.at(-1)?.item !== item.number) this.note(item, 'failed', recording, 'its own check fails');
      throw error;
    }
  }

  close(): void {
    this.print(tableText(this.rows));
  }

  private note({ number }: Item, ended: 'passed' | 'failed', recording: Recording | undefined, difference: string): void {
    const recorded = recording === undefined ? 'not recorded' : 'recorded';
    this.rows.push({ item: number, emulator: this.compared === 'emulator' ? ended : '', kcp: this.compared === 'kcp' ? ended : recorded, difference });
  }
}

function expectSame(item: Item, recording: Recording | undefined, differences: readonly string[]): void {
  if (recording === undefined) {
    if (!isRecordedElsewhere(item)) throw new NotRecorded(item.number);
  } else if (differences.length > 0) throw new DiffersFromKcp(item.number, recording.kcp, differences);
}

/** Records what a real kcp answers, of items that pass. */
export class Recorder implements Witness {
  private readonly recordings: Map<string, Recording>;
  private kcp = '';

  constructor(
    private readonly folder: string,
    private readonly items: readonly Item[],
  ) {
    this.recordings = readRecordings(folder);
  }

  /** @throws for the emulator, which is what recordings judge */
  async meets(world: World): Promise<void> {
    if (world.kcp.driver === 'emulator') throw new Error('The emulator is not recorded: it is what the recordings judge. Set KCP_BINARY to a kcp.');
    const { body } = await world.client.get('/clusters/root/version');
    this.kcp = String(dig(body, 'gitVersion'));
  }

  async sees(item: Item, world: World): Promise<void> {
    this.recordings.set(item.number, { kcp: this.kcp, checks: await world.recorder.during(() => checkOnKcp(item, world)) });
  }

  close(): void {
    writeRecordings(this.folder, this.items, this.recordings);
  }
}
