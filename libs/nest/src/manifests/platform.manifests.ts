import { customResourceDefinition, readApiClass } from '@kcp-runtime/schema';
import type { KubeObject } from '@kcp-runtime/kube';
import { kcpLeaseName, keptName, RECORD_SHARDS, recordName } from '../config/platform-names.js';
import type { Provider } from '../offer/provider.js';
import { toApply } from './document.js';
import type { Document } from './document.js';
import { exampleOf } from './example.js';
import { grant, rule, serviceAccount, tokenSecret, workspaceAccess } from './rbac.js';
import type { PolicyRule } from './rbac.js';

/** What the platform cluster is: any Kubernetes API will do, and a kcp workspace is one. */
export type PlatformKind = 'kubernetes' | 'kcp';

/** Where the provider is to run. */
export interface PlatformPlace {
  readonly providerName: string;
  readonly namespace: string;
  readonly platform: PlatformKind;
  /** For the example; a made-up path where it is not said. */
  readonly providerWorkspace: string;
}

const CLUSTER_LABEL = 'openmcp.cloud/cluster';
const KCP_HINT = `
With spec.kcp the service is offered through kcp; manifests --kcp prints that kubeconfig Secret. In another namespace
it can be read only when the Role above is given there too.`;
const LOOK = ['get', 'list', 'watch'];

/** All that the operator applies before the provider starts: kinds, identity, rights; and a ProviderConfig to start from. */
export function platformManifests(provider: Provider, place: PlatformPlace): Document[] {
  return [
    ...kinds(provider, place),
    ...toApply('The identity of the provider on the platform cluster.', identity(place).map(onPlatform)),
    ...toApply('What the provider may do on the platform cluster.', rights(provider, place).map(onPlatform)),
    exampleConfig(provider, place),
  ];
}

function kinds(provider: Provider, { platform }: PlatformPlace): Document[] {
  const config = customResourceDefinition(readApiClass(provider.config), { cluster: 'platform', modes: provider.modes });
  const isOrderedOnOnboarding = provider.modes.includes('standard') && platform === 'kubernetes';
  const ordered = isOrderedOnOnboarding ? provider.offers.map(({ api }) => customResourceDefinition(readApiClass(api), { cluster: 'onboarding' })) : [];
  return [
    ...toApply('How the provider is configured. For the platform cluster.', [config]),
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

/** The rules of the provider's roles there. */
export interface PlatformRules {
  readonly clusterWide: readonly PolicyRule[];
  readonly inNamespace: readonly PolicyRule[];
}

function rights(provider: Provider, { providerName, namespace }: PlatformPlace): KubeObject[] {
  const { clusterWide, inNamespace } = platformRules(provider, providerName);
  const account = { name: providerName, namespace };
  return [...grant({ name: `kcp-runtime:${providerName}` }, clusterWide, account), ...grant({ name: `kcp-runtime:${providerName}`, namespace }, inNamespace, account)];
}

/**
 * Kubeconfigs of workers are kept in a namespace of each tenant, whose names nobody knows beforehand: RBAC can't narrow these
 * rights further. Only a provider with workers in its tenants' workspaces gets them.
 */
function kubeconfigRules({ offers, modes }: Provider): PolicyRule[] {
  if (!modes.includes('kcp') || offers.every(({ worker }) => worker.length === 0)) return [];
  return ['namespaces', 'secrets'].map((plural) => rule('', plural, ['get', 'create', 'patch', 'delete']));
}

/** The least that a provider needs on the platform cluster. */
export function platformRules(provider: Provider, providerName: string): PlatformRules {
  const { group, plural } = readApiClass(provider.config);
  // The annotation by which an operator asks for something is taken away when it is done.
  const clusterWide = [rule(group, plural, [...LOOK, 'patch'], [providerName]), rule(group, `${plural}/status`, ['patch'], [providerName]), ...kubeconfigRules(provider)];
  const inNamespace = [
    rule('', 'secrets', LOOK),
    rule('', 'configmaps', LOOK),
    rule('', 'configmaps', ['create']),
    rule('', 'configmaps', ['patch'], [keptName(providerName), ...recordNames(provider, providerName)]),
    rule('coordination.k8s.io', 'leases', ['create']),
    rule('coordination.k8s.io', 'leases', ['get', 'patch'], [kcpLeaseName(providerName)]),
    rule('', 'events', ['create', 'patch']),
  ];
  return { clusterWide, inNamespace };
}

function recordNames({ modes }: Provider, providerName: string): string[] {
  return modes.includes('kcp') ? Array.from({ length: RECORD_SHARDS }, (_, shard) => recordName(providerName, shard)) : [];
}

function exampleConfig(provider: Provider, { providerName, namespace, providerWorkspace }: PlatformPlace): Document {
  const api = readApiClass(provider.config);
  const [version] = customResourceDefinition(api, { cluster: 'platform', modes: provider.modes }).spec.versions;
  const own = exampleOf(version?.schema.openAPIV3Schema.properties?.spec ?? {}, 'spec');
  const isKcp = provider.modes.includes('kcp');
  const kcp = { providerWorkspace, kubeconfigSecret: { name: `${providerName}-kcp`, namespace } };
  return {
    use: 'example',
    comment: `An example to fill in and apply on the platform cluster.${isKcp ? KCP_HINT : ''}`,
    object: { apiVersion: api.apiVersion, kind: api.kind, metadata: { name: providerName }, spec: { ...Object(own), ...(isKcp ? { kcp } : {}) } },
  };
}
