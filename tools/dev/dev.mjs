/**
 * `npm run dev` in the folder of a provider: builds it, runs it on this machine against the platform cluster of KUBECONFIG, and does both
 * again whenever a source file changes. What stands behind `--` goes to the provider.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { bootstrap } from './bootstrap.mjs';
import { run } from './run.mjs';

await bootstrap(import.meta.url);
const here = process.cwd();
const project = join(here, 'tsconfig.lib.json');
const built = await run('tsc', ['--build', project]);
if (built !== 0) process.exit(built);

const flags = ['run', '--dev', '--health-probe-bind-address=0', ...process.argv.slice(2)];
const env = { POD_NAMESPACE: 'openmcp-system', DEV_DEBUG: 'true', ...process.env };
const start = (command, args) => {
  // In a process group of its own: Ctrl-C would else reach the provider twice, and a second signal ends it without giving its lease back.
  const child = spawn(command, args, { cwd: here, env, stdio: ['ignore', 'inherit', 'inherit'], detached: true });
  return { child, ended: new Promise((resolve) => child.on('close', resolve)) };
};
const parts = [
  start('tsc', ['--build', project, '--watch', '--preserveWatchOutput']),
  start(process.execPath, ['--watch', '--watch-preserve-output', '--enable-source-maps', join(here, 'dist', 'main.js'), ...flags]),
];
let isStopping = false;
const stop = () => {
  if (isStopping) return;
  isStopping = true;
  for (const { child } of parts) child.kill('SIGTERM');
};
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
// Without the one the other is of no use.
for (const { ended } of parts) ended.then(stop);
await Promise.all(parts.map(({ ended }) => ended));
