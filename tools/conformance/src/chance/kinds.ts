/** The kinds to which requests are made, with values that fit their fields: what is wrong with a request should be one thing, not all. */
import { GROUP } from '../world/widgets.js';

/** A kind as requests address it. `{space}` is the namespace of the round. */
export interface AskedKind {
  readonly collection: string;
  readonly apiVersion: string;
  readonly kind: string;
  /** There from the start of each round. */
  readonly target: string;
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** Kinds whose controllers write too, or that stand outside of the round's namespace: what is written there is not kept. */
  readonly writes: 'kept' | 'dry';
}

const space = (group: string, plural: string): string => `${group}/namespaces/{space}/${plural}`;
const RBAC = '/apis/rbac.authorization.k8s.io/v1';
const RULES = ['[{"verbs":["get"],"apiGroups":[""],"resources":["configmaps"]}]', '[]', '[{"verbs":[],"apiGroups":[""],"resources":["configmaps"]}]', '[{"verbs":["get"]}]', '[{"verbs":["get"],"nonResourceURLs":["/x"]}]', '[{"apiGroups":[""],"resources":["a"]}]', '[{"verbs":["get"],"apiGroups":[""],"resources":["a"],"nonResourceURLs":["/x"]}]'];
const ROLE_REF = ['{"apiGroup":"rbac.authorization.k8s.io","kind":"Role","name":"target"}', '{"kind":"Role","name":"target"}', '{"apiGroup":"rbac.authorization.k8s.io","kind":"ClusterRole","name":"target"}', '{"apiGroup":"novel","kind":"Role","name":"target"}', '{"apiGroup":"rbac.authorization.k8s.io","kind":"Novel","name":"target"}', '{}'];
const SUBJECTS = ['[]', '[{"kind":"User","name":"a"}]', '[{"kind":"ServiceAccount","name":"a"}]', '[{"kind":"ServiceAccount","name":"a","namespace":"{space}"}]', '[{"kind":"Novel","name":"a"}]', '[{"kind":"User","name":"a","apiGroup":"novel"}]', '[{}]'];
const REFERENCE = ['{"kind":"ConfigMap","name":"target","namespace":"{space}"}', '{"kind":"ConfigMap","name":"target"}', '{"kind":"ConfigMap","name":"target","namespace":"other"}', '{}'];
const MICRO = ['"2020-01-01T00:00:00.000000Z"', '"2020-01-01T00:00:00Z"', 'null'];
const TIMES = ['"2020-01-01T00:00:00Z"', 'null'];

