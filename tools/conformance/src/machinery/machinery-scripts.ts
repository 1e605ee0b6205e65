/** What clients ask of any Kubernetes. What it answers is not written here: a real kube-apiserver says it. */
import type { RawBody } from '@kcp-runtime/testing';
import { gadget } from '../kubectl/gadgets.js';
import type { Exchange, ExchangeScript } from './exchange.js';
import { definition, machine } from './machines.js';

const CORE = '/api/v1/namespaces/{ns}';
const MAPS = `${CORE}/configmaps`;
const SECRETS = `${CORE}/secrets`;
const ACCOUNTS = `${CORE}/serviceaccounts`;
const TOYS = '/apis/toys.example.io/v1/namespaces/{ns}/gadgets';
const PLANT = '/apis/machinery.example.io/v1/namespaces/{ns}/machines';
const LEASES = '/apis/coordination.k8s.io/v1/namespaces/{ns}/leases';
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const AUTHORIZATION = '/apis/authorization.k8s.io/v1';

const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';
const METADATA = 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io';
const METADATA_LIST = 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io';

const read = (path: string, accept?: string): Exchange => ({ method: 'GET', path, ...(accept === undefined ? {} : { accept }) });
const post = (path: string, body: unknown): Exchange => ({ method: 'POST', path, body });
const put = (path: string, body: unknown): Exchange => ({ method: 'PUT', path, body });
const remove = (path: string, body?: unknown): Exchange => ({ method: 'DELETE', path, ...(body === undefined ? {} : { body }) });
const merge = (path: string, body: unknown): Exchange => ({ method: 'PATCH', path, body, contentType: 'application/merge-patch+json' });
const json = (path: string, body: unknown): Exchange => ({ method: 'PATCH', path, body, contentType: 'application/json-patch+json' });
const strategic = (path: string, body: unknown): Exchange => ({ method: 'PATCH', path, body, contentType: 'application/strategic-merge-patch+json' });
const apply = (path: string, body: unknown): Exchange => ({ method: 'PATCH', path, body, contentType: 'application/apply-patch+yaml' });
const withOwners = (exchange: Exchange): Exchange => ({ ...exchange, owners: 'shown' });

const configMap = (name: string, more: RawBody = {}): RawBody => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, ...more });
const labelled = (name: string, labels: RawBody): RawBody => gadget(name, {}, { labels });
const secret = (name: string, more: RawBody): RawBody => ({ apiVersion: 'v1', kind: 'Secret', metadata: { name }, ...more });
const account = (name: string): RawBody => ({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name } });
const tokenRequest = (spec: RawBody): RawBody => ({ apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec });
const review = (kind: string, spec: RawBody): RawBody => ({ apiVersion: 'authorization.k8s.io/v1', kind, spec });
const lease = (spec: RawBody): RawBody => ({ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name: 'leader' }, spec });

