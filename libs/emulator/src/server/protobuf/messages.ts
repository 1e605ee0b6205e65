/**
 * The fields of the kinds of Kubernetes itself, by their numbers in protobuf, from its published generated.proto files (apimachinery
 * meta/v1 and the API groups). Bodies in protobuf and in JSON are read by them. Kinds that nobody here is sent are left out.
 */

/**
 * How a field is read. What Go omits from JSON when it is empty is left out: `text` when empty, `int` when 0. With `pointer` it is kept,
 * since there it was said. A message by its name is kept, a time without content left out.
 */
export type FieldKind = 'text' | 'pointerText' | 'int' | 'int32' | 'pointerInt' | 'pointerInt32' | 'bool' | 'bytes' | 'time' | 'microTime' | 'fieldsV1' | 'mapOfText' | 'mapOfBytes' | { readonly message: string };

/** One field of a message; `many` gathers a list. */
export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
  readonly many: boolean;
}

/** The fields of a message by their numbers. */
export type Message = Readonly<Record<number, Field>>;

const one = (name: string, kind: FieldKind = 'text'): Field => ({ name, kind, many: false });
const many = (name: string, kind: FieldKind = 'text'): Field => ({ name, kind, many: true });
const of = (message: string): FieldKind => ({ message });
const META = one('metadata', of('ObjectMeta'));

const BOUND: Message = { 1: META, 2: many('subjects', of('Subject')), 3: one('roleRef', of('RoleRef')) };
const ACCESS_SPEC: Message = {
  1: one('resourceAttributes', of('ResourceAttributes')), 2: one('nonResourceAttributes', of('NonResourceAttributes')), 3: one('user'), 4: many('groups'), 6: one('uid'),
};
const ACCESS_REVIEW: Message = { 1: META, 2: one('spec', of('SubjectAccessReviewSpec')) };

/** Parts of objects, by their name in the proto files. */
export const PARTS: Readonly<Record<string, Message>> = {
  ObjectMeta: {
    1: one('name'), 2: one('generateName'), 3: one('namespace'), 4: one('selfLink'), 5: one('uid'), 6: one('resourceVersion'), 7: one('generation', 'int'), 8: one('creationTimestamp', 'time'),
    9: one('deletionTimestamp', 'time'), 10: one('deletionGracePeriodSeconds', 'pointerInt'), 11: one('labels', 'mapOfText'), 12: one('annotations', 'mapOfText'),
    13: many('ownerReferences', of('OwnerReference')), 14: many('finalizers'), 17: many('managedFields', of('ManagedFieldsEntry')),
  },
  OwnerReference: { 1: one('kind'), 3: one('name'), 4: one('uid'), 5: one('apiVersion'), 6: one('controller', 'bool'), 7: one('blockOwnerDeletion', 'bool') },
  ManagedFieldsEntry: { 1: one('manager'), 2: one('operation'), 3: one('apiVersion'), 4: one('time', 'time'), 6: one('fieldsType'), 7: one('fieldsV1', 'fieldsV1'), 8: one('subresource') },
  Preconditions: { 1: one('uid', 'pointerText'), 2: one('resourceVersion', 'pointerText') },
  ObjectReference: { 1: one('kind'), 2: one('namespace'), 3: one('name'), 4: one('uid'), 5: one('apiVersion'), 6: one('resourceVersion'), 7: one('fieldPath') },
  LocalObjectReference: { 1: one('name') },
  NamespaceSpec: { 1: many('finalizers') },
  NamespaceStatus: { 1: one('phase'), 2: many('conditions', of('NamespaceCondition')) },
  NamespaceCondition: { 1: one('type'), 2: one('status'), 4: one('lastTransitionTime', 'time'), 5: one('reason'), 6: one('message') },
  EventSource: { 1: one('component'), 2: one('host') },
  EventSeries: { 1: one('count', 'int32'), 2: one('lastObservedTime', 'microTime') },
  LeaseSpec: {
    1: one('holderIdentity', 'pointerText'), 2: one('leaseDurationSeconds', 'pointerInt32'), 3: one('acquireTime', 'microTime'), 4: one('renewTime', 'microTime'),
    5: one('leaseTransitions', 'pointerInt32'), 6: one('strategy', 'pointerText'), 7: one('preferredHolder', 'pointerText'),
  },
  PolicyRule: { 1: many('verbs'), 2: many('apiGroups'), 3: many('resources'), 4: many('resourceNames'), 5: many('nonResourceURLs') },
  AggregationRule: { 1: many('clusterRoleSelectors', of('LabelSelector')) },
  LabelSelector: { 1: one('matchLabels', 'mapOfText'), 2: many('matchExpressions', of('LabelSelectorRequirement')) },
  LabelSelectorRequirement: { 1: one('key'), 2: one('operator'), 3: many('values') },
  Subject: { 1: one('kind'), 2: one('apiGroup'), 3: one('name'), 4: one('namespace') },
  RoleRef: { 1: one('apiGroup'), 2: one('kind'), 3: one('name') },
  ResourceAttributes: { 1: one('namespace'), 2: one('verb'), 3: one('group'), 4: one('version'), 5: one('resource'), 6: one('subresource'), 7: one('name') },
  NonResourceAttributes: { 1: one('path'), 2: one('verb') },
  // Of a review of oneself only the first two are sent.
  SubjectAccessReviewSpec: ACCESS_SPEC,
  SelfSubjectRulesReviewSpec: { 1: one('namespace') },
  TokenRequestSpec: { 1: many('audiences'), 3: one('boundObjectRef', of('BoundObjectReference')), 4: one('expirationSeconds', 'pointerInt') },
  BoundObjectReference: { 1: one('kind'), 2: one('apiVersion'), 3: one('name'), 4: one('uid') },
  TokenReviewSpec: { 1: one('token'), 2: many('audiences') },
};

