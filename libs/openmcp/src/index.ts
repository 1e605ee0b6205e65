export { NothingToName, shortHash, uuidOf } from './names/hashes.js';
export { requestLabels } from './names/request-labels.js';
export type { RequestOwner } from './names/request-labels.js';
export { LimitTooSmall, MAX_NAME_LENGTH, shorten } from './names/shorten.js';
export { kubeconfigSecretName, requestName, tenantNamespace, workspaceTenantNamespace } from './names/tenant-names.js';
export type { TenantRef, WorkspaceTenant } from './names/tenant-names.js';
