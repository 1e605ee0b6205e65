/** Requests as chance makes them: most have a thing or two that no well-made client sends. */
import fc from 'fast-check';
import type { BadRequest } from '../bad-input/bad-requests.js';
import { fieldsOf, meanValue, mostly, mostlyWhole, objectText } from './json-text.js';
import type { FieldText } from './json-text.js';
import { everywhere, KINDS } from './kinds.js';
import type { AskedKind } from './kinds.js';

/** A request in which `{space}` and `{version}` stand for the namespace of its round and for the version of its target there. */
export interface ChanceRequest extends Pick<BadRequest, 'method' | 'path'> {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

const NAMES = ['target', 'target', 'target', 'target', 'fresh', 'not-there'];
const MEAN_NAMES = ['..', '.', '__proto__', 'constructor', 'a%2Fb', '%zz', '%00', '%ff', 'Not-A-Name', '-a', 'a_b', '%20', '%C3%A4', '*', 'a:b', 'target%20', 'x'.repeat(254), '%3F', ';', '@'];
const name = fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...NAMES) }, { weight: 2, arbitrary: fc.constantFrom(...MEAN_NAMES) });

const LABELS = ['{"a":"b"}', '{"a":""}', '{"a":"b c"}', '{"a b":"c"}', '{"x/y/z":"c"}', '{"example.org/a":"b"}', '{"Example.org/a":"b"}', `{"a":"${'x'.repeat(64)}"}`, `{"${'x'.repeat(64)}":"a"}`, '{"a":"b","a":"c"}', '{"a":null}', '{"-":"a"}', '{"a":"-"}', '{"a":"ä"}', '{}', 'null'];
const METADATA: Readonly<Record<string, readonly string[]>> = {
  generateName: ['"a-"', '""', '"Not A Name"'],
  namespace: ['"{space}"', '""', '"other"', 'null'],
  labels: LABELS,
  annotations: [...LABELS, '{"A":"b"}'],
  finalizers: ['["example.org/a"]', '["novel"]', '["a b"]', '[""]', '[]', '["example.org/a","example.org/a"]', '["kubernetes"]'],
  ownerReferences: ['[{}]', '[]', '[{"apiVersion":"novel.example/v1","kind":"Novel","name":"a","uid":"b"}]', '[{"apiVersion":"novel.example/v1","kind":"Novel","name":"a"}]', '[{"apiVersion":"novel.example/v1","kind":"Novel","name":"a","uid":"b","controller":true},{"apiVersion":"novel.example/v1","kind":"Novel","name":"c","uid":"d","controller":true}]', '[{"apiVersion":"v1","kind":"Event","name":"a","uid":"b"}]', '[{"apiVersion":"a/b/c","kind":"Novel","name":"a","uid":"b"}]', '[{"apiVersion":"novel.example/v1","kind":"Novel","name":"a","uid":"b","novel":1}]'],
  resourceVersion: ['"{version}"', '"{version}"', '"1"', '"0"', '""', '"novel"', '"-1"', 'null', `"${'9'.repeat(30)}"`],
  uid: ['"novel"', '""', 'null'],
  creationTimestamp: ['null', '"2020-01-01T00:00:00Z"', '"novel"'],
  deletionTimestamp: ['null', '"2020-01-01T00:00:00Z"'],
  deletionGracePeriodSeconds: ['0', '-1', 'null'],
  generation: ['0', '7', '-1'],
  selfLink: ['"/a"', '""'],
  managedFields: ['[]', '[{}]', 'null', '[{"manager":"a","operation":"Update","apiVersion":"v1","fieldsType":"FieldsV1","fieldsV1":{}}]', '[{"manager":"a","operation":"Novel"}]', '[{"fieldsType":"FieldsV1","fieldsV1":{"f:a":1}}]'],
};