/** Whole bodies, by `<apiVersion> <kind>`; options of a request by their kind alone, since they come under the version of any group. */
export const BODIES: Readonly<Record<string, Message>> = {
  DeleteOptions: { 1: one('gracePeriodSeconds', 'pointerInt'), 2: one('preconditions', of('Preconditions')), 3: one('orphanDependents', 'bool'), 4: one('propagationPolicy', 'pointerText'), 5: many('dryRun') },
  'v1 Namespace': { 1: META, 2: one('spec', of('NamespaceSpec')), 3: one('status', of('NamespaceStatus')) },
  'v1 ServiceAccount': { 1: META, 2: many('secrets', of('ObjectReference')), 3: many('imagePullSecrets', of('LocalObjectReference')), 4: one('automountServiceAccountToken', 'bool') },
  'v1 Secret': { 1: META, 2: one('data', 'mapOfBytes'), 3: one('type'), 4: one('stringData', 'mapOfText'), 5: one('immutable', 'bool') },
  'v1 ConfigMap': { 1: META, 2: one('data', 'mapOfText'), 3: one('binaryData', 'mapOfBytes'), 4: one('immutable', 'bool') },
  'v1 Event': {
    1: META, 2: one('involvedObject', of('ObjectReference')), 3: one('reason'), 4: one('message'), 5: one('source', of('EventSource')), 6: one('firstTimestamp', 'time'), 7: one('lastTimestamp', 'time'),
    8: one('count', 'int32'), 9: one('type'), 10: one('eventTime', 'microTime'), 11: one('series', of('EventSeries')), 12: one('action'), 13: one('related', of('ObjectReference')),
    14: one('reportingComponent'), 15: one('reportingInstance'),
  },
  'events.k8s.io/v1 Event': {
    1: META, 2: one('eventTime', 'microTime'), 3: one('series', of('EventSeries')), 4: one('reportingController'), 5: one('reportingInstance'), 6: one('action'), 7: one('reason'),
    8: one('regarding', of('ObjectReference')), 9: one('related', of('ObjectReference')), 10: one('note'), 11: one('type'), 12: one('deprecatedSource', of('EventSource')),
    13: one('deprecatedFirstTimestamp', 'time'), 14: one('deprecatedLastTimestamp', 'time'), 15: one('deprecatedCount', 'int32'),
  },
  'coordination.k8s.io/v1 Lease': { 1: META, 2: one('spec', of('LeaseSpec')) },
  'rbac.authorization.k8s.io/v1 Role': { 1: META, 2: many('rules', of('PolicyRule')) },
  'rbac.authorization.k8s.io/v1 ClusterRole': { 1: META, 2: many('rules', of('PolicyRule')), 3: one('aggregationRule', of('AggregationRule')) },
  'rbac.authorization.k8s.io/v1 RoleBinding': BOUND,
  'rbac.authorization.k8s.io/v1 ClusterRoleBinding': BOUND,
  'authorization.k8s.io/v1 SelfSubjectAccessReview': ACCESS_REVIEW,
  'authorization.k8s.io/v1 SubjectAccessReview': ACCESS_REVIEW,
  'authorization.k8s.io/v1 LocalSubjectAccessReview': ACCESS_REVIEW,
  'authorization.k8s.io/v1 SelfSubjectRulesReview': { 1: META, 2: one('spec', of('SelfSubjectRulesReviewSpec')) },
  'authentication.k8s.io/v1 TokenRequest': { 1: META, 2: one('spec', of('TokenRequestSpec')) },
  'authentication.k8s.io/v1 TokenReview': { 1: META, 2: one('spec', of('TokenReviewSpec')) },
  'authentication.k8s.io/v1 SelfSubjectReview': { 1: META },
};
