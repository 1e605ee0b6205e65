import { workspaceUrl } from '@kcp-runtime/kube';
import type { KubeConnection, ResourceType } from '@kcp-runtime/kube';
import { WorkspaceUnnamed } from '../publish/kcp-faults.js';
import { logicalClusterOf } from '../source/logical-cluster.js';

/** Every logical cluster has one, named `cluster`. */
const LOGICAL_CLUSTERS: ResourceType = { group: 'core.kcp.io', version: 'v1alpha1', plural: 'logicalclusters', kind: 'LogicalCluster', scope: 'Cluster' };

/**
 * The name of the logical cluster that a workspace path means today; the cheapest way to see whether a kubeconfig works.
 * All further requests use the name: the path may mean another cluster tomorrow. Throws a KubeError or {@link WorkspaceUnnamed}.
 */
export async function clusterBehind(connection: KubeConnection, workspace: string, signal: AbortSignal): Promise<string> {
  const api = connection.api(workspaceUrl(connection.server, workspace));
  const found = await api.resource(LOGICAL_CLUSTERS).get({ name: 'cluster' }, { signal });
  const cluster = logicalClusterOf(found);
  if (cluster === undefined) throw new WorkspaceUnnamed(workspace);
  return cluster;
}
