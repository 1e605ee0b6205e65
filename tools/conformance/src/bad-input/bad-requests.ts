/** One request that no well-made client sends. */
export interface BadRequest {
  /** What is wrong with it; the name of its recording. */
  readonly says: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** As it goes over the wire, behind the place of the site; nothing makes it tidy on the way. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: () => string;
}

const MAPS = '/api/v1/namespaces/default/configmaps';
/** Created before the requests are sent. */
export const TARGET = 'bad-input';
const ONE = `${MAPS}/${TARGET}`;
const WIDGETS = '/apis/example.org/v1/namespaces/default/widgets';
const JSON_BODY = { 'content-type': 'application/json' };
const MERGE = { 'content-type': 'application/merge-patch+json' };
const JSON_PATCH = { 'content-type': 'application/json-patch+json' };
const APPLY = { 'content-type': 'application/apply-patch+yaml' };
const DEEP = 10_000;
/** Above what a server takes. */
const HUGE = 3 * 1024 * 1024 + 4096;

const object = (rest: string): string => `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"never-there"}${rest}}`;

const posted = (says: string, body: () => string, headers: Readonly<Record<string, string>> = JSON_BODY): BadRequest => ({ says, method: 'POST', path: MAPS, headers, body });
const patched = (says: string, headers: Readonly<Record<string, string>>, body: () => string, query = ''): BadRequest => ({ says, method: 'PATCH', path: ONE + query, headers, body });
const read = (says: string, path: string, headers: Readonly<Record<string, string>> = {}): BadRequest => ({ says, method: 'GET', path, headers });

const bodies: readonly BadRequest[] = [
  posted('an object that ends early', () => '{"apiVersion":"v1","kind":"ConfigMap"'),
  posted('text that is no JSON', () => 'hello'),
  posted('nothing at all', () => ''),
  posted('a list', () => '[]'),
  posted('null', () => 'null'),
  posted('a number', () => '7'),
  posted('an object and more behind it', () => `${object('')} {}`),
  posted('no kind', () => '{"metadata":{"name":"without-kind"}}'),
  posted('another kind', () => '{"apiVersion":"v1","kind":"Secret","metadata":{"name":"never-there"}}'),
  posted('another version', () => '{"apiVersion":"v9","kind":"ConfigMap","metadata":{"name":"never-there"}}'),
  posted('a label that is a number', () => '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"never-there","labels":{"a":1}}}'),
  posted('finalizers that are numbers', () => '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"never-there","finalizers":[1]}}'),
  posted('a name that is none', () => '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"Not A Name"}}'),
  posted('a name with a slash', () => '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a/b"}}'),
  posted('no name', () => '{"apiVersion":"v1","kind":"ConfigMap","metadata":{}}'),
  posted('more than 3 MB', () => object(`,"data":{"a":"${'x'.repeat(HUGE)}"}`)),
  posted('10,000 levels of lists', () => object(`,"extra":${'['.repeat(DEEP)}${']'.repeat(DEEP)}`)),
  posted('10,001 levels of objects', () => object(`,"extra":${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`)),
  { says: '10,000 levels in a custom kind', method: 'POST', path: WIDGETS, headers: JSON_BODY, body: () => `{"apiVersion":"example.org/v1","kind":"Widget","metadata":{"name":"deep"},"spec":${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}}` },
  { says: 'a custom kind that is a list', method: 'POST', path: WIDGETS, headers: JSON_BODY, body: () => '[]' },
  patched('a merge patch of 10,001 levels', MERGE, () => `${'{"data":'.repeat(DEEP + 1)}1${'}'.repeat(DEEP + 1)}`),
  patched('a merge patch of 9,000 levels', MERGE, () => `${'{"data":'.repeat(9_000)}1${'}'.repeat(9_000)}`),
  patched('an apply that is no YAML', APPLY, () => '{a: [', '?fieldManager=me'),
  patched('an apply of nobody', APPLY, () => object('').replace('never-there', TARGET)),
];

const types: readonly BadRequest[] = [
  posted('a body of text', () => object(''), { 'content-type': 'text/plain' }),
  posted('a body of XML', () => object(''), { 'content-type': 'application/xml' }),
  posted('a content type that is none', () => object(''), { 'content-type': ';;;' }),
  posted('a merge patch that is posted', () => object(''), MERGE),
  posted('JSON that says it is protobuf', () => object(''), { 'content-type': 'application/vnd.kubernetes.protobuf' }),
  patched('a patch that says it is JSON', JSON_BODY, () => '{}'),
  patched('a patch of an unknown kind', { 'content-type': 'application/other-patch+json' }, () => '{}'),
  patched('a patch without a content type', {}, () => '{}'),
  read('an answer that nobody can give', ONE, { accept: 'image/png' }),
  read('an answer in a form that nobody knows', ONE, { accept: 'application/json;as=Novel;v=v1;g=meta.k8s.io' }),
];

