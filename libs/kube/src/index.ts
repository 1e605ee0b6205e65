// time, connection, resource, lease
export { systemClock, systemRandom } from './time/clock.js';
export type { Clock, Random, Timer } from './time/clock.js';
export { ManualClock } from './time/manual-clock.js';
export { apiVersionOf } from './resource/kube-object.js';
export type { KubeObject, ObjectMeta, ObjectRef, OwnerReference, ResourceType } from './resource/kube-object.js';
export type { CallOptions, HttpMethod, KubeAnswer, KubeRequest, KubeStream, Query } from './resource/kube-request.js';
export {
  AlreadyExists, ApiNotServed, BadRequest, Conflict, ConnectionClosed, ExportNotServed, Forbidden, Gone, Invalid, KubeError, NotFound,
  ServerFault, TimedOut, TooManyRequests, Unauthorized, Unreachable, WorkspaceNotFound,
} from './resource/kube-errors.js';
export type { KubeErrorContext, RetryRule, StatusCause, StatusDetails, UnreachableWhy } from './resource/kube-errors.js';
export { errorFromStatus } from './resource/status-to-error.js';
export { UnsafePathSegment, resourcePath } from './resource/resource-path.js';
export type { ResourceTarget } from './resource/resource-path.js';
export { ResourceClient } from './resource/resource-client.js';
export type { ApplyOptions, DeleteOptions, JsonPatchStep, KubeList, ListOptions, MergePatch, Patches, WriteOptions } from './resource/resource-client.js';
export { NotACluster, clusterUrl, workspaceUrl } from './connection/cluster-url.js';
export { KubeconfigRefused, readKubeconfig } from './connection/kubeconfig.js';
export type { KubeconfigOrigin, KubeconfigReading } from './connection/kubeconfig.js';
export { KubeAccess } from './connection/kube-access.js';
export type { KubeApi } from './connection/kube-api.js';
export { KubeConnection } from './connection/kube-connection.js';
export type { KubeConnectionOptions } from './connection/kube-connection.js';
export { LeaseElection } from './lease/lease-election.js';
export type { LeaseElectionOptions, LeaseState, LeaseTerm } from './lease/lease-election.js';
