import type { Env } from '../drivers/kcp-server.js';
import type { PlatformCluster } from './cluster/platform-cluster.js';
import { FaultLog } from './follow/fault-log.js';
import type { Program } from './kubelet/program.js';
import { platformBinaries } from './servers/binaries.js';
import { KubeServers } from './servers/kube-servers.js';

/** How a cluster is started. */
export interface StartKubernetesOptions {
  /** `PLATFORM_BINARIES` is looked at; usually `process.env`. */
  readonly env: Env;
  /** What runs for an image. A Pod of any other one is left alone. */
  readonly programs?: Readonly<Record<string, Program>>;
}

/** One real Kubernetes cluster, whose nodes are this machine. */
export interface Kubernetes {
  readonly cluster: PlatformCluster;
  /** The kubectl of the same version, by its sub-command. */
  readonly kubectl: { readonly file: string; readonly args: readonly string[] };
  stop(): Promise<void>;
}

/**
 * Starts etcd, kube-apiserver and kube-controller-manager; some ten seconds on two cores.
 * @throws PlatformMissing when the binaries were not built
 */
export async function startKubernetes({ env, programs = {} }: StartKubernetesOptions): Promise<Kubernetes> {
  const { controlPlane: file } = platformBinaries(env);
  const servers = await KubeServers.start({ file, programs: new Map(Object.entries(programs)), faults: new FaultLog(), way: 'direct' });
  try {
    const cluster = await servers.serve('kubernetes');
    return { cluster, kubectl: { file, args: ['kubectl'] }, stop: () => servers.close() };
  } catch (error) {
    await servers.close();
    throw error;
  }
}