const reading: readonly ExchangeScript[] = [
  {
    title: 'discovery',
    steps: [read('/apis/toys.example.io'), read('/apis/toys.example.io/v1'), read('/apis/coordination.k8s.io'), read('/apis/coordination.k8s.io/v1'), read('/apis/nosuch.example.io')],
  },
  {
    title: 'tables',
    steps: [
      post(TOYS, gadget('one', { size: 4 })),
      read(TOYS, TABLE),
      read(`${TOYS}/one`, TABLE),
      read(`${TOYS}?includeObject=None`, TABLE),
      read(`${TOYS}?includeObject=Object`, TABLE),
      read(`${TOYS}/nosuch`, TABLE),
      read(LEASES, TABLE),
    ],
  },
  {
    title: 'nothing but metadata',
    steps: [post(TOYS, labelled('one', { a: 'b' })), read(`${TOYS}/one`, METADATA), read(TOYS, METADATA_LIST), read(TOYS, METADATA), post(SECRETS, secret('quiet', { stringData: { a: 'b' } })), read(`${SECRETS}/quiet`, METADATA)],
  },
  {
    title: 'pages',
    steps: [
      ...['a', 'b', 'c'].map((name) => post(TOYS, labelled(name, { page: 'yes' }))),
      read(`${TOYS}?limit=2`),
      read(`${TOYS}?limit=2&continue={continue}`),
      read(`${TOYS}?limit=1`),
      read(`${TOYS}?continue={continue}`),
      read(`${TOYS}?limit=2&labelSelector=page%3Dyes`),
      read(`${TOYS}?limit=3`),
      read(`${TOYS}?limit=1&continue={continue}&resourceVersion=1`),
      read(`${TOYS}?limit=2`, METADATA_LIST),
    ],
  },
  {
    title: 'selectors',
    steps: [
      post(TOYS, labelled('one', { tier: 'front', app: 'x' })),
      post(TOYS, labelled('two', { tier: 'back' })),
      post(SECRETS, secret('typed', { type: 'example.io/kind' })),
      ...['tier%3Dfront', 'tier%3D%3Dfront', 'tier!%3Dfront', 'tier+in+(front,back)', 'tier+notin+(front)', 'app', '!app', 'tier%3Dfront,app%3Dx', 'tier%3Dfront,app%3Dy', 'a+b', 'tier+in+()'].map((selector) => read(`${TOYS}?labelSelector=${selector}`, METADATA_LIST)),
      ...['metadata.name%3Done', 'metadata.name!%3Done', 'metadata.namespace%3Dnosuch', 'metadata.name%3Done,metadata.name%3Dtwo', 'metadata.uid%3D1', 'nonsense'].map((selector) => read(`${TOYS}?fieldSelector=${selector}`, METADATA_LIST)),
      read(`${SECRETS}?fieldSelector=type%3Dexample.io%2Fkind`, METADATA_LIST),
      read('/api/v1/namespaces?fieldSelector=status.phase%3DTerminating'),
    ],
  },
];

