import type { AccessOrder } from '../access/access-order.js';
import type { ClosedAccess } from '../access/access-state.js';
import type { FollowedRequests } from '../follow/followed-requests.js';
import type { Requests } from '../follow/requests.js';
import type { RequestIdentity } from '../requests/request-identity.js';
import type { AccessRequest, ClusterRequest } from '../requests/request-kinds.js';
import { accessProgress, clusterProgress } from '../requests/request-progress.js';
import type { RequestProgress } from '../requests/request-progress.js';
import { takeDown } from './take-down.js';

/**
 * Takes down the requests of ours that the platform has denied, and no others: with a cluster that was granted all would go that
 * runs there, only because more rights to it were denied.
 */
export async function withdraw({ accesses, clusters }: Requests, { request, cluster }: AccessOrder, signal: AbortSignal): Promise<ClosedAccess> {
  const access = await withoutDenied(accesses, accessProgress, request, signal);
  if (access.kind === 'stillThere' || cluster.kind === 'existing') return access;
  return withoutDenied(clusters, clusterProgress, request, signal);
}

async function withoutDenied<T extends AccessRequest | ClusterRequest>(
  requests: FollowedRequests<T>,
  progressOf: (request: T) => RequestProgress,
  identity: RequestIdentity,
  signal: AbortSignal,
): Promise<ClosedAccess> {
  const request = requests.get(identity);
  const isDenied = request !== undefined && progressOf(request).kind === 'denied';
  return isDenied ? takeDown(requests, identity, signal) : { kind: 'gone' };
}
