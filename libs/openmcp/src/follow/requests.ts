import type { AccessRequest, ClusterRequest } from '../requests/request-kinds.js';
import type { FollowedRequests } from './followed-requests.js';

/** Both kinds of requests. */
export interface Requests {
  readonly clusters: FollowedRequests<ClusterRequest>;
  readonly accesses: FollowedRequests<AccessRequest>;
}
