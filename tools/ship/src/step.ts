import { execFile } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { workspaceRoot } from './workspace-root.js';

const MINUTES = 60_000;

/** A command ended with a fault. */
export class StepFailed extends Error {
  override readonly name = 'StepFailed';

  constructor(command: string, output: string) {
    super(`${command} failed. The last that it wrote:\n${output.slice(-4_000)}`);
  }
}

/** Runs a command to its end in a folder, outside of the test runner's environment, and gives what it printed. @throws StepFailed */
export function step(cwd: string, command: string, ...args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(command, args, { cwd, env: environment(), timeout: 8 * MINUTES, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new StepFailed([command, ...args].join(' '), `${error.code ?? error.signal ?? ''}\n${stdout}${stderr}`));
    });
  });
}

/** npm and Node tell their children where they run and how, and which programs they have: a project elsewhere must not hear of this one. */
function environment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(NX_|JEST_|npm_(?!config_(cache|registry|userconfig))|NODE_OPTIONS$|NODE_ENV$|FORCE_COLOR$)/.test(name));
  const elsewhere = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.startsWith(workspaceRoot));
  return { ...Object.fromEntries(kept), NX_DAEMON: 'false', NX_NO_CLOUD: 'true', NX_TUI: 'false', NO_COLOR: '1', PATH: [dirname(process.execPath), ...elsewhere].join(delimiter) };
}
