import type { KubeObject } from '../storage/kube-object.js';
import type { ResourceType } from '../registry/type/resource-type.js';
import { deleteContent } from './cluster-content.js';
import type { Controller } from '../control/controller-loop.js';
import type { KcpState } from './kcp-state.js';
import { CLUSTER_FINALIZER } from './logical-cluster.js';
import { beginDeletion, dropFinalizer } from '../control/replace.js';

/** Outlive the content, so that people can still look into a workspace that does not want to go. */
const LAST = new Set(['core.kcp.io/logicalclusters', 'rbac.authorization.k8s.io/clusterroles', 'rbac.authorization.k8s.io/clusterrolebindings', 'apis.kcp.io/apibindings']);

/**
 * Empties a logical cluster that is being deleted: first its own content with all namespaces, then its
 * bindings (and with them cluster-scoped bound objects), then itself.
 */
export class WorkspaceDeletionController implements Controller {
  readonly name = 'workspace-deletion';
  readonly collections = undefined;

  constructor(
    private readonly state: KcpState,
    readonly delayMs: () => number,
  ) {}

  keys(collection: { readonly key: string }, change: { readonly type: string; readonly cluster: string; readonly object: KubeObject }): string[] {
    if (collection.key === 'core.kcp.io/logicalclusters') return change.type === 'DELETED' ? [] : [change.cluster];
    if (change.type !== 'DELETED') return [];
    return this.state.logicalCluster(change.cluster)?.metadata.deletionTimestamp === undefined ? [] : [change.cluster];
  }

  reconcile(cluster: string): undefined {
    const logicalCluster = this.state.logicalCluster(cluster);
    if (logicalCluster?.metadata.deletionTimestamp === undefined) return;
    const remaining = deleteContent(this.state, { cluster, namespace: undefined, concerns: (type) => isOwnContent(type) });
    if (remaining > 0) return;
    if (this.deleteBindings(cluster) > 0) return;
    this.forget(cluster, logicalCluster);
  }

  private deleteBindings(cluster: string): number {
    const bindings = this.state.collection('apis.kcp.io', 'apibindings');
    let remaining = 0;
    for (const binding of [...bindings.in(cluster)]) {
      if (!beginDeletion(bindings, cluster, binding, this.state.clock.timestamp())) remaining += 1;
    }
    return remaining;
  }

  private forget(cluster: string, logicalCluster: KubeObject): void {
    for (const collection of this.state.storage.collections()) {
      if (collection.key === 'core.kcp.io/logicalclusters') continue;
      for (const object of [...collection.in(cluster)]) collection.remove(cluster, object);
    }
    this.state.catalog.drop(cluster);
    dropFinalizer(this.state.collection('core.kcp.io', 'logicalclusters'), cluster, logicalCluster, CLUSTER_FINALIZER);
  }
}

function isOwnContent(type: ResourceType): boolean {
  return type.origin === 'custom' ? !type.isBound : !LAST.has(type.collectionKey);
}
