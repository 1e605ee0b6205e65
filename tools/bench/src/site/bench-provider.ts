/** The bench's provider as a process of its own, which says on its output what has been there. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from '@kcp-runtime/testing';
import { processUsage } from '../figures/process-usage.js';
import type { ProcessUsage } from '../figures/process-usage.js';

const program = fileURLToPath(new URL('../provider/main.js', import.meta.url));

/** What the provider has said about its orders. */
export interface Said {
  readonly what: 'first' | 'all';
  readonly orders: number;
  /** Calls of the handler so far: more than orders where one was called twice. */
  readonly calls: number;
  readonly sinceStartMs: number;
  readonly longestBlockMs: number;
  /** Milliseconds from the spawn to the arrival of the line. */
  readonly wallMs: number;
}

/** A running provider. */
export class BenchProvider {
  private readonly started = performance.now();
  private readonly said: Said[] = [];
  private readonly ended: Promise<void>;
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

  static start(kubeconfig: string, expected: number, nodeOptions: readonly string[] = []): BenchProvider {
    const folder = mkdtempSync(join(tmpdir(), 'bench-provider-'));
    const file = join(folder, 'platform.kubeconfig');
    writeFileSync(file, kubeconfig, { mode: 0o600 });
    const env = { PATH: process.env['PATH'], KUBECONFIG: file, POD_NAMESPACE: 'widgets-system', POD_NAME: 'widgets-0', BENCH_EXPECTED: String(expected) };
    return new BenchProvider(spawn(process.execPath, [...nodeOptions, program, 'run', '--verbosity=ERROR'], { env, stdio: ['ignore', 'pipe', 'pipe'] }), folder);
  }

  /** What a sub-command prints. */
  static async printed(...args: readonly string[]): Promise<string> {
    const child = spawn(process.execPath, [program, ...args], { env: { PATH: process.env['PATH'] }, stdio: ['ignore', 'pipe', 'inherit'] });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}.`);
    return Buffer.concat(chunks).toString('utf8');
  }

  /** Waits for a line of the handler. */
  async whenSaid(what: Said['what'], deadlineMs = 120_000): Promise<Said> {
    return eventually(() => this.said.find((said) => said.what === what), { deadlineMs, intervalMs: 5, what: `the provider to say "${what}". ${this.text.slice(-2_000)}` });
  }

  usage(): ProcessUsage {
    return processUsage(this.child.pid ?? 0);
  }

  async stop(): Promise<void> {
    this.child.kill('SIGTERM');
    const timer = setTimeout(() => this.child.kill('SIGKILL'), 20_000);
    await this.ended;
    clearTimeout(timer);
    rmSync(this.folder, { recursive: true, force: true });
  }

  private read(line: string): void {
    if (!line.startsWith('BENCH ')) {
      this.text += `${line}\n`;
      return;
    }
    const said = JSON.parse(line.slice('BENCH '.length)) as Omit<Said, 'wallMs'>;
    this.said.push({ ...said, wallMs: performance.now() - this.started });
  }
}
