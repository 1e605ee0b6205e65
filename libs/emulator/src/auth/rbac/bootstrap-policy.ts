import type { JsonObject } from '../../storage/kube-object.js';
import { KCP_ADMIN_GROUP } from '../user.js';

/** Roles that exist in every workspace without an object of their own there. */
export const BOOTSTRAP_ROLES: Readonly<Record<string, readonly JsonObject[]>> = {
  'cluster-admin': [
    { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
    { verbs: ['*'], nonResourceURLs: ['*'] },
  ],
  admin: [{ verbs: ['*'], apiGroups: ['', 'coordination.k8s.io', 'events.k8s.io', 'rbac.authorization.k8s.io'], resources: ['*'] }],
  edit: [{ verbs: ['*'], apiGroups: ['', 'coordination.k8s.io', 'events.k8s.io'], resources: ['*'] }],
  view: [{ verbs: ['get', 'list', 'watch'], apiGroups: ['', 'coordination.k8s.io', 'events.k8s.io'], resources: ['configmaps', 'events', 'namespaces', 'serviceaccounts', 'leases'] }],
  'system:discovery': [{ verbs: ['get'], nonResourceURLs: ['/api', '/api/*', '/apis', '/apis/*', '/healthz', '/livez', '/openapi', '/openapi/*', '/readyz', '/version', '/version/'] }],
  'system:basic-user': [
    { verbs: ['create'], apiGroups: ['authorization.k8s.io'], resources: ['selfsubjectaccessreviews', 'selfsubjectrulesreviews'] },
    { verbs: ['create'], apiGroups: ['authentication.k8s.io'], resources: ['selfsubjectreviews'] },
  ],
  'system:public-info-viewer': [{ verbs: ['get'], nonResourceURLs: ['/healthz', '/livez', '/readyz', '/version', '/version/'] }],
  'system:kcp:workspace:access': [{ verbs: ['access'], nonResourceURLs: ['/'] }],
  'system:kcp:tenancy:reader': [
    { verbs: ['get', 'list', 'watch'], apiGroups: ['tenancy.kcp.io'], resources: ['workspaces', 'workspacetypes'] },
    { verbs: ['get', 'list', 'watch'], apiGroups: ['core.kcp.io'], resources: ['logicalclusters'] },
  ],
};

/** Which groups hold which of these roles in every workspace. */
export const BOOTSTRAP_BINDINGS: readonly { readonly role: string; readonly groups: readonly string[] }[] = [
  { role: 'cluster-admin', groups: [KCP_ADMIN_GROUP] },
  { role: 'system:discovery', groups: ['system:authenticated'] },
  { role: 'system:basic-user', groups: ['system:authenticated'] },
  { role: 'system:public-info-viewer', groups: ['system:authenticated', 'system:unauthenticated'] },
];
