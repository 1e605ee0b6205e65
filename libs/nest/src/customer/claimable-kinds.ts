import type { ResourceType } from '@kcp-runtime/kube';

/**
 * Kinds that a permission claim may name without an identity hash, as far as a handler could want them
 * (kcp v0.32: pkg/virtual/apiexport/schemas/builtin). A handler says apiVersion and kind, a claim says the
 * plural: this table joins them without a discovery request.
 */
const CLAIMABLE_KINDS: readonly ResourceType[] = [
  { group: '', version: 'v1', plural: 'secrets', kind: 'Secret', scope: 'Namespaced' },
  { group: '', version: 'v1', plural: 'configmaps', kind: 'ConfigMap', scope: 'Namespaced' },
  { group: '', version: 'v1', plural: 'namespaces', kind: 'Namespace', scope: 'Cluster' },
  { group: '', version: 'v1', plural: 'serviceaccounts', kind: 'ServiceAccount', scope: 'Namespaced' },
  { group: '', version: 'v1', plural: 'resourcequotas', kind: 'ResourceQuota', scope: 'Namespaced' },
  { group: '', version: 'v1', plural: 'events', kind: 'Event', scope: 'Namespaced' },
  { group: 'rbac.authorization.k8s.io', version: 'v1', plural: 'roles', kind: 'Role', scope: 'Namespaced' },
  { group: 'rbac.authorization.k8s.io', version: 'v1', plural: 'rolebindings', kind: 'RoleBinding', scope: 'Namespaced' },
  { group: 'rbac.authorization.k8s.io', version: 'v1', plural: 'clusterroles', kind: 'ClusterRole', scope: 'Cluster' },
  { group: 'rbac.authorization.k8s.io', version: 'v1', plural: 'clusterrolebindings', kind: 'ClusterRoleBinding', scope: 'Cluster' },
  { group: 'coordination.k8s.io', version: 'v1', plural: 'leases', kind: 'Lease', scope: 'Namespaced' },
];

/** The kind behind a claim; `undefined` when it cannot be claimed by name alone. */
export function claimableKind(group: string, plural: string): ResourceType | undefined {
  return CLAIMABLE_KINDS.find((type) => type.group === group && type.plural === plural);
}
