import { readApiClass } from '@kcp-runtime/schema';
import type { KubeObject } from '@kcp-runtime/kube';
import { configCrd, orderCrd } from '../init/crds.js';
import { SERVICE_PROVIDERS } from '../init/service-provider-resources.js';
import type { Provider } from '../offer/provider.js';
import { toApply } from './document.js';
import type { Document } from './document.js';
import { exampleOf } from './example.js';
import { platformRules } from './platform.rules.js';
import type { PlatformRole } from './platform.rules.js';
import { grant, serviceAccount, tokenSecret, workspaceAccess } from './rbac.js';

/** Where the provider is to run. */
export interface PlatformPlace extends PlatformRole {
  readonly namespace: string;
  /** For the example; a made-up path where it is not said. */
  readonly providerWorkspace: string;
}

const CLUSTER_LABEL = 'openmcp.cloud/cluster';
const KCP_HINT = `
With spec.kcp the service is offered through kcp; manifests --kcp prints that kubeconfig Secret. In another namespace
it can be read only when the Role above is given there too.`;
const SERVICE_PROVIDER_HINT = `On an openMCP platform this object installs the provider: openMCP then makes identity and rights itself, calls init, which
installs the kinds, and run. What stands above is then for whoever wants to read it first; only the ProviderConfig is left to apply.`;

/** All that the operator applies before the provider starts: kinds, identity, rights; and a ProviderConfig to start from. */
export function platformManifests(provider: Provider, place: PlatformPlace): Document[] {
  return [
    ...kinds(provider, place),
    ...toApply('The identity of the provider on the platform cluster.', identity(place).map(onPlatform)),
    ...toApply('What the provider may do on the platform cluster.', rights(provider, place).map(onPlatform)),
    ...(isOrderedOnOnboarding(provider, place) ? [serviceProvider(place)] : []),
    exampleConfig(provider, place),
  ];
}

function isOrderedOnOnboarding({ modes }: Provider, { platform }: PlatformPlace): boolean {
  return platform === 'openmcp' && modes.includes('standard');
}

function kinds(provider: Provider, place: PlatformPlace): Document[] {
  const ordered = isOrderedOnOnboarding(provider, place) ? provider.offers.map(orderCrd) : [];
  return [
    ...toApply('How the provider is configured. For the platform cluster.', [configCrd(provider)]),
    ...toApply(`What is ordered. For the onboarding cluster: kubectl apply -l ${CLUSTER_LABEL}=onboarding`, ordered),
  ];
}

function onPlatform(object: KubeObject): KubeObject {
  const labels = { ...object.metadata.labels, [CLUSTER_LABEL]: 'platform' };
  return { ...object, metadata: { ...object.metadata, labels } };
}

function identity({ providerName, namespace, platform }: PlatformPlace): KubeObject[] {
  const account = { name: providerName, namespace };
  // A pod is handed its token; beside a kcp workspace there is no pod.
  const outside = [tokenSecret({ name: `${providerName}-token`, namespace }, account), workspaceAccess({ name: `kcp-runtime:${providerName}:access` }, account)];
  return [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }, serviceAccount(account), ...(platform === 'kcp' ? outside : [])];
}

function rights(provider: Provider, place: PlatformPlace): KubeObject[] {
  const { providerName, namespace } = place;
  const { clusterWide, inNamespace } = platformRules(provider, place);
  const account = { name: providerName, namespace };
  return [...grant({ name: `kcp-runtime:${providerName}` }, clusterWide, account), ...grant({ name: `kcp-runtime:${providerName}`, namespace }, inNamespace, account)];
}

function serviceProvider({ providerName }: PlatformPlace): Document {
  const { group, version, kind } = SERVICE_PROVIDERS;
  return { use: 'example', comment: SERVICE_PROVIDER_HINT, object: { apiVersion: `${group}/${version}`, kind, metadata: { name: providerName }, spec: { image: '<image>' } } };
}

function exampleConfig(provider: Provider, { providerName, namespace, providerWorkspace }: PlatformPlace): Document {
  const api = readApiClass(provider.config);
  const [version] = configCrd(provider).spec.versions;
  const own = exampleOf(version?.schema.openAPIV3Schema.properties?.spec ?? {}, 'spec');
  const isKcp = provider.modes.includes('kcp');
  const kcp = { providerWorkspace, kubeconfigSecret: { name: `${providerName}-kcp`, namespace } };
  return {
    use: 'example',
    comment: `An example to fill in and apply on the platform cluster.${isKcp ? KCP_HINT : ''}`,
    object: { apiVersion: api.apiVersion, kind: api.kind, metadata: { name: providerName }, spec: { ...Object(own), ...(isKcp ? { kcp } : {}) } },
  };
}
