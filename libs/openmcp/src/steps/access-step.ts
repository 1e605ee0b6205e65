import { Conflict, NotFound } from '@kcp-runtime/kube';
import { accessRequest, mendingOf } from '../requests/request-objects.js';
import type { AccessRequest, ClusterRequest, NamespacedName } from '../requests/request-kinds.js';
import { accessProgress } from '../requests/request-progress.js';
import type { AccessOrder } from '../access/access-order.js';
import type { ClusterFound } from './cluster-step.js';
import { madeOrFound } from './made-or-found.js';
import type { Requests } from '../follow/requests.js';
import { foreign, leadsElsewhere, leaving, stoppedAt, ungranted } from './stopped.js';
import type { Stopped, StoppedAt } from './stopped.js';
import { letGo } from './take-down.js';

/** The platform lets us in. */
export interface AccessFound {
  readonly kind: 'found';
  readonly request: AccessRequest;
}

/** Makes the AccessRequest for a cluster, keeps its rights as they are wanted, and waits for the grant. */
export async function accessStep(requests: Requests, cluster: ClusterFound, order: AccessOrder, signal: AbortSignal): Promise<AccessFound | StoppedAt> {
  const found = requests.accesses.get(order.request);
  if (found === undefined && cluster.request.metadata.deletionTimestamp !== undefined) {
    return stoppedAt(leaving(cluster.request, 'WaitingForClusterRequestDeletion', 'No access to it is asked for any more'));
  }
  const request = found ?? (await madeOrFound(requests.accesses, accessRequest(order.request, refOf(cluster.request), order.token), order.request, signal));
  const wrong = foreign(request, order.request) ?? elsewhere(request, cluster.request);
  if (wrong !== undefined) return stoppedAt(wrong);
  if (request.metadata.deletionTimestamp !== undefined || isOfFormerCluster(request, cluster.request)) {
    await letGo(requests.accesses, request, order.request, signal);
    return stoppedAt(leaving(request, 'WaitingForAccessRequestDeletion', 'When it is gone, access is asked for anew'));
  }
  const mended = await mend(requests, request, order, signal);
  const progress = accessProgress(mended);
  if (progress.kind === 'denied') return stoppedAt(ungranted(progress, 'WaitingForAccessRequest'));
  if (cluster.waiting !== undefined) return stoppedAt(cluster.waiting);
  return progress.kind === 'granted' ? { kind: 'found', request: mended } : stoppedAt(ungranted(progress, 'WaitingForAccessRequest'));
}

/** Both references can't be changed once they are set. */
function elsewhere(request: AccessRequest, cluster: ClusterRequest): Stopped | undefined {
  const { requestRef, clusterRef } = request.spec ?? {};
  const bound = cluster.status?.cluster;
  if (requestRef !== undefined) return isSame(requestRef, refOf(cluster)) ? undefined : leadsElsewhere(request, requestRef, refOf(cluster));
  if (clusterRef === undefined || bound === undefined || isSame(clusterRef, bound)) return undefined;
  return leadsElsewhere(request, clusterRef, bound);
}

/** The ClusterRequest was deleted and made anew since: the old access leads to a cluster that is not the tenant's any more. */
function isOfFormerCluster({ spec }: AccessRequest, { status }: ClusterRequest): boolean {
  return spec?.clusterRef !== undefined && status?.cluster !== undefined && !isSame(spec.clusterRef, status.cluster);
}

async function mend({ accesses }: Requests, request: AccessRequest, { request: identity, token }: AccessOrder, signal: AbortSignal): Promise<AccessRequest> {
  const mending = mendingOf(request, identity, token);
  if (mending === undefined) return request;
  try {
    return await accesses.patch(request, mending.patch, { finalizers: mending.finalizers }, signal);
  } catch (error) {
    // Another one is there, or none: the watch tells of it, and it is mended then.
    if (error instanceof Conflict || error instanceof NotFound) return request;
    throw error;
  }
}

function refOf({ metadata: { namespace = '', name } }: ClusterRequest): NamespacedName {
  return { namespace, name };
}

function isSame(one: NamespacedName, other: NamespacedName): boolean {
  return one.namespace === other.namespace && one.name === other.name;
}
