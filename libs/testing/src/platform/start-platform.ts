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
import { platformOf } from './platform-of.js';
import type { Platform } from './platform.js';
import { platformBinaries } from './servers/binaries.js';
import { KubeServers } from './servers/kube-servers.js';
import type { StartPlatformOptions } from './start-platform-on-emulator.js';
import { stopAll } from './stop-all.js';
import type { Stop } from './stop-all.js';

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
  const stops: Stop[] = [() => servers.close()];
  const stop = (): Promise<void> => stopAll(stops.splice(0));
  try {
    const [platform, onboarding] = await Promise.all([servers.serve('platform'), servers.serve('onboarding')]);
    await installOperator(platform, environment, servers.folder);
    const clusterProvider = await ClusterProvider.start({ platform, fixed: { platform, onboarding }, servers, environment, faults, ...heard });
    stops.push(() => clusterProvider.stop());
    const kubelet = await servers.kubelet('platform');
    await whenControlPlanesAreServed(platform, onboarding, () => `${faults.text}\n${kubelet.output('').slice(-8_000)}`);
    // The scheduler is a part of the operator's one process.
    const operator = (signal: 'SIGSTOP' | 'SIGCONT') => (): void => kubelet.pods('openmcp-operator-').forEach((pod) => pod.signal(signal));
    const parts = { environment, platform, onboarding, clusterProvider, faults, pauseScheduler: operator('SIGSTOP'), resumeScheduler: operator('SIGCONT'), stop };
    return { ...platformOf(parts), kubelet };
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
