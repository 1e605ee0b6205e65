import { readApiClass } from '@kcp-runtime/schema';
import { kcpLeaseName, keptName, RECORD_SHARDS, recordName, standardLeaseName } from '../config/platform-names.js';
import type { Provider } from '../offer/provider.js';
import { openMcpRules } from './openmcp.rules.js';
import { rule } from './rbac.js';
import type { PolicyRule } from './rbac.js';

/** What the platform cluster is: one of openMCP, or any other Kubernetes API, of which a kcp workspace is one. */
export type PlatformKind = 'openmcp' | 'kubernetes' | 'kcp';

/** Whose rights, and on what. */
export interface PlatformRole {
  readonly providerName: string;
  readonly platform: PlatformKind;
}

/** The rules of the provider's roles there. */
export interface PlatformRules {
  readonly clusterWide: readonly PolicyRule[];
  readonly inNamespace: readonly PolicyRule[];
}

const LOOK = ['get', 'list', 'watch'];

/**
 * Kubeconfigs of workers are kept in a namespace of each tenant, whose names nobody knows beforehand: RBAC can't narrow these
 * rights further. Only a provider with workers in its tenants' workspaces gets them.
 */
function kubeconfigRules({ offers, modes }: Provider): PolicyRule[] {
  if (!modes.includes('kcp') || offers.every(({ worker }) => worker.length === 0)) return [];
  return ['namespaces', 'secrets'].map((plural) => rule('', plural, ['get', 'create', 'patch', 'delete']));
}

/** The least that a provider needs on the platform cluster. */
export function platformRules(provider: Provider, { providerName, platform }: PlatformRole): PlatformRules {
  const { group, plural } = readApiClass(provider.config);
  const clusterWide = [
    // The annotation by which an operator asks for something is taken away when it is done.
    rule(group, plural, [...LOOK, 'patch'], [providerName]),
    rule(group, `${plural}/status`, ['patch'], [providerName]),
    ...kubeconfigRules(provider),
    ...(platform === 'openmcp' ? openMcpRules(provider, providerName) : []),
  ];
  const inNamespace = [
    rule('', 'secrets', LOOK),
    rule('', 'configmaps', LOOK),
    rule('', 'configmaps', ['create']),
    rule('', 'configmaps', ['patch'], [keptName(providerName), ...recordNames(provider, providerName)]),
    rule('coordination.k8s.io', 'leases', ['create']),
    rule('coordination.k8s.io', 'leases', ['get', 'patch'], leaseNames(provider, providerName)),
    rule('', 'events', ['create', 'patch']),
  ];
  return { clusterWide, inNamespace };
}

/** Where a platform becomes one of openMCP, its lease is taken without another look at the rights. */
function leaseNames({ modes }: Provider, providerName: string): string[] {
  const nameOf = { standard: standardLeaseName, kcp: kcpLeaseName };
  return modes.map((mode) => nameOf[mode](providerName)).sort();
}

function recordNames({ modes }: Provider, providerName: string): string[] {
  return modes.includes('kcp') ? Array.from({ length: RECORD_SHARDS }, (_, shard) => recordName(providerName, shard)) : [];
}
