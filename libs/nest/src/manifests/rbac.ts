import type { KubeObject, ObjectMeta } from '@kcp-runtime/kube';

const RBAC = 'rbac.authorization.k8s.io';

/** One rule of a Role or ClusterRole. */
export interface PolicyRule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly verbs: readonly string[];
}

/** Who gets the rights. */
export interface ServiceAccountRef {
  readonly name: string;
  readonly namespace: string;
}

/** A rule for one kind. With `names` only these objects; list and watch then need a field selector for the name. */
export function rule(group: string, resource: string, verbs: readonly string[], names?: readonly string[]): PolicyRule {
  return { apiGroups: [group], resources: [resource], resourceNames: names, verbs };
}

/** A role, cluster-wide unless `metadata` names a namespace, and its binding to one ServiceAccount. */
export function grant(metadata: ObjectMeta, rules: readonly PolicyRule[], to: ServiceAccountRef): KubeObject[] {
  const kind = metadata.namespace === undefined ? 'ClusterRole' : 'Role';
  const role = { apiVersion: `${RBAC}/v1`, kind, metadata, rules };
  return [role, bindingTo(metadata, { kind, name: metadata.name }, to)];
}

/** Binds a role that stands there already. */
export function bindingTo(metadata: ObjectMeta, role: { readonly kind: string; readonly name: string }, to: ServiceAccountRef): KubeObject {
  return {
    apiVersion: `${RBAC}/v1`,
    kind: metadata.namespace === undefined ? 'ClusterRoleBinding' : 'RoleBinding',
    metadata,
    roleRef: { apiGroup: RBAC, ...role },
    subjects: [{ kind: 'ServiceAccount', ...to }],
  };
}

/** A ServiceAccount. */
export function serviceAccount(metadata: ObjectMeta): KubeObject {
  return { apiVersion: 'v1', kind: 'ServiceAccount', metadata };
}

/** A Secret into which the server puts a token of the ServiceAccount. It does not expire: deleting it revokes it. */
export function tokenSecret(metadata: ObjectMeta, { name }: ServiceAccountRef): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { ...metadata, annotations: { ...metadata.annotations, 'kubernetes.io/service-account.name': name } },
    type: 'kubernetes.io/service-account-token',
  };
}

/** In a kcp workspace a ServiceAccount must be let in before any other right counts. */
export function workspaceAccess(metadata: ObjectMeta, to: ServiceAccountRef): KubeObject {
  return bindingTo(metadata, { kind: 'ClusterRole', name: 'system:kcp:workspace:access' }, to);
}
