export { NothingToName, shortHash, uuidOf } from './names/hashes.js';
export { requestLabels } from './names/request-labels.js';
export type { RequestOwner } from './names/request-labels.js';
export { LimitTooSmall, MAX_NAME_LENGTH, shorten } from './names/shorten.js';
export { kubeconfigSecretName, requestName, tenantNamespace, workspaceTenantNamespace } from './names/tenant-names.js';
export type { TenantRef, WorkspaceTenant } from './names/tenant-names.js';

// requests
export type { RequestLabels } from './names/request-labels.js';
export { REQUEST_FINALIZER, ownRequest, tenantRequest } from './requests/request-identity.js';
export type { RequestIdentity, TenantRequest } from './requests/request-identity.js';
export { ACCESS_REQUESTS, CLUSTER_REQUESTS } from './requests/request-kinds.js';
export type {
  AccessRequest, ClusterRequest, NamespacedName, PermissionRule, PermissionsRequest, RequestCondition, RequestStatus, RoleRef, TokenRights,
} from './requests/request-kinds.js';
export { CLUSTER_ACCESS_RULES } from './requests/platform-rights.js';
export type { PlatformRule } from './requests/platform-rights.js';

// cluster access
export { ClusterAccess } from './access/cluster-access.js';
export type { ClusterAccessParts } from './access/cluster-access.js';
export type { AccessOrder, ClusterSource } from './access/access-order.js';
export { toldInFull } from './access/access-state.js';
export type { ClosedAccess, ClusterAccessState, KubeconfigSecret, UnusableReason, WaitingReason } from './access/access-state.js';
export { AccessDenied, AccessNotGranted } from './access/access-errors.js';
export type { GrantedAccess, WaitForGrant } from './access/when-granted.js';
