import { UnexpectedAnswer, dig, eventually } from '@kcp-runtime/testing';
import type { RawWatch, Workspace } from '@kcp-runtime/testing';
import type { BenchSite } from './bench-site.js';
import { widgetsPath } from './bench-site.js';

/** Sees orders become Ready as their owners would: one watch in each consumer workspace. */
export class ReadyWatch {
  private readonly ready = new Set<string>();
  private readonly waiting = new Map<string, () => void>();

  private constructor(private readonly watches: readonly RawWatch[]) {}

  static async open(site: BenchSite): Promise<ReadyWatch> {
    const watches = await Promise.all(site.workspaces.map((workspace: Workspace) => watchOf(workspace)));
    const opened = new ReadyWatch(watches);
    for (const watch of watches) watch.onEvent = ({ object }) => opened.see(object);
    return opened;
  }

  /** How many orders have been seen Ready. */
  get seen(): number {
    return this.ready.size;
  }

  /** Waits until `count` orders have been seen Ready. */
  async whenReady(count: number): Promise<void> {
    await eventually(() => (this.ready.size >= count ? true : undefined), { deadlineMs: 120_000, intervalMs: 2, what: `${count} Ready orders (${this.ready.size} so far)` });
  }

  /** Resolves with the event that shows this order Ready. */
  whenUidReady(uid: string): Promise<void> {
    if (this.ready.has(uid)) return Promise.resolve();
    return new Promise((resolve) => this.waiting.set(uid, resolve));
  }

  async close(): Promise<void> {
    await Promise.all(this.watches.map((watch) => watch.close()));
  }

  private see(object: unknown): void {
    if (dig(object, 'status', 'phase') !== 'Ready') return;
    const uid = String(dig(object, 'metadata', 'uid'));
    this.ready.add(uid);
    this.waiting.get(uid)?.();
    this.waiting.delete(uid);
  }
}

/** kcp serves a kind some moments after it has been bound: 404 at first, then 429 while its storage comes up. */
async function watchOf({ client }: Workspace): Promise<RawWatch> {
  const opened = (): Promise<RawWatch | undefined> =>
    client.watch(widgetsPath).catch((error: unknown) => {
      if (error instanceof UnexpectedAnswer && (error.status === 404 || error.status === 429)) return undefined;
      throw error;
    });
  return eventually(opened, { deadlineMs: 60_000, what: 'the API to be served in a consumer workspace' });
}
