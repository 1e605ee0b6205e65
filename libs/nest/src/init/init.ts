/**
 * What is done once before a provider can be ordered: its kinds are brought to the clusters that they are for, and openMCP is told
 * which it serves. openMCP runs it as a Job, again for each new version and after each failure, so all of it may be done twice.
 */
import type { KubeApi, KubeObject } from '@kcp-runtime/kube';
import { apiResourceSchema, readApiClass } from '@kcp-runtime/schema';
import type { ReachingClusters } from '../access/cluster-addresses.js';
import { certificatesIn } from '../config/ca-bundle.js';
import { CONFIG_MAPS } from '../config/platform-kinds.js';
import { readConfig } from '../config/read-config.js';
import { foundObject } from '../doctor/found-object.js';
import { isOpenMcpServed } from '../life/openmcp-served.js';
import type { InitContext, Provider } from '../offer/provider.js';
import { acceptedSchemas, BREAKING_SCHEMA_ANNOTATION } from '../publish/kcp-faults.js';
import { installCrd } from './crd-installation.js';
import type { CrdPlace, WantedCrd } from './crd-installation.js';
import { configCrd, orderCrd } from './crds.js';
import { inTime } from './in-time.js';
import type { InitTime } from './in-time.js';
import { initCluster } from './init-cluster.js';
import { openOnboarding } from './onboarding-access.js';
import { registerServiceResources } from './service-provider-resources.js';
import type { ResourcesRegistration } from './service-provider-resources.js';

/** What `init` needs. */
export interface InitParts extends InitTime {
  readonly provider: Provider;
  readonly providerName: string;
  /** Of the provider on the platform cluster. */
  readonly namespace: string;
  readonly environment?: string;
  readonly platform: KubeApi;
  /** How the onboarding cluster is reached. */
  readonly reaching: ReachingClusters;
  /** How long to wait for access to the onboarding cluster. */
  readonly accessMs: number;
}


/** Does all of it. Rejects with what stood in the way. */
export async function init(parts: InitParts, signal: AbortSignal): Promise<void> {
  const { provider, platform: api, log } = parts;
  const platform: CrdPlace = { api, where: 'the platform cluster' };
  const context = hookContext(parts, platform, signal);
  await provider.init.before?.(context);
  await installCrd(platform, { crd: configCrd(provider) }, parts, signal);
  const why = await inTime(parts, 'see whether the platform cluster is one of openMCP', (until) => noOnboarding(parts, until), signal);
  if (why === undefined) return initOnboarding(parts, context, signal);
  log.info(`The part for the onboarding cluster is off: ${why}`);
  await provider.init.after?.(context);
}

async function noOnboarding({ provider, platform }: InitParts, signal: AbortSignal): Promise<string | undefined> {
  if (!provider.modes.includes('standard')) return 'this provider is not ordered there';
  return (await isOpenMcpServed(platform, signal)) ? undefined : 'the platform cluster does not serve clusters.openmcp.cloud';
}

async function initOnboarding(parts: InitParts, context: InitContext, signal: AbortSignal): Promise<void> {
  const { provider, log } = parts;
  const config = await inTime(parts, 'read the ProviderConfig', (until) => foundConfig(parts, until), signal);
  const caBundle = await inTime(parts, 'read the certificates of the operator', (until) => trusted(parts, config, until), signal);
  const connection = await openOnboarding({ ...parts, timeoutMs: parts.accessMs, caBundle }, signal);
  try {
    const onboarding: CrdPlace = { api: connection.api(), where: 'the onboarding cluster' };
    for (const wanted of guardedCrds(provider, config)) await installCrd(onboarding, wanted, parts, signal);
    const registration = await inTime(parts, 'tell openMCP which kinds this provider serves', (until) => registerServiceResources(parts, until), signal);
    log.info(wordsOf(registration));
    await provider.init.after?.({ ...context, onboarding: initCluster(onboarding, signal) });
  } finally {
    await connection.close();
  }
}

function wordsOf(registration: ResourcesRegistration): string {
  switch (registration) {
    case 'written':
      return 'The kinds of this provider were written into its ServiceProvider';
    case 'unchanged':
      return 'The kinds of this provider stand in its ServiceProvider';
    case 'missing':
    case 'notServed':
      return 'There is no ServiceProvider for this provider, so openMCP deletes no orders together with their ControlPlane';
  }
}

/** Before a provider runs for the first time, there may be none. */
function foundConfig({ provider, providerName, platform }: InitParts, signal: AbortSignal): Promise<KubeObject | undefined> {
  const { group, version, plural, kind, scope } = readApiClass(provider.config);
  return foundObject(platform, { group, version, plural, kind, scope }, { name: providerName }, signal);
}

/** What `spec.caBundleRef` names; of an invalid spec nothing is taken, and a provider that runs says what is wrong with it. */
async function trusted({ provider, providerName, namespace, platform }: InitParts, config: KubeObject | undefined, signal: AbortSignal): Promise<string | undefined> {
  const read = readConfig(provider.config, provider.modes, { name: providerName, generation: 0, spec: config?.spec });
  const ref = read.ok ? read.snapshot.caBundleRef : undefined;
  if (ref === undefined) return undefined;
  return certificatesIn(await foundObject(platform, CONFIG_MAPS, { namespace, name: ref.name }, signal), ref);
}

/** The same words accept a schema here and where it is published through kcp. */
function guardedCrds({ offers }: Provider, config: KubeObject | undefined): WantedCrd[] {
  const accepted = acceptedSchemas(config?.metadata.annotations?.[BREAKING_SCHEMA_ANNOTATION]);
  return offers.map((offer) => ({ crd: orderCrd(offer), guard: { name: apiResourceSchema(readApiClass(offer.api)).metadata.name, accepted } }));
}

function hookContext({ providerName, namespace, environment, log }: InitParts, platform: CrdPlace, signal: AbortSignal): InitContext {
  return { providerName, namespace, environment, log, signal, platform: initCluster(platform, signal) };
}