const patches: readonly BadRequest[] = [
  patched('a merge patch that ends early', MERGE, () => '{"data":'),
  patched('a merge patch that is a list', MERGE, () => '[]'),
  patched('a JSON patch that is an object', JSON_PATCH, () => '{}'),
  patched('a JSON patch with an unknown operation', JSON_PATCH, () => '[{"op":"novel","path":"/data/a"}]'),
  patched('a JSON patch without a path', JSON_PATCH, () => '[{"op":"add","value":"x"}]'),
  patched('a JSON patch of what is not there', JSON_PATCH, () => '[{"op":"remove","path":"/data/nothing/here"}]'),
  patched('a JSON patch whose test fails', JSON_PATCH, () => '[{"op":"test","path":"/metadata/name","value":"other"}]'),
  patched('a JSON patch of __proto__', JSON_PATCH, () => '[{"op":"add","path":"/__proto__/polluted","value":"yes"}]'),
  patched('a JSON patch of constructor', JSON_PATCH, () => '[{"op":"add","path":"/constructor/prototype/polluted","value":"yes"}]'),
  patched('a merge patch of the name', MERGE, () => '{"metadata":{"name":"other"}}'),
  patched('a merge patch of the data with a list', MERGE, () => '{"data":[]}'),
];

const keys: readonly BadRequest[] = [
  posted('__proto__ as a field', () => object(',"__proto__":{"polluted":"yes"}').replace('never-there', 'proto-1')),
  posted('constructor as a field', () => object(',"constructor":{"prototype":{"polluted":"yes"}}').replace('never-there', 'proto-2')),
  posted('__proto__ as a key of the data', () => object(',"data":{"__proto__":"a","constructor":"b"}').replace('never-there', 'proto-3')),
  posted('__proto__ as a label', () => '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"proto-4","labels":{"__proto__":"a"}}}'),
  posted('constructor as a label', () => '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"proto-5","labels":{"constructor":"a"}}}'),
  patched('a merge patch of __proto__', MERGE, () => '{"__proto__":{"polluted":"yes"},"data":{"__proto__":"x"}}'),
  read('a resource named __proto__', '/api/v1/namespaces/default/__proto__'),
  read('a group named constructor', '/apis/constructor/v1/things'),
  read('an object named __proto__', `${MAPS}/__proto__`),
];

const paths: readonly BadRequest[] = [
  read('two dots', `${MAPS}/../secrets`),
  read('two dots at the end', `${MAPS}/..`),
  read('two dots in other letters', `${MAPS}/%2e%2e/secrets`),
  read('one dot', `/api/v1/./namespaces`),
  read('a slash in other letters', `${MAPS}/a%2Fb`),
  read('a slash in other letters at a known place', `/api/v1/namespaces%2Fdefault/configmaps`),
  read('two slashes', `/api/v1//namespaces/default/configmaps`),
  read('two slashes at the end', `${MAPS}//`),
  read('a slash at the end', `${MAPS}/`),
  read('a broken escape', `${MAPS}/%zz`),
  read('a null byte', `${MAPS}/a%00b`),
  read('bytes that are no text', `${MAPS}/%ff%fe`),
  read('a path of no resource', '/api/v1/novels'),
  read('a path of nothing', '/novel'),
  read('a subresource that is not there', `${ONE}/novel`),
  read('a path that is too deep', `${ONE}/status/more/and/more`),
  { says: 'a deletion of a group', method: 'DELETE', path: '/apis/rbac.authorization.k8s.io', headers: {} },
  { says: 'a creation with a name in the path', method: 'POST', path: ONE, headers: JSON_BODY, body: () => object('') },
  { says: 'a replacement without a name', method: 'PUT', path: MAPS, headers: JSON_BODY, body: () => object('') },
  { says: 'a replacement under another name', method: 'PUT', path: ONE, headers: JSON_BODY, body: () => object('') },
  { says: 'a creation in another namespace', method: 'POST', path: MAPS, headers: JSON_BODY, body: () => '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"x","namespace":"other"}}' },
  { says: 'a creation in no namespace', method: 'POST', path: '/api/v1/configmaps', headers: JSON_BODY, body: () => object('') },
];

