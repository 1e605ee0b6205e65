export { NothingToName, shortHash, uuidOf } from './names/hashes.js';
export { requestLabels } from './names/request-labels.js';
export type { RequestOwner } from './names/request-labels.js';
export { LimitTooSmall, MAX_NAME_LENGTH, shorten } from './names/shorten.js';
export { kubeconfigSecretName, requestName, tenantNamespace, workspaceTenantNamespace } from './names/tenant-names.js';
export type { TenantRef, WorkspaceTenant } from './names/tenant-names.js';

// cluster access
export { ClusterAccess } from './access/cluster-access.js';
export type { ClusterAccessParts, WaitForGrant } from './access/cluster-access.js';
export { REQUEST_FINALIZER, ownRequest, tenantRequest } from './access/access-order.js';
export type { AccessOrder, ClusterSource, RequestIdentity, TenantRequest } from './access/access-order.js';
export type { ClosedAccess, ClusterAccessState, KubeconfigSecret, UnusableReason, WaitingReason } from './access/access-state.js';
export { ACCESS_REQUESTS, CLUSTER_REQUESTS } from './access/request-kinds.js';
export type { AccessRequest, ClusterRequest, NamespacedName, PermissionRule, PermissionsRequest, RequestStatus, RoleRef, TokenRights } from './access/request-kinds.js';
