/** The Go peer: built when a run asks for it, from the module that stands in the bench's own folder. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Contender } from './contender.js';
import { RunningProvider } from './running-provider.js';

const builder = fileURLToPath(new URL('../../peers/build.mjs', import.meta.url));

/** The peer, or why there is none on this machine. */
export type Found = { readonly kind: 'found'; readonly peer: Contender } | { readonly kind: 'missing'; readonly why: string };

/** Builds the peer. The first time downloads its modules through Go's own proxy. */
export function buildGoPeer(): Found {
  const built = spawnSync(process.execPath, [builder], { encoding: 'utf8' });
  if (built.status !== 0) return { kind: 'missing', why: built.stderr.trim() };
  const go = spawnSync('go', ['env', 'GOVERSION'], { encoding: 'utf8' }).stdout.trim();
  return { kind: 'found', peer: multicluster(built.stdout.trim(), go) };
}

function multicluster(program: string, go: string): Contender {
  return {
    name: 'M',
    what: `multicluster-provider 0.8.0, controller-runtime 0.24.1, ${go}, QPS -1, 16 workers, typed objects`,
    start: ({ workspaceKubeconfig: kubeconfig }, load) => RunningProvider.start({ command: program, args: [], kubeconfig }, load),
  };
}
