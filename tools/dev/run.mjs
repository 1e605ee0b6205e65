import { spawn } from 'node:child_process';
import { root } from './bootstrap.mjs';

/** Runs a command in the repository; `quiet` keeps its output back unless it fails. Resolves to its exit code. */
export async function run(command, args, { env = {}, output = 'show' } = {}) {
  const child = spawn(command, args, {
    cwd: root,
    stdio: output === 'show' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  const kept = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => kept.push(chunk));
  const forward = (signal) => child.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, forward);
  const code = await new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(`${command} could not be started: ${error.message}`);
      resolve(127);
    });
    child.on('close', (status) => resolve(status ?? 1));
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, forward);
  if (code !== 0 && output === 'onFailure') process.stdout.write(Buffer.concat(kept));
  return code;
}
