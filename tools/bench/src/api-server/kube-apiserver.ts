/** A real kube-apiserver with its etcd: built when a run asks for it, and kept in the user's cache. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readAdminKubeconfig, startKubernetes } from '@kcp-runtime/testing';
import { processUsage } from '../figures/process-usage.js';
import type { ProcessUsage } from '../figures/process-usage.js';
import type { MeasuredServer } from './measured-server.js';

const builder = fileURLToPath(new URL('../../../control-plane/build.mjs', import.meta.url));

/** The server, or why there is none on this machine. */
export type FoundServer = { readonly kind: 'found'; readonly server: MeasuredServer } | { readonly kind: 'missing'; readonly why: string };

/** Starts it on loopback; its etcd syncs nothing to the disk, which is its fastest. */
export async function startKubeApiServer(): Promise<FoundServer> {
  const built = spawnSync(process.execPath, [builder], { encoding: 'utf8' });
  if (built.status !== 0) return { kind: 'missing', why: built.stderr.trim() };
  const folder = built.stdout.trim().split('\n').at(-1) ?? '';
  const startedAt = performance.now();
  const { cluster, stop } = await startKubernetes({ env: { ...process.env, PLATFORM_BINARIES: folder } });
  const startMs = performance.now() - startedAt;
  // It watches whatever is made, which would take of the server's time.
  for (const pid of childrenNamed('kube-controller-manager')) process.kill(pid, 'SIGTERM');
  const pids = childrenNamed('etcd', 'kube-apiserver');
  const usage = (): ProcessUsage => summed(pids.map(processUsage));
  const target = { ...cluster.server, token: readAdminKubeconfig(cluster.adminKubeconfig).token };
  return { kind: 'found', server: { name: 'kube-apiserver', startMs, startCpuMs: usage().cpuSeconds * 1000, target, usage, stop } };
}

/** Children of this process that were started with one of these words. Linux only. */
function childrenNamed(...words: readonly string[]): number[] {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim().split(' ').map(Number);
  return children.filter((pid) => words.includes(readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[1] ?? ''));
}

function summed(usages: readonly ProcessUsage[]): ProcessUsage {
  const sum = (figure: keyof ProcessUsage): number => usages.reduce((total, usage) => total + usage[figure], 0);
  return { cpuSeconds: sum('cpuSeconds'), residentMb: sum('residentMb'), peakResidentMb: sum('peakResidentMb') };
}
