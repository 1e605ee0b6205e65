import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Env } from '@kcp-runtime/testing';

const DEADLINE_MS = 60_000;

/** A program that is kubectl, and what makes it that. */
export interface KubectlCommand {
  readonly file: string;
  readonly args: readonly string[];
}

/** How a command of kubectl ended. */
export interface KubectlEnd {
  readonly code: number | 'interrupted';
  readonly stdout: string;
  readonly stderr: string;
}

/** What its user does beside typing the command. */
export interface KubectlHands {
  /** What it reads. */
  readonly input?: string;
  /** The program that changes a file for its user. */
  readonly editor?: string;
}

/** A command that runs. */
export interface RunningKubectl {
  output(): string;
  interrupt(): void;
  readonly end: Promise<KubectlEnd>;
}

/** A kubectl with a kubeconfig and a cache of its own: nothing of its user's set-up takes part. */
export class Kubectl {
  private constructor(
    private readonly command: KubectlCommand,
    private readonly folder: string,
    /** Where `kubectl diff` finds the program that it shows differences with. */
    private readonly path: string,
  ) {}

  /** The kubectl on PATH, or `undefined` where there is none. */
  static find(env: Env): KubectlCommand | undefined {
    const file = (env['PATH'] ?? '')
      .split(delimiter)
      .map((folder) => join(folder, 'kubectl'))
      .find(isExecutable);
    return file === undefined ? undefined : { file, args: [] };
  }

  /** The kubectl that was built with the servers of the platform, or `undefined` where they were not: what it prints was recorded. */
  static built(env: Env): KubectlCommand | undefined {
    const folder = env['PLATFORM_BINARIES'];
    return folder === undefined || folder === '' ? undefined : { file: join(folder, 'control-plane'), args: ['kubectl'] };
  }

  /** The first of both that there is, for what every kubectl says in the same words. */
  static any(env: Env): KubectlCommand | undefined {
    return Kubectl.find(env) ?? Kubectl.built(env);
  }

  /** Prepares one; its owner calls {@link Kubectl.clean}. */
  static async with(command: KubectlCommand | undefined, kubeconfig: string, env: Env): Promise<Kubectl> {
    if (command === undefined) throw new Error('This item needs a kubectl; run it where there is one.');
    const folder = await mkdtemp(join(tmpdir(), 'kubectl-'));
    await writeFile(join(folder, 'kubeconfig'), kubeconfig, { mode: 0o600 });
    return new Kubectl(command, folder, env['PATH'] ?? '');
  }

  /**
   * Runs one command and returns what it printed.
   * @throws with what it complained of, when its exit code is not 0
   */
  async run(...args: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await this.end(args);
    if (code !== 0) throw new Error(`kubectl ${args.join(' ')} ended with ${code}: ${stderr}`);
    return stdout;
  }

  /** Runs one command to its end, whatever that is. */
  end(args: readonly string[], hands?: KubectlHands): Promise<KubectlEnd> {
    return this.start(args, hands).end;
  }

  /** Starts a command that is looked at while it runs. */
  start(args: readonly string[], { input = '', editor }: KubectlHands = {}): RunningKubectl {
    const env = { ...this.env(), ...(editor === undefined ? {} : { KUBE_EDITOR: editor }) };
    const child = spawn(this.command.file, [...this.command.args, ...args], { env, timeout: DEADLINE_MS });
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => void (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => void (stderr += text));
    const end = new Promise<KubectlEnd>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code, signal) => {
        if (code === null && signal !== 'SIGINT') reject(new Error(`kubectl ${args.join(' ')} was ended by ${String(signal)}: ${stderr}`));
        else resolve({ code: code ?? 'interrupted', stdout, stderr });
      });
    });
    // A command that ends before it has read its input is no fault of the input.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    return { output: () => stdout, interrupt: () => void child.kill('SIGINT'), end };
  }

  private env(): Record<string, string> {
    return { HOME: this.folder, KUBECONFIG: join(this.folder, 'kubeconfig'), KUBECACHEDIR: join(this.folder, 'cache'), PATH: this.path };
  }

  /** Applies objects, as `kubectl apply -f` does. */
  async apply(...objects: readonly unknown[]): Promise<string> {
    const args = ['apply', '-f', '-'];
    const { code, stdout, stderr } = await this.end(args, { input: JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }) });
    if (code !== 0) throw new Error(`kubectl ${args.join(' ')} ended with ${code}: ${stderr}`);
    return stdout;
  }

  async clean(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
