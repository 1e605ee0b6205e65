import type { NewObject } from '../registry/new-object.js';
import { randomBytes } from 'node:crypto';
import type { JsonObject } from '../storage/kube-object.js';
import type { KcpState } from './kcp-state.js';
import { resourceLocks, shippedBindings } from './shipped-bindings.js';

/** Keeps a LogicalCluster until its content is gone. */
export const CLUSTER_FINALIZER = 'core.kcp.io/logicalcluster-deletion';

/** What a new logical cluster is made from. */
export interface ClusterSeed {
  readonly name: string;
  readonly path: string;
  /** `root:universal` and the like. */
  readonly type: string;
  readonly owner?: { readonly cluster: string; readonly workspace: string; readonly uid: string };
  /** Who becomes its administrator. */
  readonly admin?: string;
  /** The user who asked for it, as the API describes users. */
  readonly createdBy?: JsonObject;
}

const NAME_ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz';

/** A random name as kcp gives it: names are never derived from paths. */
export function randomClusterName(): string {
  const letters = [...randomBytes(16)].map((byte) => NAME_ALPHABET[byte % 36]).join('');
  return `${NAME_ALPHABET[1 + (letters.charCodeAt(0) % 9)] ?? '1'}${letters.slice(1)}`;
}

/** Creates a logical cluster with everything that a new workspace has in it. */
export function createLogicalCluster(state: KcpState, seed: ClusterSeed): void {
  const bindings = seed.name === 'root' ? [] : shippedBindings(state.clock.timestamp(), seed.path);
  state.add('core.kcp.io', 'logicalclusters', seed.name, logicalClusterObject(state, seed, resourceLocks(bindings)));
  for (const binding of bindings) state.add('apis.kcp.io', 'apibindings', seed.name, binding);
  if (seed.admin !== undefined) state.add('rbac.authorization.k8s.io', 'clusterrolebindings', seed.name, adminBinding(seed.admin));
  const namespaces = seed.name === 'root' ? ['default', 'kcp-system'] : ['default', 'kube-system'];
  for (const namespace of namespaces) addNamespace(state, seed.name, namespace);
}

/** A namespace with what controllers put into each; created at once, so that nobody has to wait for it. */
export function addNamespace(state: KcpState, cluster: string, name: string): void {
  state.add('', 'namespaces', cluster, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name, labels: { 'kubernetes.io/metadata.name': name } },
    spec: { finalizers: ['kubernetes'] },
    status: { phase: 'Active' },
  });
}

function logicalClusterObject(state: KcpState, seed: ClusterSeed, locks: string): NewObject {
  return {
    apiVersion: 'core.kcp.io/v1alpha1',
    kind: 'LogicalCluster',
    metadata: {
      name: 'cluster',
      annotations: {
        'core.kcp.io/shard': state.storage.shardOf(seed.name).name,
        'internal.apis.kcp.io/resource-bindings': locks,
        'internal.tenancy.kcp.io/type': seed.type,
        'kcp.io/path': seed.path,
        'experimental.tenancy.kcp.io/owner': JSON.stringify({ username: seed.admin ?? 'system:kcp-bootstrapper' }),
      },
      labels: { 'tenancy.kcp.io/phase': 'Ready' },
      finalizers: [CLUSTER_FINALIZER],
      generation: 1,
    },
    spec: { directlyDeletable: false, ...(seed.createdBy === undefined ? {} : { createdBy: seed.createdBy, initializers: [seed.type, 'system:apibindings'] }), ...(seed.owner === undefined ? {} : { owner: ownerOf(seed.owner) }) },
    status: {
      URL: `${state.address.url}/clusters/${seed.name}`,
      phase: 'Ready',
      conditions: [{ type: 'WorkspaceInitialized', status: 'True', lastTransitionTime: state.clock.timestamp() }],
    },
  };
}

function ownerOf(owner: NonNullable<ClusterSeed['owner']>): object {
  return { apiVersion: 'tenancy.kcp.io/v1alpha1', resource: 'workspaces', cluster: owner.cluster, name: owner.workspace, uid: owner.uid };
}

function adminBinding(user: string): NewObject {
  return {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name: 'workspace-admin' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: user }],
  };
}
