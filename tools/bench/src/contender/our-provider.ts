import { spawn } from 'node:child_process';
import type { Contender, Load } from './contender.js';
import { providerBundle } from './provider-bundle.js';
import { RunningProvider } from './running-provider.js';

/** As the operator's page tells to run a provider. */
const nodeOptions = '--max-semi-space-size=8';
const lean = { MALLOC_ARENA_MAX: '1' };

/** Our provider. Its one process publishes the API too, so that every site is set up with it. */
export const ours: Contender = {
  name: 'ours',
  what: `kcp-runtime, bundled, on Node ${process.version} with ${nodeOptions} and MALLOC_ARENA_MAX=1, 16 workers, 4 a tenant`,
  start: ({ platformKubeconfig: kubeconfig }, load) => startOurs(kubeconfig, load),
};

/** Starts it with a kubeconfig of the platform. */
export function startOurs(kubeconfig: string, load: Load, env: Readonly<Record<string, string>> = {}): RunningProvider {
  const args = [nodeOptions, providerBundle, 'run', '--verbosity=ERROR', '--health-probe-bind-address=0'];
  return RunningProvider.start({ command: process.execPath, args, kubeconfig, env: { POD_NAMESPACE: 'widgets-system', POD_NAME: 'widgets-0', ...lean, ...env } }, load);
}

/** What a sub-command of it prints. */
export async function printedByOurs(...args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [providerBundle, ...args], { env: { PATH: process.env['PATH'] }, stdio: ['ignore', 'pipe', 'inherit'] });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}.`);
  return Buffer.concat(chunks).toString('utf8');
}