const writing: readonly ExchangeScript[] = [
  {
    title: 'dry runs',
    steps: [
      post(`${MAPS}?dryRun=All`, configMap('dry', { data: { a: 'b' } })),
      read(`${MAPS}/dry`),
      post(MAPS, configMap('wet', { data: { a: 'b' } })),
      put(`${MAPS}/wet?dryRun=All`, configMap('wet', { data: { a: 'c' } })),
      merge(`${MAPS}/wet?dryRun=All`, { data: { a: 'd' } }),
      apply(`${MAPS}/wet?dryRun=All&fieldManager=me&force=true`, configMap('wet', { data: { a: 'e' } })),
      remove(`${MAPS}/wet?dryRun=All`),
      read(`${MAPS}/wet`),
      post(`${TOYS}?dryRun=All`, gadget('dry')),
      post(`${TOYS}?dryRun=All`, gadget('dry', { colour: 'pink' })),
      read(`${TOYS}/dry`),
      post(`${ACCOUNTS}?dryRun=All`, account('dry')),
    ],
  },
  {
    title: 'field validation',
    steps: [
      post(`${TOYS}?fieldValidation=Ignore`, gadget('ignored', { nosuch: 1 })),
      post(`${TOYS}?fieldValidation=Warn`, gadget('warned', { nosuch: 1, other: { deep: 2 } })),
      post(`${TOYS}?fieldValidation=Strict`, gadget('strict', { nosuch: 1 })),
      post(TOYS, gadget('parts', { parts: [{ name: 'lid', nosuch: 1 }] })),
      merge(`${TOYS}/warned?fieldValidation=Warn`, { spec: { nosuch: 2 } }),
      merge(`${TOYS}/warned?fieldValidation=Strict`, { spec: { nosuch: 2 } }),
      json(`${TOYS}/warned?fieldValidation=Strict`, [{ op: 'add', path: '/spec/nosuch', value: 3 }]),
      merge(`${TOYS}/warned/status?fieldValidation=Strict`, { status: { nosuch: 1 } }),
      { ...post(`${TOYS}?fieldValidation=Strict`, '{"apiVersion":"toys.example.io/v1","kind":"Gadget","metadata":{"name":"twice"},"spec":{"colour":"red","colour":"blue"}}'), contentType: 'application/json' },
      { ...post(TOYS, '{"apiVersion":"toys.example.io/v1","kind":"Gadget","metadata":{"name":"twice"},"spec":{"colour":"red","colour":"blue"}}'), contentType: 'application/json' },
    ],
  },
  {
    title: 'the schema of a custom kind',
    steps: [
      post(PLANT, machine('bare')),
      post(PLANT, machine('empty', {})),
      post(PLANT, machine('nested', { nested: {}, parts: [{ name: 'a' }, { name: 'b', count: 2 }] })),
      post(PLANT, machine('number', { port: 80 })),
      post(PLANT, machine('word', { port: 'http' })),
      post(PLANT, machine('neither', { port: {} })),
      post(PLANT, machine('null', { nothing: null, mode: null })),
      post(PLANT, machine('not-null', { address: null, weight: null })),
      post(PLANT, machine('free', { anything: { a: [1, { b: null }] }, unknown: 1 })),
      post(PLANT, machine('map', { limits: { a: 1, b: -1 } })),
      post(PLANT, machine('map-too-big', { limits: { a: 1, b: 1, c: 1 } })),
      post(PLANT, machine('set', { words: ['a', 'b', 'a'] })),
      post(PLANT, machine('keys', { parts: [{ name: 'a' }, { name: 'a' }] })),
      post(PLANT, machine('keyless', { parts: [{ count: 1 }] })),
      post(PLANT, machine('embedded', { template: { apiVersion: 'v1', kind: 'Thing', metadata: { name: 'inner', labels: { a: 'b' }, nosuch: 1 }, free: true } })),
      post(PLANT, machine('embedded-nameless', { template: { metadata: {} } })),
      post(PLANT, machine('formats', { address: 'nonsense' })),
      post(PLANT, machine('dates', { since: 'yesterday' })),
      post(PLANT, machine('many', { mode: 'other', weight: 0.7, code: 'ABCD', low: 'x' })),
      post(PLANT, machine('numbers', { weight: 0 })),
      post(PLANT, machine('fraction', { low: 1.5 })),
      post(PLANT, { ...machine('list'), spec: [] }),
      post(PLANT, { ...machine('text'), spec: 'x' }),
    ],
  },
  {
    title: 'rules in CEL',
    steps: [
      post(PLANT, machine('right', { low: 1, high: 2, fixed: 'a' })),
      post(PLANT, machine('wrong', { low: 2, high: 1 })),
      post(PLANT, machine('word', { words: ['forbidden'] })),
      merge(`${PLANT}/right`, { spec: { low: 5 } }),
      merge(`${PLANT}/right`, { spec: { fixed: 'b' } }),
      merge(`${PLANT}/right`, { spec: { fixed: null } }),
      merge(`${PLANT}/right/status`, { status: { phase: 'Ready' } }),
      post(DEFINITIONS, definition('unreadables', 'Unreadable', { type: 'object', properties: { a: { type: 'integer' } }, 'x-kubernetes-validations': [{ rule: 'self.a >' }] })),
      post(DEFINITIONS, definition('unknowns', 'Unknown', { type: 'object', properties: { a: { type: 'integer' } }, 'x-kubernetes-validations': [{ rule: 'self.b > 1' }] })),
      post(DEFINITIONS, definition('untrues', 'Untrue', { type: 'object', properties: { a: { type: 'integer' } }, 'x-kubernetes-validations': [{ rule: 'self.a + 1' }] })),
      post(DEFINITIONS, definition('ruleless', 'Ruleless', { type: 'object', properties: { a: { type: 'integer' } }, 'x-kubernetes-validations': [{ rule: '' }] })),
    ],
  },
  {
    title: 'patches',
    steps: [
      post(MAPS, configMap('one', { data: { a: 'b', c: 'd' } })),
      json(`${MAPS}/one`, [{ op: 'add', path: '/data/e', value: 'f' }, { op: 'remove', path: '/data/a' }, { op: 'replace', path: '/data/c', value: 'x' }, { op: 'copy', from: '/data/c', path: '/data/y' }, { op: 'move', from: '/data/e', path: '/data/z' }, { op: 'test', path: '/data/y', value: 'x' }]),
      json(`${MAPS}/one`, [{ op: 'add', path: '/data/half', value: 'done' }, { op: 'remove', path: '/data/nosuch' }]),
      read(`${MAPS}/one`),
      json(`${MAPS}/one`, [{ op: 'add', path: '/metadata/labels/example.io~1key', value: 'v' }]),
      json(`${MAPS}/one`, []),
      merge(`${MAPS}/one`, { data: { c: null, n: 'new' }, metadata: { labels: null } }),
      merge(`${MAPS}/one`, { data: null }),
      merge(`${MAPS}/one`, {}),
      strategic(`${MAPS}/one`, { data: { s: 't' }, metadata: { finalizers: ['example.io/a'] } }),
      strategic(`${MAPS}/one`, { metadata: { finalizers: ['example.io/b'] } }),
      strategic(`${MAPS}/one`, { metadata: { '$deleteFromPrimitiveList/finalizers': ['example.io/a', 'example.io/b'] } }),
      strategic(`${MAPS}/one`, { data: { $patch: 'replace', only: 'this' } }),
      post(ACCOUNTS, { ...account('one'), secrets: [{ name: 'a' }, { name: 'b' }] }),
      strategic(`${ACCOUNTS}/one`, { secrets: [{ name: 'c' }], imagePullSecrets: [{ name: 'p' }] }),
      strategic(`${ACCOUNTS}/one`, { secrets: [{ name: 'b' }, { name: 'd' }] }),
      strategic(`${ACCOUNTS}/one`, { secrets: [{ name: 'a' }, { name: 'd' }, { name: 'c' }, { name: 'e' }] }),
      strategic(`${ACCOUNTS}/one`, { secrets: [{ name: 'a', $patch: 'delete' }] }),
      strategic(`${ACCOUNTS}/one`, { '$setElementOrder/secrets': [{ name: 'c' }, { name: 'b' }], secrets: [{ name: 'c' }] }),
      strategic(`${ACCOUNTS}/one`, { '$retainKeys': ['metadata'], metadata: {} }),
      strategic(`${TOYS}/nosuch`, {}),
    ],
  },
  {
    title: 'preconditions',
    steps: [
      post(MAPS, configMap('one')),
      put(`${MAPS}/one`, { ...configMap('one'), metadata: { name: 'one', uid: '11111111-1111-1111-1111-111111111111' } }),
      put(`${MAPS}/one`, { ...configMap('one'), metadata: { name: 'one', resourceVersion: '1' } }),
      merge(`${MAPS}/one`, { metadata: { resourceVersion: '1' }, data: { a: 'b' } }),
      merge(`${MAPS}/one`, { metadata: { creationTimestamp: null, generation: 7 } }),
      post(MAPS, { ...configMap('two'), metadata: { name: 'two', resourceVersion: '1' } }),
      post(MAPS, { ...configMap('three'), metadata: { name: 'three', uid: '11111111-1111-1111-1111-111111111111', creationTimestamp: '2001-02-03T04:05:06Z' } }),
      remove(`${MAPS}/one`, { apiVersion: 'v1', kind: 'DeleteOptions', preconditions: { uid: '11111111-1111-1111-1111-111111111111' } }),
    ],
  },
  {
    title: 'owner references',
    steps: [
      post(MAPS, { ...configMap('one'), metadata: { name: 'one', ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'x' }] } }),
      post(MAPS, { ...configMap('one'), metadata: { name: 'one', ownerReferences: [{}] } }),
      post(MAPS, { ...configMap('one'), metadata: { name: 'one', ownerReferences: [1, 2].map((uid) => ({ apiVersion: 'v1', kind: 'ConfigMap', name: `x${uid}`, uid: `${uid}`, controller: true })) } }),
      post(MAPS, { ...configMap('one'), metadata: { generateName: 'made-' } }),
    ],
  },
  {
    title: 'whose field is whose',
    steps: [
      withOwners(post(`${MAPS}?fieldManager=maker`, configMap('one', { data: { a: 'b' } }))),
      withOwners(merge(`${MAPS}/one?fieldManager=changer`, { data: { a: 'c', d: 'e' }, metadata: { labels: { x: 'y' } } })),
      withOwners(apply(`${MAPS}/one?fieldManager=applier&force=true`, configMap('one', { data: { a: 'z' } }))),
      withOwners(json(`${MAPS}/one?fieldManager=changer`, [{ op: 'remove', path: '/data/d' }])),
      withOwners(post(`${TOYS}?fieldManager=maker`, gadget('one', { parts: [{ name: 'lid' }], tags: ['x'] }))),
      withOwners(merge(`${TOYS}/one/status?fieldManager=teller`, { status: { phase: 'Ready' } })),
      withOwners(merge(`${TOYS}/one?fieldManager=changer`, { spec: { parts: [{ name: 'lid' }, { name: 'box' }] } })),
      withOwners(post(`${ACCOUNTS}?fieldManager=maker`, { ...account('one'), secrets: [{ name: 'a' }] })),
    ],
  },
];