const queries: readonly BadRequest[] = [
  read('an unknown parameter', `${MAPS}?novel=1`),
  read('a parameter without a value', `${MAPS}?limit`),
  read('a limit that is no number', `${MAPS}?limit=many`),
  read('a limit below zero', `${MAPS}?limit=-1`),
  read('a token that nobody gave', `${MAPS}?limit=1&continue=novel`),
  read('a version that is none', `${MAPS}?resourceVersion=novel`),
  read('a version match without a version', `${MAPS}?resourceVersionMatch=Exact`),
  read('an unknown version match', `${MAPS}?resourceVersion=1&resourceVersionMatch=Novel`),
  read('a label selector that is none', `${MAPS}?labelSelector=a%20in%20(`),
  read('a field selector that is none', `${MAPS}?fieldSelector=novel`),
  read('a field selector of an unknown field', `${MAPS}?fieldSelector=spec.novel%3D1`),
  read('a watch that is neither yes nor no', `${MAPS}?watch=maybe&timeoutSeconds=1&limit=1`),
  read('a watch from no version', `${MAPS}?watch=1&resourceVersion=novel&timeoutSeconds=1`),
  read('a timeout that is no number', `${MAPS}?timeoutSeconds=soon`),
  read('initial events without a match', `${MAPS}?watch=1&sendInitialEvents=true&timeoutSeconds=1`),
  read('initial events of a list', `${MAPS}?sendInitialEvents=true&resourceVersionMatch=NotOlderThan`),
  read('a broken escape in a parameter', `${MAPS}?labelSelector=%zz`),
  { says: 'a dry run that nobody knows', method: 'POST', path: `${MAPS}?dryRun=Some`, headers: JSON_BODY, body: () => object('') },
  { says: 'a field validation that nobody knows', method: 'POST', path: `${MAPS}?dryRun=All&fieldValidation=Novel`, headers: JSON_BODY, body: () => object('') },
  { says: 'a field manager that is too long', method: 'POST', path: `${MAPS}?dryRun=All&fieldManager=${'m'.repeat(200)}`, headers: JSON_BODY, body: () => object('') },
  { says: 'a forced patch that is no apply', method: 'PATCH', path: `${ONE}?force=true`, headers: MERGE, body: () => '{}' },
  { says: 'delete options that are a list', method: 'DELETE', path: `${MAPS}/not-there`, headers: JSON_BODY, body: () => '[]' },
  { says: 'delete options that end early', method: 'DELETE', path: ONE, headers: JSON_BODY, body: () => '{"kind":' },
  { says: 'a propagation that nobody knows', method: 'DELETE', path: `${ONE}?propagationPolicy=Novel`, headers: {} },
];

const typed: readonly BadRequest[] = [
  posted('data that is a list', () => object(',"data":[]')),
  posted('data that is a number', () => object(',"data":1')),
  posted('a value of the data that is a number', () => object(',"data":{"a":1}')),
  patched('a merge patch of the kind', MERGE, () => '{"kind":"Secret"}'),
  patched('a merge patch that takes the kind away', MERGE, () => '{"kind":null,"apiVersion":null}'),
  { says: 'an unknown field where none may be', method: 'POST', path: `${MAPS}?dryRun=All&fieldValidation=Strict`, headers: JSON_BODY, body: () => object(',"novel":1') },
  { says: 'a field twice where none may be', method: 'POST', path: `${MAPS}?dryRun=All&fieldValidation=Strict`, headers: JSON_BODY, body: () => object(',"data":{"a":"b"},"data":{"a":"b"}') },
  { says: 'a field twice where it is told', method: 'POST', path: `${MAPS}?dryRun=All`, headers: JSON_BODY, body: () => object(',"data":{"a":"b","a":"c"}') },
  { says: 'a field twice in a patch where none may be', method: 'PATCH', path: `${ONE}?dryRun=All&fieldValidation=Strict`, headers: MERGE, body: () => '{"data":{"a":"b","a":"c"}}' },
  patched('a JSON patch of the key constructor', JSON_PATCH, () => '[{"op":"add","path":"/data/constructor","value":"x"},{"op":"test","path":"/data/constructor","value":"x"}]'),
  patched('a JSON patch of the key __proto__', JSON_PATCH, () => '[{"op":"add","path":"/data/__proto__","value":"x"},{"op":"test","path":"/data/__proto__","value":"x"}]'),
  patched('a JSON patch of more than 10,000 operations', JSON_PATCH, () => `[${Array.from({ length: DEEP + 1 }, () => '{"op":"test","path":"/metadata/name","value":"bad-input"}').join(',')}]`),
  patched('a JSON patch that copies itself without end', JSON_PATCH, () => `[${Array.from({ length: 60 }, (_, at) => `{"op":"copy","from":"/metadata","path":"/metadata/n${at}"}`).join(',')}]`),
  patched('a strategic patch of 9,000 levels', { 'content-type': 'application/strategic-merge-patch+json' }, () => `${'{"data":'.repeat(9_000)}1${'}'.repeat(9_000)}`),
  patched('a strategic patch of 10,001 levels', { 'content-type': 'application/strategic-merge-patch+json' }, () => `${'{"data":'.repeat(DEEP + 1)}1${'}'.repeat(DEEP + 1)}`),
  patched('a JSON patch of 10,003 levels', JSON_PATCH, () => `[{"op":"add","path":"/novel","value":${'['.repeat(DEEP + 1)}${']'.repeat(DEEP + 1)}}]`),
  patched('an apply of 10,002 levels', APPLY, () => object(`,"data":${'{"a":'.repeat(DEEP + 1)}1${'}'.repeat(DEEP + 1)}`).replace('never-there', TARGET), '?fieldManager=me'),
];

/** All of them, in an order in which none is in the way of another. */
export const badRequests: readonly BadRequest[] = [...bodies, ...types, ...patches, ...keys, ...paths, ...queries, ...typed];
