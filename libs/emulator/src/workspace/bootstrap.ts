import { ROOT, type KcpState } from './kcp-state.js';
import { createLogicalCluster } from './logical-cluster.js';

const TYPES = ['home', 'organization', 'root', 'team', 'universal'] as const;
const RBAC = 'rbac.authorization.k8s.io';

/** Fills a fresh shard: the root workspace and what kcp ships in it. */
export function bootstrap(state: KcpState): void {
  createLogicalCluster(state, { name: ROOT, path: ROOT, type: 'root:root' });
  for (const name of TYPES) {
    state.add('tenancy.kcp.io', 'workspacetypes', ROOT, {
      apiVersion: 'tenancy.kcp.io/v1alpha1',
      kind: 'WorkspaceType',
      metadata: { name, generation: 1, annotations: { 'kcp.io/path': ROOT } },
      spec: {},
    });
  }
  bindRole(state, 'system:kcp:tenancy:authenticated:access', 'system:kcp:workspace:access');
  bindRole(state, 'system:kcp:authenticated:tenancy:reader', 'system:kcp:tenancy:reader');
}

/** Everybody who is known may enter root and look at its workspaces. */
function bindRole(state: KcpState, name: string, role: string): void {
  state.add(RBAC, 'clusterrolebindings', ROOT, {
    apiVersion: `${RBAC}/v1`,
    kind: 'ClusterRoleBinding',
    metadata: { name },
    roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: role },
    subjects: [{ apiGroup: RBAC, kind: 'Group', name: 'system:authenticated' }],
  });
}
