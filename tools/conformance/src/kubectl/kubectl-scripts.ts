/** What is done with kubectl, command by command. What it prints is not written here: a real kube-apiserver says it. */
import type { RawBody } from '@kcp-runtime/testing';
import { gadget } from './gadgets.js';

/** One command, and what it reads. */
export interface KubectlStep {
  readonly args: readonly string[];
  readonly input?: RawBody;
  /** The program that edits for its user. */
  readonly editor?: string;
}

/** Commands one after the other, in a namespace of their own. */
export interface KubectlScript {
  readonly title: string;
  readonly steps: readonly KubectlStep[];
}

/** A command as it is typed. */
export function does(command: string, ...objects: readonly RawBody[]): KubectlStep {
  const args = command.split(' ');
  const [only, ...more] = objects;
  if (only === undefined) return { args };
  return { args, input: more.length === 0 ? only : { apiVersion: 'v1', kind: 'List', items: objects } };
}

export const CONFIG_MAP: RawBody = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', labels: { kind: 'toy' } }, data: { a: 'b' } };
export const SECRET: RawBody = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'login' }, stringData: { user: 'me' } };
export const ACCOUNT: RawBody = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'someone' } };
export const ROLE: RawBody = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role', metadata: { name: 'reader' }, rules: [{ apiGroups: [''], resources: ['secrets'], verbs: ['get', 'list'] }] };
export const BINDING: RawBody = {
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'RoleBinding',
  metadata: { name: 'reading' },
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'reader' },
  subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'jane' }],
};

/** In a kcp nobody may do anything in a workspace that he may not enter; elsewhere this means nothing. */
export const MAY_ENTER: readonly RawBody[] = [
  { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: 'may-enter' }, rules: [{ nonResourceURLs: ['/'], verbs: ['access'] }] },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name: 'may-enter' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'may-enter' },
    subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'jane' }],
  },
];

const FULL = gadget('full', { size: 7, open: true, weight: 1.5, tags: ['x', 'y'], notes: { a: 'b' }, parts: [{ name: 'lid', count: 2 }, { name: 'box' }], since: '2001-02-03T04:05:06Z' }, { labels: { kind: 'toy' } });
const READY = JSON.stringify({ status: { phase: 'Ready', conditions: [{ type: 'Ready', status: 'True', reason: 'Done', message: 'All is well.', lastTransitionTime: '2001-02-03T04:05:06Z' }] } });

