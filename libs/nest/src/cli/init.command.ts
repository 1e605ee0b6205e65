import { KubeConnection, readProcessKubeconfig, systemClock, systemRandom } from '@kcp-runtime/kube';
import { init } from '../init/init.js';
import type { OrderLog } from '../offer/order.js';
import type { Provider } from '../offer/provider.js';
import { FlagRefused } from './flag-refused.js';
import { isSet } from './flags.js';
import type { CommandLine } from './flags.js';
import type { ProcessHost } from './process-host.js';
import { podNamespaceOf, reachingClusters } from './run-settings.js';

/** A platform that has just been set up grants access when its clusters are there: the patience of the platform's Go providers. */
const ACCESS_MS = 1_800_000;
const STEP_MS = 60_000;

/** What `init` is called with. */
export interface InitCall {
  readonly provider: Provider;
  readonly line: CommandLine;
  readonly env: ProcessHost['env'];
  readonly log: OrderLog;
}

/** Brings the provider's kinds where they belong. The app is not loaded. Rejects with what stood in the way. */
export async function initialise({ provider, line: { flags }, env, log }: InitCall, signal: AbortSignal): Promise<void> {
  // To write all the same would be the opposite of what was asked for.
  if (isSet(flags, 'dry-run')) throw new FlagRefused('dry-run', flags.get('dry-run') ?? 'true', ['false']);
  const namespace = podNamespaceOf(env);
  const connection = await KubeConnection.open(await readProcessKubeconfig({ env, path: flags.get('kubeconfig') }));
  const providerName = flags.get('provider-name') ?? provider.name;
  const environment = flags.get('environment');
  try {
    await init({ provider, providerName, namespace, environment, platform: connection.api(), reaching: reachingClusters(env), stepMs: STEP_MS, accessMs: ACCESS_MS, clock: systemClock, random: systemRandom, log }, signal);
    log.info(`Provider ${providerName} can be ordered`);
  } finally {
    await connection.close();
  }
}
