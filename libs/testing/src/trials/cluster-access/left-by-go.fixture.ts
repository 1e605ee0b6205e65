/**
 * What a provider written in Go, called `foo`, leaves on a platform for the ControlPlane `sample` in `default`: its requests
 * for that ControlPlane, for a workload cluster, and for itself. Every name, label and finalizer stands here as a word, and
 * nothing is computed, so that no mistake of ours can hide itself. The scheduler and the cluster provider answer them as ever.
 */
export const LEFT_BY_GO = `
apiVersion: clusters.openmcp.cloud/v1alpha1
kind: AccessRequest
metadata:
  name: foo--sample--mcp
  namespace: mcp--c90acbdb-2980-8a96-aa1c-bf4e7306cf92
  labels:
    openmcp.cloud/managed-by: foo
    openmcp.cloud/managed-purpose: default.sample.mcp
    openmcp.cloud/onboarding-name: sample
    openmcp.cloud/onboarding-namespace: default
  finalizers: [clusters.openmcp.cloud/clusteraccess]
spec:
  requestRef: {name: sample, namespace: mcp--c90acbdb-2980-8a96-aa1c-bf4e7306cf92}
  token:
    permissions: [{rules: [{apiGroups: ["*"], resources: ["*"], verbs: ["*"]}]}]
    roleRefs: [{kind: ClusterRole, name: cluster-admin}]
---
apiVersion: clusters.openmcp.cloud/v1alpha1
kind: ClusterRequest
metadata:
  name: foo--sample--wl
  namespace: mcp--c90acbdb-2980-8a96-aa1c-bf4e7306cf92
  labels:
    openmcp.cloud/managed-by: foo
    openmcp.cloud/managed-purpose: default.sample.workload
    openmcp.cloud/onboarding-name: sample
    openmcp.cloud/onboarding-namespace: default
  finalizers: [clusters.openmcp.cloud/clusteraccess]
spec: {purpose: workload}
---
apiVersion: clusters.openmcp.cloud/v1alpha1
kind: AccessRequest
metadata:
  name: foo--sample--wl
  namespace: mcp--c90acbdb-2980-8a96-aa1c-bf4e7306cf92
  labels:
    openmcp.cloud/managed-by: foo
    openmcp.cloud/managed-purpose: default.sample.workload
    openmcp.cloud/onboarding-name: sample
    openmcp.cloud/onboarding-namespace: default
  finalizers: [clusters.openmcp.cloud/clusteraccess]
spec:
  requestRef: {name: foo--sample--wl, namespace: mcp--c90acbdb-2980-8a96-aa1c-bf4e7306cf92}
  token:
    permissions: [{rules: [{apiGroups: ["*"], resources: ["*"], verbs: ["*"]}]}]
    roleRefs: [{kind: ClusterRole, name: cluster-admin}]
---
apiVersion: clusters.openmcp.cloud/v1alpha1
kind: ClusterRequest
metadata:
  name: foo.services.open-control-plane.io--onboarding-run
  namespace: openmcp-system
  labels: {openmcp.cloud/managed-by: foo.services.open-control-plane.io}
spec: {purpose: onboarding}
---
apiVersion: clusters.openmcp.cloud/v1alpha1
kind: AccessRequest
metadata:
  name: foo.services.open-control-plane.io--onboarding-run
  namespace: openmcp-system
  labels: {openmcp.cloud/managed-by: foo.services.open-control-plane.io}
spec:
  requestRef: {name: foo.services.open-control-plane.io--onboarding-run, namespace: openmcp-system}
  token:
    permissions: [{rules: [{apiGroups: [foo.services.open-control-plane.io], resources: ["*"], verbs: ["*"]}]}]
`;

/** The order of that ControlPlane, for the onboarding cluster, where the kind is served already. */
export const ORDER_LEFT_BY_GO = `
apiVersion: foo.services.open-control-plane.io/v1alpha1
kind: Foo
metadata:
  name: sample
  namespace: default
  finalizers: [foo.services.open-control-plane.io/finalizer]
spec: {version: v1.2.3}
`;

/** What its status says. */
export const STATUS_LEFT_BY_GO = {
  observedGeneration: 1,
  phase: 'Ready',
  conditions: [{ type: 'Ready', status: 'True', reason: 'ReconcileSuccess', message: 'Domain Service is ready', lastTransitionTime: '2026-08-21T10:00:00Z', observedGeneration: 1 }],
};

/** Path of each of the requests. */
export const PATHS_LEFT_BY_GO = [
  'namespaces/mcp--c90acbdb-2980-8a96-aa1c-bf4e7306cf92/accessrequests/foo--sample--mcp',
  'namespaces/mcp--c90acbdb-2980-8a96-aa1c-bf4e7306cf92/clusterrequests/foo--sample--wl',
  'namespaces/mcp--c90acbdb-2980-8a96-aa1c-bf4e7306cf92/accessrequests/foo--sample--wl',
  'namespaces/openmcp-system/clusterrequests/foo.services.open-control-plane.io--onboarding-run',
  'namespaces/openmcp-system/accessrequests/foo.services.open-control-plane.io--onboarding-run',
].map((path) => `/apis/clusters.openmcp.cloud/v1alpha1/${path}`);