/** All of them. */
export const kubectlScripts: readonly KubectlScript[] = [
  {
    title: 'apply, and apply again',
    steps: [
      does('apply -f -', gadget('one'), CONFIG_MAP, SECRET),
      does('apply -f -', gadget('one'), CONFIG_MAP, SECRET),
      does('apply -f -', gadget('one', { colour: 'blue' }), { ...CONFIG_MAP, data: { c: 'd' } }),
      does('get configmap settings -o jsonpath={.data}'),
      does('apply -f - --dry-run=server', gadget('one', { size: 5 })),
      does('apply -f -', gadget('one', { colour: 'green' })),
      does('apply -f -', gadget('one', { nosuch: 1 })),
      does('apply -f - --validate=warn', gadget('one', { nosuch: 1 })),
      does('create -f -', gadget('two')),
      does('create -f -', gadget('two')),
      does('apply -f -', gadget('two', { size: 4 })),
      does('replace -f -', gadget('two', { size: 6 })),
      does('label gadget two a=b'),
      does('label gadget two a=c'),
      does('annotate gadget two note=x'),
      does('patch gadget two --type=merge -p {"spec":{"size":8}}'),
      does('patch gadget two -p {"spec":{"size":8}}'),
      does('get gadget two -o jsonpath={.spec}{.metadata.labels}'),
    ],
  },
  {
    title: 'apply on the server',
    steps: [
      does('apply --server-side -f -', gadget('one', { size: 4 }), CONFIG_MAP),
      does('apply --server-side -f -', gadget('one', { size: 4 }), CONFIG_MAP),
      does('apply --server-side --field-manager=other -f -', gadget('one', { size: 5 })),
      does('apply --server-side --field-manager=other --force-conflicts -f -', gadget('one', { size: 5 })),
      does('apply --server-side -f -', gadget('one', { nosuch: 1 })),
      does('get gadget one -o jsonpath={.spec}'),
      does('apply -f -', gadget('two', { size: 4 })),
      does('apply --server-side -f -', gadget('two', { size: 5 })),
    ],
  },
  {
    title: 'get, in all its forms',
    steps: [
      does('get gadgets'),
      does('apply -f -', FULL, gadget('small'), CONFIG_MAP, SECRET, ACCOUNT, ROLE, BINDING),
      does('get gadgets'),
      does('get gadgets -o wide'),
      does('get gd --no-headers'),
      does('get gadget full'),
      does('get gadget.toys.example.io full -o wide --show-labels'),
      does('get gadgets -l kind=toy -o name'),
      does('get gadgets -L kind'),
      does('get gadgets --show-kind'),
      does('get gadgets --field-selector=metadata.name=small'),
      does('get gadgets --field-selector=spec.colour=red'),
      does('get gadgets --sort-by=.spec.size'),
      does('get gadgets -o custom-columns=NAME:.metadata.name,PARTS:.spec.parts[*].name'),
      does('get toys'),
      does('get gadgets,configmaps,secrets -l kind=toy'),
      does('get serviceaccount someone'),
      does('get secrets -o wide'),
      does('get roles,rolebindings'),
      does('get rolebindings -o wide'),
      does('get namespace default'),
      does('get crd gadgets.toys.example.io'),
      does('get gadget nosuch'),
      does('get gadget nosuch --ignore-not-found'),
      does('get nosuch'),
      does('get gadgets --subresource=status'),
      does('get gadget full -o yaml'),
      does('get gadget full --show-managed-fields -o jsonpath={.metadata.managedFields[*].manager}'),
      does('get --raw /apis/toys.example.io'),
    ],
  },
  {
    title: 'describe',
    steps: [
      does('apply -f -', FULL, CONFIG_MAP, SECRET, ACCOUNT, ROLE, BINDING),
      does(`patch gadget full --subresource=status --type=merge -p ${READY.replaceAll(' ', '\\u0020')}`),
      does('get gadgets -o wide'),
      does('describe gadget full'),
      does('describe configmap settings'),
      does('describe secret login'),
      does('describe serviceaccount someone'),
      does('describe role reader'),
      does('describe rolebinding reading'),
      does('describe gadget nosuch'),
    ],
  },
  {
    title: 'explain',
    steps: [
      does('explain gadget'),
      does('explain gadget.spec'),
      does('explain gadgets.spec.parts'),
      does('explain gd.spec.tags'),
      does('explain gadget --recursive'),
      does('explain gadget.spec.nosuch'),
      does('explain nosuch'),
    ],
  },
  {
    title: 'diff',
    steps: [
      does('diff -f -', gadget('one')),
      does('apply -f -', gadget('one'), CONFIG_MAP),
      does('diff -f -', gadget('one'), CONFIG_MAP),
      does('diff -f -', gadget('one', { colour: 'blue', tags: ['x'] })),
      does('diff --server-side --force-conflicts -f -', gadget('one', { size: 9 })),
      does('diff -f -', gadget('one', { colour: 'pink' })),
    ],
  },
  {
    title: 'wait, and delete',
    steps: [
      does('apply -f -', gadget('one'), gadget('held', {}, { finalizers: ['toys.example.io/held'] }), gadget('three')),
      does('wait gadget/one --for=condition=Ready --timeout=1s'),
      does(`patch gadget one --subresource=status --type=merge -p ${READY.replaceAll(' ', '\\u0020')}`),
      does('wait gadget/one --for=condition=Ready --timeout=20s'),
      does('wait gadget/one --for=jsonpath={.status.phase}=Ready --timeout=20s'),
      does('wait gadget/nosuch --for=condition=Ready --timeout=1s'),
      does('delete gadget one --wait'),
      does('wait gadget/one --for=delete --timeout=20s'),
      does('delete gadget held --wait --timeout=1s'),
      does('patch gadget held --type=merge -p {"metadata":{"finalizers":null}}'),
      does('wait gadget/held --for=delete --timeout=20s'),
      does('delete gadget nosuch'),
      does('delete gadget nosuch --ignore-not-found'),
      does('delete gadgets --all'),
      does('delete gadgets -l kind=toy'),
    ],
  },
  {
    title: 'api-resources',
    steps: [
      does('api-resources --api-group=toys.example.io --sort-by=name'),
      does('api-resources --api-group=toys.example.io -o wide --sort-by=name'),
      does('api-resources --api-group=rbac.authorization.k8s.io -o wide --sort-by=name'),
      does('api-resources --api-group=coordination.k8s.io --namespaced=true -o name'),
      does('api-resources --api-group=nosuch.example.io'),
      does('api-resources --categories=toys -o name'),
    ],
  },
  {
    title: 'auth',
    steps: [
      does('apply -f -', ROLE, BINDING, ...MAY_ENTER),
      does('auth can-i get gadgets'),
      does('auth can-i list secrets --as=jane'),
      does('auth can-i delete secrets --as=jane'),
      does('auth can-i delete secrets --as=jane -q'),
      does('auth can-i get gadgets/status --as=jane'),
      does('auth can-i get nosuch'),
      does('auth can-i get /readyz --as=jane'),
      does('auth can-i create namespaces'),
      does('auth whoami --as=jane --as-group=people'),
      does('get secrets --as=jane'),
      does('get gadgets --as=jane'),
    ],
  },
];