export const KINDS: readonly AskedKind[] = [
  {
    collection: space('/api/v1', 'configmaps'), apiVersion: 'v1', kind: 'ConfigMap', writes: 'kept', target: '{"data":{"a":"b","c":"d"}}',
    fields: { data: ['{"a":"b"}', '{}', 'null', '{"a":""}', '{"a b":"c"}', '{"..":"c"}', '{"a":"b","k":"l"}'], binaryData: ['{"b":"eA=="}', '{"a":"eA=="}', '{"b":"!"}', '{"b":"eA"}', '{"b":""}'], immutable: ['true', 'false', 'null'] },
  },
  {
    collection: space('/api/v1', 'secrets'), apiVersion: 'v1', kind: 'Secret', writes: 'kept', target: '{"data":{"a":"eA=="}}',
    fields: { data: ['{"a":"eA=="}', '{"a":"!"}', '{"a b":"eA=="}', '{"a":"e\\nA=="}', '{"a":""}', '{"a":null}'], stringData: ['{"a":"b"}', '{"a b":"c"}', '{}'], type: ['"Opaque"', '""', '"novel/type"', '"kubernetes.io/tls"', '"kubernetes.io/basic-auth"', '"kubernetes.io/dockercfg"'], immutable: ['true', 'false'] },
  },
  {
    collection: space('/api/v1', 'serviceaccounts'), apiVersion: 'v1', kind: 'ServiceAccount', writes: 'kept', target: '{}',
    fields: { secrets: ['[{"name":"a"}]', '[]', '[{}]'], imagePullSecrets: ['[{"name":"a"}]', '[{}]'], automountServiceAccountToken: ['true', 'false', 'null'] },
  },
  {
    collection: space('/api/v1', 'events'), apiVersion: 'v1', kind: 'Event', writes: 'kept', target: '{"involvedObject":{"namespace":"{space}"}}',
    fields: {
      involvedObject: REFERENCE, related: REFERENCE, reason: ['"a"', '""'], message: ['"a"', '""'], type: ['"Normal"', '"Warning"', '"Novel"'], count: ['1', '0', '-1', '2147483648'], source: ['{"component":"a"}', '{}'], firstTimestamp: TIMES, lastTimestamp: TIMES, eventTime: MICRO,
      series: ['{"count":2,"lastObservedTime":"2020-01-01T00:00:00.000000Z"}', '{}'], action: ['"a"', '""'], reportingComponent: ['"a"', '""', '"a b"'], reportingInstance: ['"a"', '""'],
    },
  },
  {
    collection: space('/apis/events.k8s.io/v1', 'events'), apiVersion: 'events.k8s.io/v1', kind: 'Event', writes: 'kept',
    target: '{"eventTime":"2020-01-01T00:00:00.000000Z","reportingController":"a/b","reportingInstance":"a","action":"a","reason":"a","type":"Normal","regarding":{"namespace":"{space}"}}',
    fields: { regarding: REFERENCE, related: REFERENCE, reason: ['"a"', '""'], note: ['"a"', '""'], type: ['"Normal"', '"Novel"'], eventTime: MICRO, series: ['{"count":2,"lastObservedTime":"2020-01-01T00:00:00.000000Z"}', '{"count":1}'], action: ['"a"', '""'], reportingController: ['"a/b"', '""', '"a b"'], reportingInstance: ['"a"', '""'], deprecatedCount: ['1'] },
  },
  {
    collection: space('/apis/coordination.k8s.io/v1', 'leases'), apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', writes: 'kept', target: '{"spec":{"holderIdentity":"a"}}',
    fields: {
      spec: ['{"holderIdentity":"a"}', '{"holderIdentity":""}', '{"leaseDurationSeconds":10}', '{"leaseDurationSeconds":0}', '{"leaseDurationSeconds":-1}', '{"leaseDurationSeconds":1.5}', '{"leaseTransitions":-1}', '{"acquireTime":"2020-01-01T00:00:00.000000Z"}', '{"acquireTime":"2020-01-01T00:00:00Z"}', '{"renewTime":"novel"}', '{"renewTime":1}', '{"novel":1}', '{"strategy":"OldestEmulationVersion"}', '{"strategy":""}', '{"preferredHolder":"a"}', '{"holderIdentity":"a","holderIdentity":"b"}', 'null', '{}'],
    },
  },
  { collection: space(RBAC, 'roles'), apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role', writes: 'kept', target: '{"rules":[]}', fields: { rules: RULES } },
  { collection: space(RBAC, 'rolebindings'), apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'RoleBinding', writes: 'kept', target: '{"roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"Role","name":"target"}}', fields: { roleRef: ROLE_REF, subjects: SUBJECTS } },
  { collection: `${RBAC}/clusterroles`, apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', writes: 'dry', target: '{"rules":[]}', fields: { rules: RULES, aggregationRule: ['{"clusterRoleSelectors":[{"matchLabels":{"a":"b"}}]}', '{"clusterRoleSelectors":[]}', '{}'] } },
  { collection: `${RBAC}/clusterrolebindings`, apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRoleBinding', writes: 'dry', target: '{"roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"ClusterRole","name":"target"}}', fields: { roleRef: ROLE_REF, subjects: SUBJECTS } },
  { collection: '/api/v1/namespaces', apiVersion: 'v1', kind: 'Namespace', writes: 'dry', target: '{}', fields: { spec: ['{"finalizers":["kubernetes"]}', '{"finalizers":["novel"]}', '{"finalizers":["example.org/a"]}', '{"finalizers":[]}', '{}'], status: ['{"phase":"Active"}', '{"phase":"Novel"}', '{}'] } },
  {
    collection: space(`/apis/${GROUP}/v1`, 'widgets'), apiVersion: `${GROUP}/v1`, kind: 'Widget', writes: 'kept', target: '{"spec":{"color":"red"}}',
    fields: {
      spec: ['{"color":"red"}', '{"color":"novel"}', '{}', '{"color":"blue","size":0}', '{"color":"blue","size":1.5}', '{"color":"blue","size":"1"}', '{"color":"red","size":1e400}', '{"color":"red","low":2,"high":1}', '{"color":"red","region":"a"}', '{"color":"red","parts":[{"name":"a"},{"name":1}]}', '{"color":"red","parts":[1]}', '{"color":"red","parts":[{},{},{},{},{},{}]}', '{"color":"red","note":null}', '{"color":null}', '{"color":"red","novel":{"a":1}}', '{"color":"red","__proto__":{"a":1}}', '{"color":"red","color":"blue"}', '{"color":"red","low":12345678901234567890}', 'null'],
      status: ['{"phase":"a"}', '{"phase":1}', '{"observedGeneration":1}', '{"observedGeneration":9223372036854775808}', '{"conditions":[{"type":"a","status":"b"}]}', '{"conditions":[{"type":"a","status":"b"},{"type":"a","status":"c"}]}', '{"conditions":[{"type":"a"}]}', '{"conditions":[null]}', '{}', 'null'],
    },
  },
];

/** The collection of a kind over all namespaces. */
export function everywhere({ collection }: AskedKind): string {
  return collection.replace('/namespaces/{space}', '');
}
