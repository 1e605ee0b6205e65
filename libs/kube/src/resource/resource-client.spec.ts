import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readKubeconfig } from '../access/kubeconfig.js';
import { KubeConnection } from '../connection/kube-connection.js';
import { TlsServer, json, text } from '../fixture/tls-server.fixture.js';
import type { Answer } from '../fixture/tls-server.fixture.js';
import { failureOf } from '../fixture/until.fixture.js';
import { ApiNotServed, Gone, NotFound, ServerFault } from './kube-errors.js';
import type { KubeObject, ResourceType } from './kube-object.js';
import type { ResourceClient } from './resource-client.js';
import { NamespaceMismatch, UnsafePathSegment } from './resource-path.js';

const WIDGETS: ResourceType = { group: 'a.io', version: 'v1', plural: 'widgets', kind: 'Widget', scope: 'Namespaced' };
const CRDS: ResourceType = { group: 'apiextensions.k8s.io', version: 'v1', plural: 'customresourcedefinitions', kind: 'CustomResourceDefinition', scope: 'Cluster' };
const REF = { namespace: 'team', name: 'w' };
const PATH = '/apis/a.io/v1/namespaces/team/widgets';

let server: TlsServer;
let connection: KubeConnection;
let widgets: ResourceClient;

beforeEach(async () => {
  server = await TlsServer.start(json(200, widget('w')));
  connection = await KubeConnection.open(readKubeconfig(server.kubeconfig(), { origin: 'cluster', source: 'Secret team/kcp' }));
  widgets = connection.api().resource(WIDGETS);
});
afterEach(async () => {
  await connection.close();
  await server.close();
});

function widget(name: string): KubeObject {
  return { apiVersion: 'a.io/v1', kind: 'Widget', metadata: { name, namespace: 'team', resourceVersion: '7' } };
}

function sent(): unknown {
  const { method, url, headers, body } = server.lastRequest;
  return [`${method} ${url}`, headers['content-type'], body === '' ? undefined : JSON.parse(body)];
}

// Reported as kubernetes-client/javascript#529
describe('each write names its kind', () => {
  it('create', async () => {
    await widgets.create(widget('w'));
    expect(sent()).toEqual([`POST ${PATH}?fieldManager=kcp-runtime`, 'application/json', widget('w')]);
  });

  it('merge patch', async () => {
    await widgets.mergePatch(REF, { spec: { size: null } });
    expect(sent()).toEqual([`PATCH ${PATH}/w?fieldManager=kcp-runtime`, 'application/merge-patch+json', { spec: { size: null } }]);
  });

  it('JSON patch', async () => {
    await widgets.jsonPatch(REF, [{ op: 'remove', path: '/spec/size' }], { fieldManager: 'me' });
    expect(sent()).toEqual([`PATCH ${PATH}/w?fieldManager=me`, 'application/json-patch+json', [{ op: 'remove', path: '/spec/size' }]]);
  });

  it('server-side apply', async () => {
    await widgets.apply(widget('w'), { fieldManager: 'publisher', force: true });
    expect(sent()).toEqual([`PATCH ${PATH}/w?fieldManager=publisher&force=true`, 'application/apply-patch+yaml', widget('w')]);
  });

  it('merge patch of the status', async () => {
    await widgets.status.mergePatch(REF, { status: { phase: 'Ready' } });
    expect(sent()).toEqual([`PATCH ${PATH}/w/status?fieldManager=kcp-runtime`, 'application/merge-patch+json', { status: { phase: 'Ready' } }]);
  });

  it('JSON patch of the status', async () => {
    await widgets.status.jsonPatch(REF, []);
    expect(sent()).toEqual([`PATCH ${PATH}/w/status?fieldManager=kcp-runtime`, 'application/json-patch+json', []]);
  });

  it('delete, with its preconditions', async () => {
    await widgets.delete(REF, { uid: 'u1', resourceVersion: '7' });
    const preconditions = { uid: 'u1', resourceVersion: '7' };
    expect(sent()).toEqual([`DELETE ${PATH}/w`, 'application/json', { apiVersion: 'v1', kind: 'DeleteOptions', preconditions }]);
  });
});

describe('a delete', () => {
  it('answers nothing when the object is gone', async () => {
    server.answer = json(200, { kind: 'Status', status: 'Success', details: { uid: 'u1' } });
    expect(await widgets.delete(REF)).toBeUndefined();
  });

  it('answers the object while finalizers hold it', async () => {
    server.answer = json(200, { ...widget('w'), metadata: { name: 'w', deletionTimestamp: '2030-01-01T00:00:00Z' } });
    expect((await widgets.delete(REF))?.metadata.deletionTimestamp).toBe('2030-01-01T00:00:00Z');
  });
});

describe('an object on the wire', () => {
  const schema = {
    type: 'object',
    'x-kubernetes-validations': [{ rule: 'self.a == oldSelf.a' }],
    properties: { plan: { enum: ['shared'] }, port: { 'x-kubernetes-int-or-string': true }, free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
  };
  const definition: KubeObject = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: 'widgets.a.io' }, spec: { schema } };

  // Reported as kubernetes-client/javascript#2483
  it('keeps every key, whatever a client library knows of it', async () => {
    server.answer = (request, response) => json(201, JSON.parse(request.body))(request, response);
    const created = await connection.api().resource(CRDS).create(definition);
    expect([JSON.parse(server.lastRequest.body), created]).toEqual([definition, definition]);
  });

  it('keeps the case of its name', async () => {
    await connection.api().resource(CRDS).get({ name: 'MyRole' });
    expect(server.lastRequest.path).toMatch(/\/MyRole$/);
  });

  it('keeps its dates as strings', async () => {
    server.answer = json(200, { ...widget('w'), metadata: { name: 'w', creationTimestamp: '2030-01-01T00:00:00Z' } });
    expect((await widgets.get(REF)).metadata.creationTimestamp).toBe('2030-01-01T00:00:00Z');
  });
});

