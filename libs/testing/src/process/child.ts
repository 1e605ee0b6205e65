/**
 * A child process with an end: its last output is kept for messages, and `stop` asks first (SIGTERM) and kills after a deadline.
 * The drivers and the database server start their processes here; nobody else spawns.
 */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';

/** What to run. */
export interface ChildCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  /** The account to run as; only root may say another than its own. */
  readonly account?: { readonly uid: number; readonly gid: number };
  /** Hears all that it writes; only the last of it is kept. */
  readonly onOutput?: (text: string) => void;
}

/** How a child ended: by itself, by a signal, or because it could not be started. */
export type ChildEnd = { readonly kind: 'exit'; readonly code: number } | { readonly kind: 'signal'; readonly signal: string } | { readonly kind: 'error'; readonly error: Error };

const KEPT_CHARACTERS = 16_384;

/** A running child. */
export class Child {
  /** Resolves when the process has ended; never rejects. */
  readonly ended: Promise<ChildEnd>;
  private kept = '';
  private end: ChildEnd | undefined;

  private constructor(
    private readonly child: ChildProcess,
    onOutput: (text: string) => void,
  ) {
    const keep = (chunk: Buffer): void => {
      const text = chunk.toString('utf8');
      this.kept = (this.kept + text).slice(-KEPT_CHARACTERS);
      onOutput(text);
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    // A runner that ends without stopping its servers must not leave them behind.
    const killWithUs = (): void => void child.kill('SIGKILL');
    process.once('exit', killWithUs);
    this.ended = new Promise((resolve) => {
      const settle = (end: ChildEnd): void => {
        process.off('exit', killWithUs);
        this.end ??= end;
        resolve(this.end);
      };
      child.once('error', (error) => settle({ kind: 'error', error }));
      child.once('close', (code, signal) => settle(signal === null ? { kind: 'exit', code: code ?? 0 } : { kind: 'signal', signal }));
    });
  }

  static start(command: ChildCommand): Child {
    return new Child(
      spawn(command.file, command.args, {
        cwd: command.cwd,
        env: command.env,
        stdio: ['ignore', 'pipe', 'pipe'],
        ...command.account,
      }),
      command.onOutput ?? (() => undefined),
    );
  }

  /** The last 16 KB of both outputs. */
  output(): string {
    return this.kept;
  }

  /** How it ended, or `undefined` while it runs. */
  whenEnded(): ChildEnd | undefined {
    return this.end;
  }

  /** Sends a signal and does not wait. */
  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Sends `signal`, and SIGKILL when the process has not ended `deadlineMs` later. */
  async stop(signal: 'SIGTERM' | 'SIGINT', deadlineMs: number): Promise<ChildEnd> {
    this.child.kill(signal);
    const timer = setTimeout(() => this.child.kill('SIGKILL'), deadlineMs);
    try {
      return await this.ended;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** An end in words. */
export function describeEnd(end: ChildEnd): string {
  switch (end.kind) {
    case 'exit':
      return `it ended with code ${end.code}`;
    case 'signal':
      return `it was ended by ${end.signal}`;
    case 'error':
      return `it could not be started (${end.error.message})`;
  }
}
