import { KubeConnection, readProcessKubeconfig, systemClock, systemRandom } from '@kcp-runtime/kube';
import type { ReachingClusters } from '../access/cluster-addresses.js';
import type { RuntimeSettings } from '../life/runtime-life.js';
import type { Provider } from '../offer/provider.js';
import type { CommandLine } from './flags.js';
import type { ProcessHost } from './process-host.js';

/** Something that the process must be told before it can run. */
export class SettingMissing extends Error {
  override readonly name = 'SettingMissing';
  constructor(readonly setting: string, nextStep: string) {
    super(`${setting} is not set. ${nextStep}`);
  }
}

/** The exit code of a process whose handlers did not end with their lease. */
const LEASE_LOST = 1;

/** Reads flags and environment into settings. The platform is not called yet. @throws SettingMissing */
export function runSettings(provider: Provider, { flags }: CommandLine, host: ProcessHost): RuntimeSettings {
  const { env } = host;
  return {
    providerName: flags.get('provider-name') ?? provider.name,
    environment: flags.get('environment'),
    podNamespace: podNamespaceOf(env),
    podName: env['POD_NAME'] || undefined,
    reachingClusters: reachingClusters(env),
    openPlatform: async (observer) => KubeConnection.open(await readProcessKubeconfig({ env, path: flags.get('kubeconfig') }), { observer }),
    endProcess: () => host.exit(LEASE_LOST),
    clock: systemClock,
    random: systemRandom,
  };
}

/** DEV_DEBUG says that the process runs on a developer's machine, as Go providers read it. */
export function reachingClusters(env: ProcessHost['env']): ReachingClusters {
  return ['1', 'true'].includes(env['DEV_DEBUG']?.toLowerCase() ?? '') ? 'locally' : 'asGranted';
}

/** @throws SettingMissing */
export function podNamespaceOf(env: ProcessHost['env']): string {
  const namespace = env['POD_NAMESPACE'];
  if (!namespace) throw new SettingMissing('POD_NAMESPACE', 'It names the namespace on the platform cluster for requests, the lease and what is kept. In a pod, take it from fieldRef metadata.namespace.');
  return namespace;
}
