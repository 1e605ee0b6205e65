/** Words of the platform's API that its players write: groups, finalizers, labels. */
export const CLUSTERS_API = '/apis/clusters.openmcp.cloud/v1alpha1';
export const PROVIDERS_API = '/apis/openmcp.cloud/v1alpha1';
export const CONTROL_PLANES_API = '/apis/core.open-control-plane.io/v2alpha1';
export const RBAC_API = '/apis/rbac.authorization.k8s.io/v1';

export const PROVIDER_LABEL = 'clusters.openmcp.cloud/provider';
export const PROFILE_LABEL = 'clusters.openmcp.cloud/profile';
export const DELETE_WITHOUT_REQUESTS = 'clusters.openmcp.cloud/delete-without-requests';
export const ACCESS_FINALIZER = 'clusters.openmcp.cloud/finalizer';
export const REQUEST_FINALIZER = 'clusters.openmcp.cloud/request';
export const CONTROL_PLANE_FINALIZER = 'core.openmcp.cloud/mcp';

/** The finalizer by which a ClusterRequest holds its Cluster. */
export function holdOf(requestUid: unknown): string {
  return `request.clusters.openmcp.cloud/${String(requestUid)}`;
}

/** Name of the test cluster provider, and of its one profile. */
export const LOCAL = 'local';
/** Namespace of the operator and of what it runs. */
export const SYSTEM_NAMESPACE = 'openmcp-system';
