/** The Go peer: built when a run asks for it, from the module that stands in the bench's own folder. */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Contender } from './contender.js';
import { RunningProvider } from './running-provider.js';

const bench = fileURLToPath(new URL('../../', import.meta.url));
const module = join(bench, 'peers/multicluster');
const program = join(bench, 'dist/peers/multicluster');
const leastGo = [1, 26] as const;

/** The peer, or why there is none on this machine. */
export type Found = { readonly kind: 'found'; readonly peer: Contender } | { readonly kind: 'missing'; readonly why: string };

/** Builds the peer. The first time downloads its modules through Go's own proxy. */
export function buildGoPeer(): Found {
  const version = /go(\d+)\.(\d+)/.exec(spawnSync('go', ['env', 'GOVERSION'], { encoding: 'utf8' }).stdout ?? '');
  if (version === null) return { kind: 'missing', why: 'there is no go on PATH' };
  const [major, minor] = [Number(version[1]), Number(version[2])];
  if (major < leastGo[0] || (major === leastGo[0] && minor < leastGo[1])) return { kind: 'missing', why: `go is ${major}.${minor}, the peer needs ${leastGo.join('.')}` };
  mkdirSync(join(bench, 'dist/peers'), { recursive: true });
  const built = spawnSync('go', ['build', '-buildvcs=false', '-o', program, '.'], { cwd: module, encoding: 'utf8', stdio: ['ignore', 'inherit', 'pipe'] });
  if (built.status !== 0) return { kind: 'missing', why: `it does not build: ${built.stderr.trim()}` };
  return { kind: 'found', peer: multicluster(version[0]) };
}

function multicluster(go: string): Contender {
  return {
    name: 'M',
    what: `multicluster-provider 0.8.0, controller-runtime 0.24.1, ${go}, QPS -1, 16 workers, typed objects`,
    start: ({ workspaceKubeconfig: kubeconfig }, load) => RunningProvider.start({ command: program, args: [], kubeconfig }, load),
  };
}
