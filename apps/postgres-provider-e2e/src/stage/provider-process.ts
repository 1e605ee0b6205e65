/**
 * The reference provider as its users run it: the built program, a process of its own, with arguments and environment and
 * nothing else. Its output is kept whole, for the proof and for the search for secrets.
 */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from '@kcp-runtime/testing';

const program = fileURLToPath(new URL('../../../postgres-provider/dist/main.js', import.meta.url));
const stopDeadlineMs = 30_000;
const terminationMessage = 'termination-message';

/** How to run it. */
export interface ProviderRun {
  /** Kubeconfig of the platform cluster, as text. */
  readonly kubeconfig: string;
  readonly namespace: string;
  readonly podName: string;
  /** Another provider than the reference one. */
  readonly program?: string;
}

/** How to run any program as a provider. */
export interface ForeignRun {
  readonly file: string;
  readonly args: readonly string[];
  /** Its kubeconfig, as text; the program finds it by KUBECONFIG. */
  readonly kubeconfig: string;
  readonly env: Readonly<Record<string, string>>;
}

/** How the process ended. */
export interface ProviderEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A running provider. */
export class ProviderProcess {
  readonly ended: Promise<ProviderEnd>;
  private text = '';
  private words = '';
  private end: ProviderEnd | undefined;

  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
  ) {
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (this.text += chunk.toString('utf8')));
    this.ended = new Promise((resolve) => {
      child.once('close', (code, signal) => {
        this.end = { code, signal };
        resolve(this.end);
      });
    });
  }

  static start(run: ProviderRun): Promise<ProviderProcess> {
    const args = ['--enable-source-maps', run.program ?? program, 'run', '--environment=e2e', '--verbosity=DEBUG', '--health-probe-bind-address=127.0.0.1:0', '--metrics-bind-address=127.0.0.1:0', '--metrics-secure=false'];
    return ProviderProcess.startProgram({ file: process.execPath, args, kubeconfig: run.kubeconfig, env: { POD_NAMESPACE: run.namespace, POD_NAME: run.podName } });
  }

  /** A provider that somebody else wrote, in whatever language. */
  static async startProgram(run: ForeignRun): Promise<ProviderProcess> {
    const folder = await mkdtemp(join(tmpdir(), 'provider-'));
    const kubeconfig = join(folder, 'kubeconfig');
    await writeFile(kubeconfig, run.kubeconfig, { mode: 0o600 });
    const child = spawn(run.file, run.args, { env: { PATH: process.env['PATH'], KUBECONFIG: kubeconfig, TERMINATION_MESSAGE_PATH: join(folder, terminationMessage), ...run.env }, stdio: ['ignore', 'pipe', 'pipe'] });
    return new ProviderProcess(child, folder);
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** All that it has written. */
  output(): string {
    return this.text;
  }

  /** Its figures now; nothing of a process that has ended or that serves none. */
  async figures(): Promise<string> {
    if (!this.running || !this.text.includes('"Metrics are served"')) return '';
    const answer = await fetch(`http://${this.addressOf('Metrics')}/metrics`);
    if (!answer.ok) throw new Error(`The provider's figures can not be read: ${answer.status}.`);
    return answer.text();
  }

  /** What it has left where Kubernetes looks for the reason of an end; nothing of one that ended well, or that still runs. */
  terminationMessage(): string {
    return this.words;
  }

  /** Whether it still runs. */
  get running(): boolean {
    return this.end === undefined;
  }

  /** Waits until it has written a line with these words. */
  async whenSaid(words: string | RegExp, deadlineMs = 30_000): Promise<void> {
    await eventually(
      () => {
        if (typeof words === 'string' ? this.text.includes(words) : words.test(this.text)) return true;
        if (this.end !== undefined) throw new Error(`The provider ended first.\n${this.text.slice(-4_000)}`);
        return undefined;
      },
      { deadlineMs, what: `the provider to say ${String(words)}` },
    );
  }

  /** Where it serves its probes or its figures, as its log says. */
  addressOf(what: 'Probes' | 'Metrics'): string {
    const [, address] = new RegExp(`"${what} are served"[^\\n]*?"address":"([^"]+)"`).exec(this.text) ?? [];
    if (address === undefined) throw new Error(`The provider has not said where ${what} are served.\n${this.text.slice(-4_000)}`);
    return address;
  }

  /** Suspends (SIGSTOP) or continues (SIGCONT) it. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.child.kill(signal);
  }

  /** Ends it at once, as a crash would. */
  async kill(): Promise<ProviderEnd> {
    this.child.kill('SIGKILL');
    return this.finish();
  }

  /** Asks it to end (SIGTERM), as a rollout does. */
  async stop(): Promise<ProviderEnd> {
    this.child.kill('SIGTERM');
    const timer = setTimeout(() => this.child.kill('SIGKILL'), stopDeadlineMs);
    try {
      return await this.finish();
    } finally {
      clearTimeout(timer);
    }
  }

  private async finish(): Promise<ProviderEnd> {
    const end = await this.ended;
    this.words = await readFile(join(this.folder, terminationMessage), 'utf8').catch(() => '');
    await rm(this.folder, { recursive: true, force: true });
    return end;
  }
}

/** What a sub-command of the provider prints. */
export async function printed(...args: readonly string[]): Promise<string> {
  const { code, out, err } = await called(args);
  if (code !== 0) throw new Error(`${dirname(program)} ${args.join(' ')} ended with ${code}: ${err}`);
  return out;
}

/** What `doctor` prints about the provider, called with the provider's own kubeconfig of the platform cluster. */
export async function examined({ kubeconfig, namespace }: Omit<ProviderRun, 'podName'>): Promise<CommandEnd> {
  const folder = await mkdtemp(join(tmpdir(), 'postgres-doctor-'));
  try {
    const path = join(folder, 'platform.kubeconfig');
    await writeFile(path, kubeconfig, { mode: 0o600 });
    return await called(['doctor', `--kubeconfig=${path}`, `--namespace=${namespace}`]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** How a sub-command ended, and what it said. */
export interface CommandEnd {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

async function called(args: readonly string[]): Promise<CommandEnd> {
  const child = spawn(process.execPath, [program, ...args], { env: { PATH: process.env['PATH'] }, stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, err]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, out: Buffer.concat(out).toString('utf8'), err: Buffer.concat(err).toString('utf8') };
}
