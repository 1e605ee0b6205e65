import type { ResourceType } from '../registry/type/resource-type.js';
import { beginDeletion } from '../control/replace.js';
import type { KcpState } from './kcp-state.js';

/** What of a logical cluster's content is to be deleted. */
export interface ContentScope {
  readonly cluster: string;
  /** Only objects of this namespace; without it, objects of the cluster scope. */
  readonly namespace: string | undefined;
  concerns(type: ResourceType): boolean;
}

/** Begins to delete everything in the scope; gives how many objects still stand. */
export function deleteContent(state: KcpState, scope: ContentScope): number {
  let remaining = 0;
  const now = state.clock.timestamp();
  const done = new Set<string>();
  for (const type of state.catalog.types(scope.cluster)) {
    if (!type.verbs.includes('delete') || done.has(type.collectionKey) || !scope.concerns(type)) continue;
    if ((type.scope === 'Namespaced') !== (scope.namespace !== undefined)) continue;
    done.add(type.collectionKey);
    const collection = state.collectionOf(type);
    for (const object of [...collection.in(scope.cluster)]) {
      if (scope.namespace !== undefined && object.metadata.namespace !== scope.namespace) continue;
      if (!beginDeletion(collection, scope.cluster, object, now, type.admission)) remaining += 1;
    }
  }
  return remaining;
}
