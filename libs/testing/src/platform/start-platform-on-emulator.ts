/**
 * The quick form of a platform: every cluster is a logical cluster of one emulator in this process, and the operator's controllers
 * are played. For specs in milliseconds; what depends on the real operator is tried on the real one.
 */
import { KcpAdmin } from '../admin/kcp-admin.js';
import type { Canaries } from '../canaries.js';
import { startKcp } from '../drivers/start-kcp.js';
import { ClusterProvider } from './cluster-provider/cluster-provider.js';
import { WorkspaceServers } from './cluster/workspace-servers.js';
import { onboardingDefinitions, platformDefinitions } from './crds.js';
import { FaultLog } from './follow/fault-log.js';
import { SYSTEM_NAMESPACE } from './names.js';
import { platformOf } from './platform-of.js';
import type { Platform } from './platform.js';
import { AccessRouter } from './stand-ins/access-router.js';
import { ControlPlanes } from './stand-ins/control-planes.js';
import { Scheduler } from './stand-ins/scheduler.js';
import { stopAll } from './stop-all.js';
import type { Stop } from './stop-all.js';

/** How a platform is started; every setting has a default. */
export interface StartPlatformOptions {
  /** What `--environment` is; `test` where nothing is said. */
  readonly environment?: string;
  /** Gets every token that is issued. */
  readonly canaries?: Canaries;
  /** Whether who is under test reaches the clusters directly, or through a gate of each cluster's own; directly where nothing is said. */
  readonly way?: 'direct' | 'gate';
}

/** Starts a platform without its operator. Its clusters serve what a kcp workspace serves, and what a test defines there. */
export async function startPlatformOnEmulator({ environment = 'test', canaries, way = 'direct' }: StartPlatformOptions = {}): Promise<Platform> {
  const kcp = await startKcp({ driver: 'emulator' });
  const heard = canaries === undefined ? {} : { canaries };
  const admin = KcpAdmin.connect(kcp, heard);
  const servers = new WorkspaceServers(admin, kcp, { way, ...heard });
  const stops: Stop[] = [() => kcp.stop(), () => admin.close(), () => servers.close()];
  const stop = (): Promise<void> => stopAll(stops.splice(0));
  try {
    const faults = new FaultLog();
    const [platform, onboarding] = [await servers.serve('platform'), await servers.serve('onboarding')];
    await platform.apply([...platformDefinitions, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: SYSTEM_NAMESPACE } }]);
    await onboarding.apply(onboardingDefinitions);
    const clusterProvider = await ClusterProvider.start({ platform, fixed: { platform, onboarding }, servers, environment, faults, ...heard });
    const scheduler = new Scheduler(platform, faults);
    const players = [clusterProvider, scheduler, new AccessRouter(platform, faults), new ControlPlanes(platform, onboarding, faults)];
    stops.push(...players.map((player) => () => player.stop()));
    return platformOf({ environment, platform, onboarding, clusterProvider, faults, pauseScheduler: () => scheduler.pause(), resumeScheduler: () => scheduler.goOn(), stop });
  } catch (error) {
    await stop();
    throw error;
  }
}
