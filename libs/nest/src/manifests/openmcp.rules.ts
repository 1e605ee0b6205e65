import { CLUSTER_ACCESS_RULES } from '@kcp-runtime/openmcp';
import { SERVICE_PROVIDERS } from '../init/service-provider-resources.js';
import type { Provider } from '../offer/provider.js';
import { rule } from './rbac.js';
import type { PolicyRule } from './rbac.js';

/**
 * What a provider needs beside its other rights where the platform cluster is one of openMCP: it asks for clusters and for access to
 * them, in namespaces of tenants whose names nobody knows beforehand, so RBAC can't narrow that further.
 */
export function openMcpRules(provider: Provider, providerName: string): PolicyRule[] {
  return [...clusterRules(provider), ...registrationRules(provider, providerName)];
}

function clusterRules({ offers, modes }: Provider): PolicyRule[] {
  const wantsWorkload = offers.some(({ workload }) => workload !== 'never');
  if (!modes.includes('standard') && !wantsWorkload) return [];
  const ownNamespaces = modes.includes('kcp') && wantsWorkload ? [rule('', 'namespaces', ['get', 'create', 'patch', 'delete'])] : [];
  return [...CLUSTER_ACCESS_RULES, rule('clusters.openmcp.cloud', 'clusters', ['get']), ...ownNamespaces];
}

/** So that openMCP deletes the orders of a ControlPlane before the ControlPlane itself. */
function registrationRules({ modes }: Provider, providerName: string): PolicyRule[] {
  const { group, plural } = SERVICE_PROVIDERS;
  if (!modes.includes('standard')) return [];
  return [rule(group, plural, ['get', 'list', 'watch'], [providerName]), rule(group, `${plural}/status`, ['patch'], [providerName])];
}
