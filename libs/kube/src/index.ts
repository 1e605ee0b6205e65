// time, connection, resource, lease
export { systemClock, systemRandom } from './time/clock.js';
export type { Clock, Random, Timer } from './time/clock.js';
export { Milestone } from './time/milestone.js';
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
export { NamespaceMismatch, UnsafePathSegment, resourcePath } from './resource/resource-path.js';
export type { ResourceTarget } from './resource/resource-path.js';
export { ResourceClient } from './resource/resource-client.js';
export type { KubeList, ListOptions } from './resource/list-pages.js';
export type { ApplyOptions, DeleteOptions, JsonPatchStep, MergePatch, Patches, WriteOptions } from './resource/resource-client.js';
export { NotACluster, NotAnApiUrl, clusterUrl, workspaceUrl } from './connection/cluster-url.js';
export { KubeconfigRefused } from './access/kubeconfig-refused.js';
export { readKubeconfig } from './access/kubeconfig.js';
export { readProcessKubeconfig } from './access/process-kubeconfig.js';
export type { ProcessKubeconfigPlaces } from './access/process-kubeconfig.js';
export type { KubeconfigOrigin, KubeconfigReading } from './access/kubeconfig.js';
export { KubeAccess } from './access/kube-access.js';
export type { KubeApi } from './connection/kube-api.js';
export { KubeConnection } from './connection/kube-connection.js';
export type { KubeConnectionOptions } from './connection/kube-connection.js';
export type { RequestObserver, SentRequest } from './connection/request-observer.js';
export { LeaseElection } from './lease/lease-election.js';
export type { LeaseElectionOptions, LeaseState } from './lease/lease-election.js';
export { LeaseLost } from './lease/lease-term.js';
export type { LeaseTerm } from './lease/lease-term.js';

// cache, queue
export { FrameCache } from './cache/frame-cache.js';
export type { Fill, FillSummary, FrameCacheOptions, FrameChange, OwnWrite } from './cache/frame-cache.js';
export type { Frame, KeptFields } from './cache/frame.js';
export type { OwnMetadataPatch } from './cache/metadata-difference.js';
export { OrderKeyUnreadable, orderKey, readOrderKey, tenantOfOrderKey } from './cache/order-key.js';
export type { OrderKey } from './cache/order-key.js';
export { backoffMs } from './queue/backoff.js';
export type { BackoffBounds } from './queue/backoff.js';
export { DelayWheel } from './queue/delay-wheel.js';
export type { DelayWheelOptions } from './queue/delay-wheel.js';
export type { KeyClass } from './queue/key-class.js';
export type { QueueObserver } from './queue/queue-observer.js';
export { WorkQueue, WorkQueueRunsAlready } from './queue/work-queue.js';
export type { HandleKey, Requeue, WorkQueueOptions } from './queue/work-queue.js';

// watch, export
export { InitialEventsRefusals } from './watch/initial-list.js';
export { Reflector, ReflectorRunsOnce } from './watch/reflector.js';
export type { ReflectorOptions, ReflectorState } from './watch/reflector.js';
export { API_EXPORT_ENDPOINT_SLICE, ExportEndpoints } from './export/export-endpoints.js';
export type { EndpointsChange, EndpointsState, ExportEndpointsOptions } from './export/export-endpoints.js';
