import type { KubeObject, ResourceType } from '@kcp-runtime/kube';

const GROUP = 'clusters.openmcp.cloud';

/** Asks for a cluster of a purpose; the scheduler binds it to one. */
export const CLUSTER_REQUESTS: ResourceType = { group: GROUP, version: 'v1alpha1', plural: 'clusterrequests', kind: 'ClusterRequest', scope: 'Namespaced' };

/** Asks for access to a cluster; a cluster provider answers with a Secret. */
export const ACCESS_REQUESTS: ResourceType = { group: GROUP, version: 'v1alpha1', plural: 'accessrequests', kind: 'AccessRequest', scope: 'Namespaced' };

/** A name in a namespace of the platform cluster. */
export interface NamespacedName {
  readonly namespace: string;
  readonly name: string;
}

/** One rule of a Role, as Kubernetes has it. */
export interface PermissionRule {
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
  readonly verbs: readonly string[];
}

/** Rights in one namespace of the cluster, or in all of it where none is named. */
export interface PermissionsRequest {
  readonly name?: string;
  readonly namespace?: string;
  readonly disableAutomaticNamespaceCreation?: boolean;
  readonly rules: readonly PermissionRule[];
}

/** A role that the cluster has already. */
export interface RoleRef {
  readonly kind: 'Role' | 'ClusterRole';
  readonly name: string;
  readonly namespace?: string;
}

/** What a token is to allow: `spec.token` of an AccessRequest. */
export interface TokenRights {
  readonly permissions: readonly PermissionsRequest[];
  readonly roleRefs?: readonly RoleRef[];
}

/** A condition in the status of a request. */
export interface RequestCondition {
  readonly type?: string;
  readonly status?: string;
  readonly reason?: string;
  readonly message?: string;
  readonly lastTransitionTime?: string;
}

/** What both kinds of requests have in their status. */
export interface RequestStatus {
  readonly phase?: string;
  readonly observedGeneration?: number;
  readonly conditions?: readonly RequestCondition[];
}

/** A ClusterRequest as the server tells it. */
export interface ClusterRequest extends KubeObject {
  readonly spec?: { readonly purpose?: string };
  readonly status?: RequestStatus & { readonly cluster?: NamespacedName };
}

/** An AccessRequest as the server tells it. */
export interface AccessRequest extends KubeObject {
  readonly spec?: { readonly clusterRef?: NamespacedName; readonly requestRef?: NamespacedName; readonly token?: Partial<TokenRights>; readonly oidc?: unknown };
  readonly status?: RequestStatus & { readonly secretRef?: { readonly name?: string } };
}