const metadataName = (own: string): fc.Arbitrary<string> => mostly(`"${own}"`, `"${own}"`, `"${own}"`, `"${own}"`, `"${own}"`, '"target"', '"fresh"', '""', 'null', '"Not A Name"', '"a/b"', '".."', '"-a"', '"a_b"', '"A"', '"ä"', `"${'x'.repeat(254)}"`, '"__proto__"');

function objectOf(kind: AskedKind, own: string): fc.Arbitrary<string> {
  const metadata = fc.tuple(metadataName(own), fieldsOf(METADATA, 2)).map(([called, more]) => objectText([['name', called], ...more]));
  const head = fc.tuple(mostly(`"${kind.apiVersion}"`), mostly(`"${kind.kind}"`), fc.oneof({ weight: 16, arbitrary: metadata }, { weight: 1, arbitrary: meanValue }));
  return fc.tuple(head, fieldsOf(kind.fields, 3), fc.integer({ min: 0, max: 24 })).map(([[apiVersion, kindName, meta], fields, left]) => {
    const all: FieldText[] = [['apiVersion', apiVersion], ['kind', kindName], ['metadata', meta], ...fields];
    return objectText(all.filter((_, at) => at !== left));
  });
}

function mergePatchOf(kind: AskedKind): fc.Arbitrary<string> {
  const metadata = fieldsOf({ name: ['"target"', '"other"', 'null'], ...METADATA }, 2).map(objectText);
  const top = fieldsOf({ ...kind.fields, apiVersion: [`"${kind.apiVersion}"`, '"novel/v1"', 'null'], kind: [`"${kind.kind}"`, '"Novel"', 'null'] }, 3);
  return fc.tuple(top, fc.option(metadata, { nil: undefined })).map(([fields, meta]) => objectText(meta === undefined ? fields : [...fields, ['metadata', meta]]));
}

/** No others: keys to retain that are no texts end the connection of a real server. */
const DIRECTIVES: readonly FieldText[] = [['$patch', '"replace"'], ['$patch', '"delete"'], ['$patch', '"merge"'], ['$patch', '"novel"'], ['$retainKeys', '["metadata"]'], ['$retainKeys', '[]'], ['$retainKeys', '"a"'], ['$setElementOrder/secrets', '[{"name":"a"}]'], ['$deleteFromPrimitiveList/finalizers', '["example.org/a"]'], ['$deleteFromPrimitiveList/finalizers', '"a"']];

function strategicPatchOf(kind: AskedKind): fc.Arbitrary<string> {
  const directives = fc.array(fc.constantFrom(...DIRECTIVES), { maxLength: 2 }).map(objectText);
  return fc.oneof({ weight: 6, arbitrary: mergePatchOf(kind) }, { weight: 1, arbitrary: directives }, { weight: 1, arbitrary: directives.map((inner) => objectText([['metadata', inner]])) });
}

const POINTERS = ['/data', '/data/a', '/data/c', '/data/x', '/data/__proto__', '/data/constructor', '/data/~0', '/data/~2', '/metadata', '/metadata/name', '/metadata/labels', '/metadata/labels/a', '/metadata/finalizers/-', '/metadata/finalizers/0', '/metadata/finalizers/01', '/metadata/finalizers/9', '/metadata/finalizers/-1', '/metadata/resourceVersion', '/metadata/novel/deep', '/spec', '/spec/color', '/spec/parts/-', '/kind', '/apiVersion', '/status', '/novel', '/', '', 'data', '/data/a/b', '/__proto__/a', '/constructor/prototype/a'];

function jsonPatchOf(kind: AskedKind): fc.Arbitrary<string> {
  const good = Object.values(kind.fields).flat();
  const operation = fc.tuple(mostly('"add"', '"remove"', '"replace"', '"move"', '"copy"', '"test"', '"novel"'), fc.constantFrom(...POINTERS), fc.constantFrom(...POINTERS), fc.oneof(mostly('"b"', ...good), meanValue), fc.integer({ min: 0, max: 9 })).map(([op, path, from, value, left]) =>
    objectText(([['op', op], ['path', JSON.stringify(path)], ['value', value], ['from', JSON.stringify(from)]] as FieldText[]).filter((_, at) => at !== left)),
  );
  return fc.array(operation, { maxLength: 2 }).map((operations) => `[${operations.join(',')}]`);
}

