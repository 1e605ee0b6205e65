import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@kcp-runtime/testing';
import { processUsage } from '../figures/process-usage.js';
import type { ProcessUsage } from '../figures/process-usage.js';
import type { Load } from './contender.js';

/** A stamped order, and how long after its stamp the handler had it. */
export interface HandledOrder {
  readonly name: string;
  readonly stamp: string;
  readonly ms: number;
}

/** What a provider has said about its orders. */
export interface Said {
  readonly what: 'first' | 'all' | 'report';
  /** Distinct orders so far. */
  readonly orders: number;
  /** Calls of the handler since the start or the last report: more than orders where one was called again. */
  readonly calls: number;
  readonly sinceStartMs: number;
  /** CPU time of the process so far. */
  readonly cpuMs: number;
  /** The longest time without a turn of the event loop since the first order, by the clock and in CPU time of its thread. Only Node says it. */
  readonly longestBlockMs?: number;
  readonly longestCpuBlockMs?: number;
  /** Stamped orders since the last report. */
  readonly handled?: readonly HandledOrder[];
  /** Milliseconds from the spawn to the arrival of the line. */
  readonly wallMs: number;
}

/** A program to run as a provider. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly kubeconfig: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Longer than any peer takes on a busy machine. */
const DEADLINE_MS = 900_000;
const STOP_MS = 20_000;

/** A provider as a process of its own, which says on its output what has been in its handler. Its owner stops it. */
export class RunningProvider {
  private readonly startedAt = performance.now();
  private readonly said: Said[] = [];
  private readonly ended: Promise<void>;
  private reports = 0;
  private text = '';

  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
  ) {
    let rest = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString('utf8')).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) this.read(line);
    });
    child.stderr?.on('data', (chunk: Buffer) => (this.text += chunk.toString('utf8')));
    this.ended = new Promise((resolve) => child.once('close', () => resolve()));
  }

  static start({ command, args, kubeconfig, env }: Program, { expected, handlerMs = 0 }: Load): RunningProvider {
    const folder = mkdtempSync(join(tmpdir(), 'bench-provider-'));
    const file = join(folder, 'kubeconfig');
    writeFileSync(file, kubeconfig, { mode: 0o600 });
    const load = { BENCH_EXPECTED: String(expected), BENCH_HANDLER_MS: String(handlerMs) };
    const child = spawn(command, args, { env: { PATH: process.env['PATH'], KUBECONFIG: file, ...load, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    return new RunningProvider(child, folder);
  }

  /** Waits for the first line of this kind. */
  whenSaid(what: 'first' | 'all'): Promise<Said> {
    return this.found(() => this.said.find((said) => said.what === what), what);
  }

  /** What was in the handler since the last report. */
  report(): Promise<Said> {
    this.child.kill('SIGUSR2');
    const number = ++this.reports;
    return this.found(() => this.said.filter(({ what }) => what === 'report')[number - 1], 'report');
  }

  usage(): ProcessUsage {
    return processUsage(this.child.pid ?? 0);
  }

  async stop(): Promise<void> {
    this.child.kill('SIGTERM');
    const timer = setTimeout(() => this.child.kill('SIGKILL'), STOP_MS);
    await this.ended;
    clearTimeout(timer);
    rmSync(this.folder, { recursive: true, force: true });
  }

  private found(look: () => Said | undefined, what: Said['what']): Promise<Said> {
    const find = (): Said | undefined => {
      if (this.child.exitCode !== null) throw new Error(`${this.child.spawnargs.join(' ')} ended with ${this.child.exitCode}. ${this.text.slice(-2_000)}`);
      return look();
    };
    return eventually(find, { deadlineMs: DEADLINE_MS, intervalMs: 5, what: `${this.child.spawnargs.join(' ')} to say "${what}"` }).catch((error: unknown) => {
      throw new Error(`${error instanceof Error ? error.message : String(error)} Its last output: ${this.text.slice(-2_000)}`);
    });
  }

  private read(line: string): void {
    if (!line.startsWith('BENCH ')) {
      this.text += `${line}\n`;
      return;
    }
    const said = JSON.parse(line.slice('BENCH '.length)) as Omit<Said, 'wallMs'>;
    this.said.push({ ...said, wallMs: performance.now() - this.startedAt });
  }
}