const kinds: readonly ExchangeScript[] = [
  {
    title: 'ConfigMaps and Secrets',
    steps: [
      post(MAPS, configMap('fixed', { data: { a: 'b' }, immutable: true })),
      merge(`${MAPS}/fixed`, { data: { a: 'c' } }),
      merge(`${MAPS}/fixed`, { immutable: false }),
      merge(`${MAPS}/fixed`, { metadata: { labels: { a: 'b' } } }),
      post(MAPS, configMap('keys', { data: { 'not a key': 'x' } })),
      post(MAPS, configMap('both', { data: { a: 'x' }, binaryData: { a: 'eA==' } })),
      post(SECRETS, secret('plain', { stringData: { user: 'me' }, data: { other: 'eA==' } })),
      post(SECRETS, secret('wrong', { data: { a: 'not base64!' } })),
      merge(`${SECRETS}/plain`, { stringData: { user: 'you' } }),
      merge(`${SECRETS}/plain`, { type: 'other' }),
      post(SECRETS, secret('login', { type: 'kubernetes.io/basic-auth', stringData: { username: 'me' } })),
      post(SECRETS, secret('pull', { type: 'kubernetes.io/dockerconfigjson', stringData: { nosuch: 'x' } })),
      post(SECRETS, secret('tls', { type: 'kubernetes.io/tls', stringData: { 'tls.crt': 'x' } })),
      post(SECRETS, secret('of-nobody', { type: 'kubernetes.io/service-account-token' })),
    ],
  },
  {
    title: 'tokens',
    steps: [
      post(ACCOUNTS, account('someone')),
      post(`${ACCOUNTS}/someone/token`, tokenRequest({ expirationSeconds: 599 })),
      post(`${ACCOUNTS}/someone/token`, tokenRequest({ audiences: ['example'], expirationSeconds: 1200 })),
      post(`${ACCOUNTS}/nosuch/token`, tokenRequest({})),
      post(`${ACCOUNTS}/someone/token`, tokenRequest({ boundObjectRef: { apiVersion: 'v1', kind: 'Secret', name: 'nosuch' } })),
      post('/apis/authentication.k8s.io/v1/tokenreviews', { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', spec: { token: 'nonsense' } }),
      post('/apis/authentication.k8s.io/v1/tokenreviews', { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', spec: {} }),
    ],
  },
  {
    title: 'access reviews',
    steps: [
      post(`${AUTHORIZATION}/subjectaccessreviews`, review('SubjectAccessReview', { resourceAttributes: { verb: 'get', resource: 'secrets' } })),
      post(`${AUTHORIZATION}/subjectaccessreviews`, review('SubjectAccessReview', { user: 'nobody' })),
      post(`${AUTHORIZATION}/subjectaccessreviews`, review('SubjectAccessReview', { user: 'nobody', resourceAttributes: { verb: 'get', resource: 'secrets' }, nonResourceAttributes: { path: '/x', verb: 'get' } })),
      post(`${AUTHORIZATION}/subjectaccessreviews`, { ...review('SubjectAccessReview', { user: 'nobody', nonResourceAttributes: { path: '/x', verb: 'get' } }), metadata: { name: 'named' } }),
      post(`${AUTHORIZATION}/selfsubjectaccessreviews`, review('SelfSubjectAccessReview', {})),
      post(`${AUTHORIZATION}/namespaces/{ns}/localsubjectaccessreviews`, review('LocalSubjectAccessReview', { user: 'nobody', resourceAttributes: { verb: 'get', resource: 'secrets', namespace: 'other' } })),
      post(`${AUTHORIZATION}/selfsubjectrulesreviews`, review('SelfSubjectRulesReview', {})),
      read(`${AUTHORIZATION}/subjectaccessreviews`),
      remove(`${AUTHORIZATION}/subjectaccessreviews`),
    ],
  },
  {
    title: 'Leases and Namespaces',
    steps: [
      post(LEASES, lease({ holderIdentity: 'me', leaseDurationSeconds: 15, acquireTime: '2001-02-03T04:05:06.000000Z', renewTime: '2001-02-03T04:05:06.123456Z', leaseTransitions: 0 })),
      merge(`${LEASES}/leader`, { spec: { leaseDurationSeconds: 0 } }),
      merge(`${LEASES}/leader`, { spec: { leaseTransitions: -1 } }),
      merge(`${LEASES}/leader`, { spec: { renewTime: '2001-02-03T04:05:07Z' } }),
      post('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'Not_A_Namespace' } }),
      remove('/api/v1/namespaces/default'),
      merge('/api/v1/namespaces/{ns}', { spec: { finalizers: [] } }),
      read('/api/v1/namespaces/{ns}'),
    ],
  },
  {
    title: 'definitions that are none',
    steps: [
      post(DEFINITIONS, { ...definition('wrongs', 'Wrong', { type: 'object' }), metadata: { name: 'other.machinery.example.io' } }),
      post(DEFINITIONS, definition('formless', 'Formless', { type: 'object', properties: { a: {} } })),
      post(DEFINITIONS, definition('arrays', 'Arrays', { type: 'object', properties: { a: { type: 'array' } } })),
      post(DEFINITIONS, definition('defaults', 'Defaults', { type: 'object', properties: { a: { type: 'integer', default: 'x' } } })),
      post(DEFINITIONS, definition('keys', 'Keys', { type: 'object', properties: { a: { type: 'array', 'x-kubernetes-list-type': 'map', items: { type: 'object', properties: { name: { type: 'string' } } } } } })),
      post(DEFINITIONS, definition('uniques', 'Uniques', { type: 'object', properties: { a: { type: 'array', uniqueItems: true, items: { type: 'string' } } } })),
      post(DEFINITIONS, definition('both', 'Both', { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: { type: 'string' } })),
    ],
  },
];

/** All of them. */
export const machineryScripts: readonly ExchangeScript[] = [...reading, ...writing, ...kinds];