type Parameters = Readonly<Record<string, readonly string[]>>;

const READS: Parameters = {
  limit: ['1', '0', '-1', 'many', '1.5', '99999999999999999999', ''],
  continue: ['novel', ''],
  labelSelector: ['a=b', 'a!=b', 'a in (b,c)', 'a in (', '!a', 'a', ',', 'a==b,c', 'a>1', 'a>b', '%C3%A4', 'a=b c', 'a notin (b)', '=b', 'x/y/z=1', 'a in ()', ''],
  fieldSelector: ['metadata.name=target', 'metadata.namespace={space}', 'novel', 'spec.novel=1', 'metadata.name!=a', 'metadata.name', '=', 'type=Opaque', 'status.phase=Active', 'reason=a', 'involvedObject.name=a', ''],
  resourceVersion: ['0', '', 'novel', '-1', '1.5', '{version}'],
  resourceVersionMatch: ['Exact', 'NotOlderThan', 'Novel', ''],
  timeoutSeconds: ['1', '0', 'soon', '-1', ''],
  allowWatchBookmarks: ['true', 'maybe'],
  sendInitialEvents: ['true', 'false', 'maybe', ''],
  pretty: ['true', 'maybe'],
  includeObject: ['None', 'Object', 'Novel'],
  novel: ['1', ''],
};
const WRITES: Parameters = {
  dryRun: ['All', 'Some', '', 'All&dryRun=All', 'all'],
  fieldValidation: ['Strict', 'Strict', 'Warn', 'Ignore', 'Novel', 'strict', ''],
  fieldManager: ['me', '', 'm'.repeat(128), 'm'.repeat(129), '%C3%A4', '%0A', '%01'],
  force: ['true', 'false', 'maybe', '1', ''],
  pretty: ['true'],
  novel: ['1'],
};
const DELETES: Parameters = { dryRun: ['All', 'Some', ''], propagationPolicy: ['Background', 'Novel', ''], gracePeriodSeconds: ['0', '-1', 'soon', '1.5'], orphanDependents: ['false', 'maybe'], preconditions: ['a'], fieldValidation: ['Novel'], ignoreStoreReadErrorWithClusterBreakingPotential: ['false', 'maybe'] };

function queryOf(parameters: Parameters, most: number): fc.Arbitrary<string> {
  const parameter = fc.constantFrom(...Object.keys(parameters)).chain((key) => fc.constantFrom(...(parameters[key] ?? [])).map((value) => `${key}=${value.replaceAll(' ', '%20')}`));
  return fc.array(fc.oneof({ weight: 16, arbitrary: parameter }, { weight: 1, arbitrary: fc.constantFrom('limit', 'a=%zz', '%zz=a', ';', '&&', 'dryRun', '__proto__=a') }), { maxLength: most }).map((all) => (all.length === 0 ? '' : `?${all.join('&')}`));
}

