/**
 * Looks at everything between the platform cluster and the orders on the onboarding cluster and in the consumers' workspaces, in the
 * order in which it has to work, and tells each thing with what to do. `doctor` of the command line calls it. It reads with the provider's own rights, writes
 * nothing, loads no app, and goes on as far as anything can be looked at.
 */
import type { ReachingClusters } from '../access/cluster-addresses.js';
import { KubeError } from '@kcp-runtime/kube';
import type { Clock, KubeApi } from '@kcp-runtime/kube';
import type { KcpSettings } from '@kcp-runtime/schema';
import { KeptState } from '../config/kept-state.js';
import type { Kept } from '../config/kept-state.js';
import { kcpLeaseName, standardLeaseName } from '../config/platform-names.js';
import { publisherRules } from '../manifests/kcp.manifests.js';
import { isOpenMcpServed } from '../life/openmcp-served.js';
import { platformRules } from '../manifests/platform.rules.js';
import type { PlatformKind } from '../manifests/platform.rules.js';
import type { Provider } from '../offer/provider.js';
import { exportPlan } from '../publish/export-plan.js';
import { PROVIDER_CLUSTER_ANNOTATION } from '../publish/kcp-faults.js';
import { checkBindings } from './binding-checks.js';
import type { Tell } from './check.js';
import { checkConfig } from './config-checks.js';
import type { UsableConfig } from './config-checks.js';
import { reachWorkspace } from './connection-checks.js';
import type { ReachedWorkspace } from './connection-checks.js';
import { checkEndpoints } from './endpoint-checks.js';
import { checkExport } from './export-checks.js';
import { checkLease } from './lease-check.js';
import { checkOnboarding } from './onboarding-checks.js';
import { checkRights } from './right-checks.js';
import { checkServiceProvider } from './service-provider-check.js';

/** Whom the doctor looks at. */
export interface DoctorParts {
  readonly provider: Provider;
  readonly providerName: string;
  /** Of the provider on the platform cluster. */
  readonly namespace: string;
  /** The API of the platform cluster. */
  readonly platform: KubeApi;
  readonly clock: Clock;
  /** How clusters are reached that the platform grants access to. */
  readonly reaching: ReachingClusters;
  /** For each request to another cluster. */
  readonly timeoutMs: number;
}

/** Tells one check after another. Rejects only when `signal` aborts, or for a fault of ours. */
export async function examine(parts: DoctorParts, tell: Tell, signal: AbortSignal): Promise<void> {
  const { provider, providerName, platform: api } = parts;
  const config = await checkConfig({ api, provider, providerName }, tell, signal);
  const platform = await platformKind(api, signal);
  await checkPlatformRights(parts, platform, tell, signal);
  await examineStandardMode(parts, platform, tell, signal);
  await examineKcpMode(parts, config, tell, signal);
}

/** A platform that does not answer has been told of already. */
async function platformKind(platform: KubeApi, signal: AbortSignal): Promise<PlatformKind> {
  try {
    return (await isOpenMcpServed(platform, signal)) ? 'openmcp' : 'kubernetes';
  } catch (error) {
    if (!(error instanceof KubeError)) throw error;
    return 'kubernetes';
  }
}

async function checkPlatformRights({ provider, providerName, namespace, platform: api }: DoctorParts, platform: PlatformKind, tell: Tell, signal: AbortSignal): Promise<void> {
  const { clusterWide, inNamespace } = platformRules(provider, { providerName, platform });
  const place = { api, where: 'the platform cluster', printedBy: 'manifests' };
  const checks = [...(await checkRights(place, clusterWide, signal)), ...(await checkRights({ ...place, namespace }, inNamespace, signal))];
  for (const check of checks) tell(check);
}

async function examineStandardMode(parts: DoctorParts, kind: PlatformKind, tell: Tell, signal: AbortSignal): Promise<void> {
  const { provider, providerName, namespace, platform, clock } = parts;
  const off = (message: string): void => tell({ verdict: 'open', about: 'standard mode', message });
  if (!provider.modes.includes('standard')) return off('this provider is not ordered on the onboarding cluster');
  if (kind !== 'openmcp') return off('the platform cluster does not serve clusters.openmcp.cloud, so there is no onboarding cluster. It is looked for again while the provider runs');
  await checkServiceProvider(parts, tell, signal);
  tell(await checkLease({ api: platform, namespace, name: standardLeaseName(providerName), clock }, signal));
  await checkOnboarding(parts, tell, signal);
}

async function examineKcpMode(parts: DoctorParts, config: UsableConfig | undefined, tell: Tell, signal: AbortSignal): Promise<void> {
  const { provider, providerName, namespace, platform: api, clock } = parts;
  if (!provider.modes.includes('kcp')) return tell({ verdict: 'open', about: 'kcp', message: 'this provider is not offered through kcp' });
  tell(await checkLease({ api, namespace, name: kcpLeaseName(providerName), clock }, signal));
  if (config?.snapshot.kcp === undefined) return tellNoKcp(config, tell);
  const kept = await readKept(parts, tell, signal);
  const place = { platform: api, settings: config.snapshot.kcp, kept, acceptedCluster: config.annotations[PROVIDER_CLUSTER_ANNOTATION], timeoutMs: parts.timeoutMs };
  const reached = await reachWorkspace(place, tell, signal);
  try {
    if (reached !== undefined) await examineWorkspace(parts, config.snapshot.kcp, reached, tell, signal);
  } finally {
    await reached?.connection.close();
  }
}

function tellNoKcp(config: UsableConfig | undefined, tell: Tell): void {
  const why = config === undefined ? 'it can not be looked at without a valid ProviderConfig' : 'it is switched off: spec.kcp of the ProviderConfig is not set';
  tell({ verdict: 'open', about: 'kcp', message: why });
}

/** What cannot be read is a right that is missing, or a platform that does not answer: said already, with what to do. */
async function readKept({ platform, providerName, namespace }: DoctorParts, tell: Tell, signal: AbortSignal): Promise<Kept> {
  const kept = KeptState.of(providerName, namespace, platform);
  try {
    return await kept.load(signal);
  } catch (error) {
    if (!(error instanceof KubeError)) throw error;
    tell({ verdict: 'open', about: 'what earlier processes kept', message: error.message });
    return {};
  }
}

async function examineWorkspace({ provider, providerName }: DoctorParts, settings: KcpSettings, { connection, api }: ReachedWorkspace, tell: Tell, signal: AbortSignal): Promise<void> {
  const plan = exportPlan(providerName, provider.offers, settings);
  const { exportName } = plan;
  const place = { api, where: `workspace ${settings.providerWorkspace}`, printedBy: 'manifests --kcp' };
  for (const check of await checkRights(place, publisherRules(exportName), signal)) tell(check);
  await checkExport(api, plan, tell, signal);
  const at = (url: string): KubeApi => connection.api(url);
  const bindings = await checkEndpoints({ workspace: api, at, exportName, hosts: settings.hosts ?? [], offers: provider.offers }, tell, signal);
  checkBindings(bindings, provider.offers, tell);
}
