import type { KubeObject, ResourceType } from '@kcp-runtime/kube';
import type { ExportPlan } from './export-plan.js';
import { PROVIDER_ANNOTATION } from './api-export.js';

const RBAC = 'rbac.authorization.k8s.io';

/** ClusterRoles of the provider workspace. */
export const CLUSTER_ROLES: ResourceType = { group: RBAC, version: 'v1', plural: 'clusterroles', kind: 'ClusterRole', scope: 'Cluster' };
/** ClusterRoleBindings of the provider workspace. */
export const CLUSTER_ROLE_BINDINGS: ResourceType = { group: RBAC, version: 'v1', plural: 'clusterrolebindings', kind: 'ClusterRoleBinding', scope: 'Cluster' };

/** Name of role and binding that let others bind the export. */
export function bindRoleName(exportName: string): string {
  return `kcp-runtime:bind:${exportName}`;
}

/** Whether anybody is named who may bind. Without one there is neither role nor binding. */
export function namesBinders({ bind }: ExportPlan): boolean {
  return bind.groups.length + bind.users.length > 0;
}

/** kcp asks for the verb `bind` on the export in the provider workspace; the consumer needs no other right there. */
export function bindRole(plan: ExportPlan): KubeObject {
  return {
    apiVersion: `${RBAC}/v1`,
    kind: CLUSTER_ROLES.kind,
    metadata: metadataOf(plan),
    rules: [{ apiGroups: ['apis.kcp.io'], resources: ['apiexports'], resourceNames: [plan.exportName], verbs: ['bind'] }],
  };
}

/** Gives {@link bindRole} to the groups and users of the ProviderConfig. */
export function bindRoleBinding(plan: ExportPlan): KubeObject {
  const subject = (kind: 'Group' | 'User') => (name: string) => ({ apiGroup: RBAC, kind, name });
  return {
    apiVersion: `${RBAC}/v1`,
    kind: CLUSTER_ROLE_BINDINGS.kind,
    metadata: metadataOf(plan),
    roleRef: { apiGroup: RBAC, kind: CLUSTER_ROLES.kind, name: bindRoleName(plan.exportName) },
    subjects: [...plan.bind.groups.map(subject('Group')), ...plan.bind.users.map(subject('User'))],
  };
}

function metadataOf({ exportName, providerName }: ExportPlan): KubeObject['metadata'] {
  return { name: bindRoleName(exportName), annotations: { [PROVIDER_ANNOTATION]: providerName } };
}
