/**
 * The real form of a platform: etcd, an API server and a controller manager for each cluster, and the openmcp-operator with its
 * scheduler and its ControlPlane controller. Played are only a cluster provider and the kubelets, which run real processes.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lookUpKind } from '../admin/kind-lookup.js';
import { dig } from '../admin/raw-client.js';
import type { Env } from '../drivers/kcp-server.js';
import { eventually } from '../wait/eventually.js';
import { ClusterProvider } from './cluster-provider/cluster-provider.js';
import type { PlatformCluster } from './cluster/platform-cluster.js';
import { FaultLog } from './follow/fault-log.js';
import type { Kubelet } from './kubelet/kubelet.js';
import { postgresProgram } from './kubelet/postgres-program.js';
import type { Program } from './kubelet/program.js';
import { CLUSTERS_API, CONTROL_PLANES_API, PROVIDERS_API } from './names.js';
import { OPERATOR_IMAGE, operatorConfig, operatorObjects } from './operator/operator-objects.js';
import { operatorProgram } from './operator/operator-program.js';
import type { Platform } from './platform.js';
import { platformBinaries } from './servers/binaries.js';
import { KubeServers } from './servers/kube-servers.js';
import type { StartPlatformOptions } from './start-platform-on-emulator.js';
import { TenantClusters } from './tenant-clusters.js';

const READY_DEADLINE_MS = 180_000;

/** How a real platform is started. */
export interface StartRealPlatformOptions extends StartPlatformOptions {
  /** `PLATFORM_BINARIES` is looked at; usually `process.env`. */
  readonly env: Env;
  /** What runs for an image, beside the operator's and PostgreSQL's. */
  readonly programs?: Readonly<Record<string, Program>>;
}

/** A platform whose Pods are processes of this machine. */
export interface RealPlatform extends Platform {
  /** Runs the Pods of the platform cluster: the operator's, and the providers'. */
  readonly kubelet: Kubelet;
}

/**
 * Starts a platform and waits until it takes ControlPlanes; about a minute on two cores.
 * @throws PlatformMissing when the binaries were not built
 */
export async function startPlatform({ env, environment = 'test', canaries, way = 'direct', programs = {} }: StartRealPlatformOptions): Promise<RealPlatform> {
  const binaries = platformBinaries(env);
  const faults = new FaultLog();
  const heard = canaries === undefined ? {} : { canaries };
  const images = new Map([[OPERATOR_IMAGE, operatorProgram(binaries.operator)], ['postgres:18', postgresProgram], ...Object.entries(programs)]);
  const servers = await KubeServers.start({ file: binaries.controlPlane, programs: images, faults, way, ...heard });
  let clusterProvider: ClusterProvider | undefined;
  const stop = async (): Promise<void> => {
    await clusterProvider?.stop();
    await servers.close();
  };
  try {
    const [platform, onboarding] = await Promise.all([servers.serve('platform'), servers.serve('onboarding')]);
    await installOperator(platform, environment, servers.folder);
    clusterProvider = await ClusterProvider.start({ platform, fixed: { platform, onboarding }, servers, environment, faults, ...heard });
    const tenants = new TenantClusters({ platform, onboarding, clusterProvider, faults });
    const kubelet = await servers.kubelet('platform');
    await whenControlPlanesAreServed(platform, onboarding, () => `${faults.text}\n${kubelet.output('').slice(-8_000)}`);
    const operator = (): readonly { signal(name: 'SIGSTOP' | 'SIGCONT'): void }[] => kubelet.pods('openmcp-operator-');
    return {
      environment,
      platform,
      onboarding,
      clusterProvider,
      kubelet,
      namespaceOf: (ref) => tenants.namespaceOf(ref),
      createControlPlane: (ref) => tenants.create(ref),
      deleteControlPlane: (ref) => tenants.delete(ref),
      whenControlPlaneGone: (ref, deadlineMs) => tenants.whenGone(ref, deadlineMs),
      whenClusterOf: (request, deadlineMs) => tenants.whenClusterOf(request, deadlineMs),
      // The scheduler is a part of the operator's one process.
      pauseScheduler: () => operator().forEach((pod) => pod.signal('SIGSTOP')),
      resumeScheduler: () => operator().forEach((pod) => pod.signal('SIGCONT')),
      faults: () => faults.text,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Applies the operator's objects, and waits until its init has defined the platform's kinds. */
async function installOperator(platform: PlatformCluster, environment: string, folder: string): Promise<void> {
  const configFile = join(folder, 'operator.yaml');
  // JSON is YAML too.
  await writeFile(configFile, JSON.stringify(operatorConfig()));
  await platform.apply(operatorObjects(environment, configFile));
  await eventually(() => lookUpKind(platform.client, CLUSTERS_API.slice('/apis/'.length), 'ClusterProfile'), { deadlineMs: READY_DEADLINE_MS, intervalMs: 200, what: "the operator's init to define ClusterProfile" });
}

async function whenControlPlanesAreServed(platform: PlatformCluster, onboarding: PlatformCluster, told: () => string): Promise<void> {
  try {
    await eventually(() => lookUpKind(onboarding.client, CONTROL_PLANES_API.slice('/apis/'.length), 'ControlPlane'), { deadlineMs: READY_DEADLINE_MS, intervalMs: 200, what: 'ControlPlane to be served' });
    await eventually(
      async () => {
        const services = ((await platform.client.get(`${PROVIDERS_API}/platformservices`)).body['items'] ?? []) as unknown[];
        return services.length > 0 && services.every((service) => dig(service, 'status', 'phase') === 'Ready') ? true : undefined;
      },
      { deadlineMs: READY_DEADLINE_MS, intervalMs: 200, what: 'the ControlPlane controller to be Ready' },
    );
  } catch (error) {
    throw new Error(`${String(error)}\n${told()}`, { cause: error });
  }
}
