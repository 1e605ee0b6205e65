/** A rule of a ClusterRole on the platform cluster. */
export interface PlatformRule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
}

/**
 * What the access to clusters needs on the platform cluster, in all namespaces: those of the tenants are not known beforehand.
 * Of Secrets the list and the watch are asked for metadata alone, but RBAC knows no such difference.
 */
export const CLUSTER_ACCESS_RULES: readonly PlatformRule[] = [
  { apiGroups: ['clusters.openmcp.cloud'], resources: ['clusterrequests', 'accessrequests'], verbs: ['get', 'list', 'watch', 'create', 'patch', 'delete'] },
  { apiGroups: [''], resources: ['secrets'], verbs: ['get', 'list', 'watch'] },
];