const ACCEPTS = ['application/json', 'application/json', '*/*', 'application/*', 'application/yaml', 'application/json;as=Table;v=v1;g=meta.k8s.io', 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json', 'application/json;as=Table;v=v9;g=meta.k8s.io', 'application/json;as=Table', 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io', 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io', 'application/json;as=Novel;v=v1;g=meta.k8s.io', 'text/html', 'application/json;q=0.1', 'application/json; charset=utf-8', 'application/json;stream=watch', 'image/png,*/*;q=0.8', ';', ',', 'novel'];
const OTHER_HEADERS: readonly FieldText[] = [['if-match', '"1"'], ['if-none-match', '*'], ['x-http-method-override', 'DELETE'], ['accept-encoding', 'br'], ['content-language', 'de'], ['range', 'bytes=0-1'], ['origin', 'https://example.org'], ['cookie', 'a=b']];

const accept = fc.constantFrom(...ACCEPTS).map((value): FieldText => ['accept', value]);
const other = fc.constantFrom(...OTHER_HEADERS);
const someHeaders = fc.array(fc.oneof({ weight: 3, arbitrary: accept }, { weight: 1, arbitrary: other }), { maxLength: 1 });

function headersWith(contentType: fc.Arbitrary<string>): fc.Arbitrary<Readonly<Record<string, string>>> {
  return fc.tuple(fc.oneof({ weight: 20, arbitrary: contentType }, { weight: 1, arbitrary: fc.constantFrom(...MEAN_TYPES) }), fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: someHeaders })).map(([type, more]) => Object.fromEntries([...(type === '' ? [] : [['content-type', type]]), ...more]));
}

const MEAN_TYPES = ['', ';', 'text/plain', 'application/xml', 'application/json; charset=utf-16', 'APPLICATION/JSON', 'application/json;novel', 'application/yaml', 'application/cbor', 'application/json, application/yaml', 'application/merge-patch+json', 'application/json-patch+json', 'application/x-www-form-urlencoded'];
const JSON_TYPE = fc.constantFrom('application/json', 'application/json', 'application/json', 'application/yaml', 'application/json; charset=utf-8', '');

const kind = fc.constantFrom(...KINDS);
const subresource = fc.oneof({ weight: 12, arbitrary: fc.constant('') }, { weight: 3, arbitrary: fc.constant('/status') }, { weight: 1, arbitrary: fc.constantFrom('/scale', '/token', '/novel', '/', '/status/novel', '/..') });

/** Where writes are not kept, the parameter that says so stands behind all others. */
function kept(asked: AskedKind, path: string, query: string): string {
  if (asked.writes === 'kept') return path + query;
  return `${path}${query === '' ? '?' : `${query}&`}dryRun=All`;
}

const reads = fc.tuple(kind, name, subresource, queryOf(READS, 3), fc.array(accept, { maxLength: 1 }), fc.constantFrom('one', 'all', 'everywhere')).map(([asked, called, sub, query, headers, what]): ChanceRequest => {
  const path = what === 'one' ? `${asked.collection}/${called}${sub}` : what === 'all' ? asked.collection : everywhere(asked);
  return { method: 'GET', path: path + query, headers: Object.fromEntries(headers) };
});

const PATHS = ['/', '/api', '/apis', '/api/v1', '/api/v2', '/apis/rbac.authorization.k8s.io', '/apis/rbac.authorization.k8s.io/v1', '/apis/rbac.authorization.k8s.io/v9', '/apis/rbac.authorization.k8s.io/v1/novels', '/api/v1/novels', '/api/v1/namespaces/{space}', '/api/v1/namespaces/{space}/novels', '/api/v1/namespaces/novel/configmaps', '/api/v1/namespaces/Not-A-Name/configmaps', '/api/v1//configmaps', '/api/v1/configmaps/', '/api/v1/./configmaps', '/api/v1/namespaces/{space}/configmaps/target/', '/api/v1/namespaces/{space}//configmaps', '/API/v1', '/api/V1', '/version', '/version/', '/healthz', '/readyz', '/livez', '/novel', '/openapi/v3/api/v1', '/openapi/v2', '/apis/', '/api/', '/%61pi/v1/namespaces', '/api/v1/namespaces/{space}/configmaps/target?', '/api/v1/namespaces/{space}/configmaps#a', '/apis/events.k8s.io/v1/namespaces/{space}/events/target/status'];
/** What the API says of itself is read; other methods are for its resources. */
const others = fc.tuple(fc.constantFrom<BadRequest['method']>('GET', 'GET', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE'), fc.constantFrom(...PATHS), fc.array(accept.filter(([, value]) => value !== 'application/*'), { maxLength: 1 })).map(([method, path, headers]): ChanceRequest => {
  const isResource = /^\/apis?\/.*(?:novels|configmaps)/.test(path);
  return { method: isResource ? method : 'GET', path, headers: path.startsWith('/api') ? Object.fromEntries(headers) : {} };
});

const creates = fc.tuple(kind, fc.constantFrom('fresh', 'target', '{random}')).chain(([asked, own]) =>
  fc.tuple(mostlyWhole(objectOf(asked, own)), queryOf(WRITES, 2), headersWith(JSON_TYPE), fc.oneof({ weight: 20, arbitrary: fc.constant(asked.collection) }, { weight: 1, arbitrary: fc.constant(everywhere(asked)) }, { weight: 1, arbitrary: name.map((called) => `${asked.collection}/${called}`) })).map(([body, query, headers, path]): ChanceRequest => ({ method: 'POST', path: kept(asked, path, query), headers, body })),
);

const updates = fc.tuple(kind, name, subresource).chain(([asked, called, sub]) =>
  fc.tuple(mostlyWhole(objectOf(asked, called)), queryOf(WRITES, 2), headersWith(JSON_TYPE)).map(([body, query, headers]): ChanceRequest => ({ method: 'PUT', path: kept(asked, `${asked.collection}/${called}${sub}`, query), headers, body })),
);

const PATCHES: readonly { readonly type: string; readonly body: (asked: AskedKind, called: string) => fc.Arbitrary<string> }[] = [
  { type: 'application/merge-patch+json', body: mergePatchOf },
  { type: 'application/json-patch+json', body: jsonPatchOf },
  { type: 'application/strategic-merge-patch+json', body: strategicPatchOf },
  { type: 'application/apply-patch+yaml', body: objectOf },
];

const patches = fc.tuple(kind, name, subresource, fc.constantFrom(...PATCHES)).chain(([asked, called, sub, { type, body }]) =>
  fc.tuple(mostlyWhole(body(asked, called)), queryOf(type.includes('apply') ? { ...WRITES, fieldManager: ['me', 'me', 'me', ''] } : WRITES, 2), headersWith(fc.constant(type))).map(([text, query, headers]): ChanceRequest => ({ method: 'PATCH', path: kept(asked, `${asked.collection}/${called}${sub}`, query), headers, body: text })),
);

const OPTIONS = fieldsOf({ apiVersion: ['"v1"', '"meta.k8s.io/v1"', '"novel/v1"'], kind: ['"DeleteOptions"', '"Novel"'], dryRun: ['["All"]', '["Novel"]', '[]'], gracePeriodSeconds: ['0', '-1', '1'], propagationPolicy: ['"Background"', '"Novel"', '""'], orphanDependents: ['false', 'null'], preconditions: ['{"uid":"novel"}', '{"resourceVersion":"1"}', '{"resourceVersion":"{version}"}', '{}'] }, 3).map(objectText);

const deletes = fc.tuple(kind, name, subresource, fc.option(mostlyWhole(OPTIONS), { nil: undefined }), queryOf(DELETES, 2), headersWith(JSON_TYPE), fc.constantFrom('one', 'one', 'one', 'all')).map(([asked, called, sub, body, query, headers, what]): ChanceRequest => ({
  method: 'DELETE',
  path: kept(asked, what === 'all' && asked.writes === 'kept' ? asked.collection : `${asked.collection}/${called}${sub}`, query),
  headers: body === undefined ? {} : headers,
  ...(body === undefined ? {} : { body }),
}));

/** Any request. */
export const anyRequest: fc.Arbitrary<ChanceRequest> = fc.oneof({ weight: 4, arbitrary: reads }, { weight: 1, arbitrary: others }, { weight: 5, arbitrary: creates }, { weight: 4, arbitrary: updates }, { weight: 6, arbitrary: patches }, { weight: 1, arbitrary: deletes });
