import { apiBindingAdmission } from '../../apis/binding/binding-admission.js';
import { apiBindingV1alpha1, apiExportV1alpha1 } from '../../apis/definition/conversions.js';
import { apiExportAdmission } from '../../apis/export/exports.js';
import { apiResourceSchemaAdmission } from '../../apis/definition/api-resource-schemas.js';
import { definitionAdmission } from '../../apis/definition/custom-resource-definitions.js';
import { endpointSliceAdmission } from '../../apis/export/endpoint-slices.js';
import { escalationOfBinding, escalationOfRole } from '../../auth/rbac/escalation.js';
import type { KcpState } from '../../workspace/kcp-state.js';
import { namespaceAdmission } from '../../workspace/namespaces.js';
import { workspaceAdmission } from '../../workspace/workspaces.js';
import type { Admission } from '../type/admission.js';
import { builtinType, type BuiltinSpec } from '../type/builtin-type.js';
import { configMapAdmission, secretAdmission } from './data-kinds.js';
import { eventAdmission, fromNewEvent, newEventAdmission, toNewEvent } from './events.js';
import { leaseAdmission } from './leases.js';
import { bindingAdmission, roleAdmission } from './rbac-kinds.js';
import type { ResourceType } from '../type/resource-type.js';
import { BINDING_COLUMNS, CREATED_AT, EVENT_COLUMNS, column } from './columns.js';

const none: Admission = { generation: 'none' };
const RBAC = { group: 'rbac.authorization.k8s.io', version: 'v1', names: 'path', createdByUpdate: true } as const;
const APIS = { group: 'apis.kcp.io', scope: 'Cluster' } as const;
const ADMISSION = { group: 'admissionregistration.k8s.io', version: 'v1', scope: 'Cluster' } as const;

/** Every resource that each workspace serves without a binding or definition of its own. */
export function builtinResources(state: () => KcpState): ResourceType[] {
  return [...coreResources(), ...rbacResources(state), ...kubeResources(), ...kcpResources(state)].map(builtinType);
}

/** Namespaces go one by one. */
const NAMESPACE_VERBS = ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'] as const;

function coreResources(): BuiltinSpec[] {
  return [
    { group: '', version: 'v1', plural: 'configmaps', kind: 'ConfigMap', scope: 'Namespaced', shortNames: ['cm'], admission: configMapAdmission },
    { group: '', version: 'v1', plural: 'events', kind: 'Event', scope: 'Namespaced', names: 'path', finalizers: 'any', shortNames: ['ev'], createdByUpdate: true, admission: eventAdmission, collectionKey: 'events', columns: EVENT_COLUMNS },
    { group: '', version: 'v1', plural: 'namespaces', kind: 'Namespace', scope: 'Cluster', names: 'label', verbs: NAMESPACE_VERBS, shortNames: ['ns'], hasStatus: true, admission: namespaceAdmission, columns: [column('Status', '.status.phase')] },
    { group: '', version: 'v1', plural: 'resourcequotas', kind: 'ResourceQuota', scope: 'Namespaced', shortNames: ['quota'], hasStatus: true, admission: none },
    { group: '', version: 'v1', plural: 'secrets', kind: 'Secret', scope: 'Namespaced', admission: secretAdmission, columns: [column('Type', '.type')] },
    { group: '', version: 'v1', plural: 'serviceaccounts', kind: 'ServiceAccount', scope: 'Namespaced', shortNames: ['sa'], admission: none },
  ];
}

function rbacResources(state: () => KcpState): BuiltinSpec[] {
  return [
    { ...RBAC, plural: 'clusterroles', kind: 'ClusterRole', scope: 'Cluster', admission: { ...roleAdmission('cluster'), admit: escalationOfRole(state, 'clusterroles') }, columns: [CREATED_AT] },
    { ...RBAC, plural: 'clusterrolebindings', kind: 'ClusterRoleBinding', scope: 'Cluster', admission: { ...bindingAdmission('cluster'), admit: escalationOfBinding(state, 'clusterrolebindings') }, columns: BINDING_COLUMNS },
    { ...RBAC, plural: 'roles', kind: 'Role', scope: 'Namespaced', admission: { ...roleAdmission('namespace'), admit: escalationOfRole(state, 'roles') }, columns: [CREATED_AT] },
    { ...RBAC, plural: 'rolebindings', kind: 'RoleBinding', scope: 'Namespaced', admission: { ...bindingAdmission('namespace'), admit: escalationOfBinding(state, 'rolebindings') }, columns: BINDING_COLUMNS },
  ];
}