describe('a name that would lead elsewhere', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['get', () => widgets.get({ namespace: 'team', name: '../../secrets/admin' })],
    ['delete', () => widgets.delete({ namespace: 'team', name: '' })],
    ['mergePatch', () => widgets.mergePatch({ namespace: '..', name: 'w' }, {})],
    ['jsonPatch', () => widgets.jsonPatch({ namespace: 'team', name: '%2e%2e' }, [])],
    ['status.mergePatch', () => widgets.status.mergePatch({ namespace: 'team', name: '.' }, {})],
    ['apply', () => widgets.apply(widget('w/status'), { fieldManager: 'me' })],
    ['list', () => widgets.list({ namespace: 'a/../b' })],
  ])('is refused by %s before anything is sent', async (_verb, call) => {
    expect(await failureOf(Promise.resolve().then(call))).toBeInstanceOf(UnsafePathSegment);
    expect(server.seen).toEqual([]);
  });

  it('is refused as a create without a namespace', async () => {
    const homeless: KubeObject = { apiVersion: 'a.io/v1', kind: 'Widget', metadata: { name: 'w' } };
    expect(await failureOf(Promise.resolve().then(() => widgets.create(homeless)))).toBeInstanceOf(NamespaceMismatch);
  });
});

describe('a read of what is not there', () => {
  it('is NotFound', async () => {
    server.answer = json(404, { kind: 'Status', code: 404, reason: 'NotFound', details: { name: 'w', group: 'a.io', kind: 'widgets' } });
    expect(await failureOf(widgets.get(REF))).toBeInstanceOf(NotFound);
  });

  it('is ApiNotServed when the whole API is not there', async () => {
    server.answer = text(404, '404 page not found\n');
    expect(await failureOf(widgets.get(REF))).toBeInstanceOf(ApiNotServed);
  });
});

describe('a list', () => {
  /** Pages of one item each; the continue token is the number of the next. */
  function pages(names: readonly string[], version = 'v1'): Answer {
    return (request, response) => {
      const at = Number(request.query.get('continue') ?? 0);
      const next = at + 1 < names.length ? String(at + 1) : '';
      json(200, { metadata: { resourceVersion: `${version}-${at}`, continue: next }, items: [{ metadata: { name: names[at] } }] })(request, response);
    };
  }

  it('is complete, though it comes in pages of 500', async () => {
    server.answer = pages(['a', 'b', 'c']);
    const { items } = await widgets.list({ labelSelector: 'x=y', fieldSelector: 'metadata.name=a' });
    expect(items.map((item) => item.metadata.name)).toEqual(['a', 'b', 'c']);
    expect(server.seen.map(({ url }) => url.split('?')[1])).toEqual([
      'labelSelector=x%3Dy&fieldSelector=metadata.name%3Da&limit=500',
      'labelSelector=x%3Dy&fieldSelector=metadata.name%3Da&limit=500&continue=1',
      'labelSelector=x%3Dy&fieldSelector=metadata.name%3Da&limit=500&continue=2',
    ]);
  });

  it('has the version of its first page', async () => {
    server.answer = pages(['a', 'b']);
    expect((await widgets.list()).resourceVersion).toBe('v1-0');
  });

  it('says of each item what it is, as lists of built-in kinds do not', async () => {
    server.answer = pages(['a']);
    expect((await widgets.list()).items).toMatchObject([{ apiVersion: 'a.io/v1', kind: 'Widget' }]);
  });

  it('may be of one namespace and of other pages', async () => {
    server.answer = pages(['a']);
    await widgets.list({ namespace: 'team', limit: 10 });
    expect(server.lastRequest.url).toBe(`${PATH}?limit=10`);
  });

  it('starts afresh when a page has become too old', async () => {
    let isExpired = true;
    server.answer = (request, response) => {
      if (request.query.get('continue') !== '1' || !isExpired) return pages(['a', 'b'], isExpired ? 'old' : 'new')(request, response);
      isExpired = false;
      return json(410, { kind: 'Status', code: 410, reason: 'Expired' })(request, response);
    };
    const { items, resourceVersion } = await widgets.list();
    expect([items.map((item) => item.metadata.name), resourceVersion]).toEqual([['a', 'b'], 'new-0']);
  });

  it('gives up when its pages are always too old', async () => {
    server.answer = json(410, { kind: 'Status', code: 410, reason: 'Expired' });
    expect(await failureOf(widgets.list())).toBeInstanceOf(Gone);
    expect(server.seen).toHaveLength(4);
  });

  it('takes null for no items', async () => {
    server.answer = json(200, { metadata: { resourceVersion: '1' }, items: null });
    expect((await widgets.list()).items).toEqual([]);
  });

  it('does not take anything else for a list', async () => {
    server.answer = json(200, { hello: 'world' });
    expect(await failureOf(widgets.list())).toBeInstanceOf(ServerFault);
  });
});
