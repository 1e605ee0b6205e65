import { spawn } from 'node:child_process';

/** How a child process ended. */
export interface Finished {
  /** `null` where it had to be killed at its deadline. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Where and how long a child process may run. */
export interface RunSettings {
  readonly cwd: string;
  readonly deadlineMs: number;
}

/** Runs a command to its end, without anything that a test runner around it put into the environment. */
export function finish(command: string, args: readonly string[], { cwd, deadlineMs }: RunSettings): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: plainEnvironment(), stdio: ['ignore', 'pipe', 'pipe'], timeout: deadlineMs, killSignal: 'SIGKILL' });
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

function plainEnvironment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(NX_|JEST_|NODE_OPTIONS$|FORCE_COLOR$)/.test(name));
  return { ...Object.fromEntries(inherited), NX_DAEMON: 'false', NX_NO_CLOUD: 'true', NX_TUI: 'false', NO_COLOR: '1', CI: 'true' };
}