function kubeResources(): BuiltinSpec[] {
  return [
    { group: 'coordination.k8s.io', version: 'v1', plural: 'leases', kind: 'Lease', scope: 'Namespaced', finalizers: 'any', replacedByVersion: true, createdByUpdate: true, admission: leaseAdmission, columns: [column('Holder', '.spec.holderIdentity')] },
    { group: 'events.k8s.io', version: 'v1', plural: 'events', kind: 'Event', scope: 'Namespaced', shortNames: ['ev'], createdByUpdate: true, admission: newEventAdmission, collectionKey: 'events', columns: EVENT_COLUMNS, fromStorage: toNewEvent, toStorage: fromNewEvent },
    { group: 'apiextensions.k8s.io', version: 'v1', plural: 'customresourcedefinitions', kind: 'CustomResourceDefinition', scope: 'Cluster', finalizers: 'any', replacedByVersion: true, shortNames: ['crd', 'crds'], hasStatus: true, admission: definitionAdmission, columns: [CREATED_AT] },
    { group: 'certificates.k8s.io', version: 'v1', plural: 'certificatesigningrequests', kind: 'CertificateSigningRequest', scope: 'Cluster', shortNames: ['csr'], hasStatus: true, admission: none },
    { ...ADMISSION, plural: 'mutatingwebhookconfigurations', kind: 'MutatingWebhookConfiguration' },
    { ...ADMISSION, plural: 'validatingwebhookconfigurations', kind: 'ValidatingWebhookConfiguration' },
    { ...ADMISSION, plural: 'validatingadmissionpolicies', kind: 'ValidatingAdmissionPolicy', hasStatus: true },
    { ...ADMISSION, plural: 'validatingadmissionpolicybindings', kind: 'ValidatingAdmissionPolicyBinding' },
  ];
}

function kcpResources(state: () => KcpState): BuiltinSpec[] {
  const pathOf = (cluster: string): string => state().pathOf(cluster);
  return [
    { ...APIS, version: 'v1alpha2', plural: 'apibindings', kind: 'APIBinding', hasStatus: true, admission: apiBindingAdmission(state), more: [apiBindingV1alpha1], columns: [column('Ready', '.status.conditions[?(@.type=="Ready")].status')] },
    { ...APIS, version: 'v1alpha1', plural: 'apiexportendpointslices', kind: 'APIExportEndpointSlice', hasStatus: true, admission: endpointSliceAdmission(state) },
    { ...APIS, version: 'v1alpha2', plural: 'apiexports', kind: 'APIExport', hasStatus: true, admission: apiExportAdmission(pathOf), more: [apiExportV1alpha1] },
    { ...APIS, version: 'v1alpha1', plural: 'apiresourceschemas', kind: 'APIResourceSchema', admission: apiResourceSchemaAdmission },
    { ...APIS, version: 'v1alpha1', plural: 'apiconversions', kind: 'APIConversion' },
    { group: 'core.kcp.io', version: 'v1alpha1', plural: 'logicalclusters', kind: 'LogicalCluster', scope: 'Cluster', hasStatus: true, columns: [column('Phase', '.status.phase'), column('URL', '.status.URL')] },
    { group: 'tenancy.kcp.io', version: 'v1alpha1', plural: 'workspaces', kind: 'Workspace', scope: 'Cluster', shortNames: ['ws'], hasStatus: true, admission: workspaceAdmission, columns: [column('Type', '.spec.type.name'), column('Region', '.metadata.labels["region"]'), column('Phase', '.status.phase'), column('URL', '.spec.URL')] },
    { group: 'tenancy.kcp.io', version: 'v1alpha1', plural: 'workspacetypes', kind: 'WorkspaceType', scope: 'Cluster', hasStatus: true },
    { group: 'topology.kcp.io', version: 'v1alpha1', plural: 'partitions', kind: 'Partition', scope: 'Cluster' },
    { group: 'topology.kcp.io', version: 'v1alpha1', plural: 'partitionsets', kind: 'PartitionSet', scope: 'Cluster', hasStatus: true },
  ];
}
