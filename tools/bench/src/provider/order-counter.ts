import { sinceStampMs } from '../figures/stamp.js';
import { LoopBlocks } from './loop-blocks.js';

/** Counts calls of the handler and says what the bench waits for, line by line on standard output. */
export class OrderCounter {
  private readonly blocks = new LoopBlocks();
  /** The last stamp of each order. */
  private readonly seen = new Map<string, string>();
  private handled: { readonly name: string; readonly stamp: string; readonly ms: number }[] = [];
  private calls = 0;

  constructor(private readonly expected: number) {}

  /** Notes one call of the handler. */
  sees(key: string, name: string, stamp: string): void {
    const before = this.seen.get(key);
    this.calls += 1;
    this.seen.set(key, stamp);
    if (stamp !== '' && stamp !== before) this.handled.push({ name, stamp, ms: sinceStampMs(stamp) });
    if (this.calls === 1) this.sayFirst();
    if (before === undefined && this.seen.size === this.expected) this.sayAll();
  }

  /** Says what was handled since the last report, and begins to count anew. */
  report(): void {
    this.say('report', { handled: this.handled });
    this.calls = 0;
    this.handled = [];
  }

  /** What a process does for the first time, before any order, takes longer turns: they are told by the time of its start. */
  private sayFirst(): void {
    this.say('first');
    if (this.expected > 0) this.blocks.start();
  }

  private sayAll(): void {
    this.say('all', { longestBlockMs: this.blocks.longestWallMs, longestCpuBlockMs: this.blocks.longestCpuMs });
    this.blocks.stop();
  }

  private say(what: 'first' | 'all' | 'report', more: object = {}): void {
    const { user, system } = process.cpuUsage();
    const line = { what, orders: this.seen.size, calls: this.calls, sinceStartMs: performance.now(), cpuMs: (user + system) / 1000, ...more };
    process.stdout.write(`BENCH ${JSON.stringify(line)}\n`);
  }
}
