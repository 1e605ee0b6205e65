/** The built-in resources that an export may claim without naming an identity. */
const CLAIMABLE = new Set([
  '/namespaces', '/configmaps', '/secrets', '/events', '/serviceaccounts', '/resourcequotas',
  'events.k8s.io/events',
  'rbac.authorization.k8s.io/roles', 'rbac.authorization.k8s.io/rolebindings', 'rbac.authorization.k8s.io/clusterroles', 'rbac.authorization.k8s.io/clusterrolebindings',
  'certificates.k8s.io/certificatesigningrequests',
  'coordination.k8s.io/leases',
  'admissionregistration.k8s.io/mutatingwebhookconfigurations', 'admissionregistration.k8s.io/validatingwebhookconfigurations',
  'admissionregistration.k8s.io/validatingadmissionpolicies', 'admissionregistration.k8s.io/validatingadmissionpolicybindings',
  'apiextensions.k8s.io/customresourcedefinitions',
  'core.kcp.io/logicalclusters',
  'authorization.k8s.io/subjectaccessreviews', 'authorization.k8s.io/localsubjectaccessreviews',
]);

/** Whether a claim on this resource needs no identity hash because it is built in. */
export function isClaimableBuiltin(group: string, plural: string): boolean {
  return CLAIMABLE.has(`${group}/${plural}`);
}
