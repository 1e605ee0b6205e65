import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { Server } from 'node:https';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { Agent, request } from 'undici';
import { RawClient, dig } from '../admin/raw-client.js';
import type { RawWatch } from '../admin/raw-watch.js';
import { Canaries } from '../canaries.js';
import { eventually } from '../wait/eventually.js';
import type { Gate } from './gate.js';
import { gateCertificate } from './gate-certificate.js';
import { isWrite } from './gate-request.js';
import { startGate } from './start-gate.js';

const ORDERS = '/services/apiexport/p/orders/clusters/*/apis/example.io/v1/orders';
const SLICE = '/clusters/p/apis/apis.kcp.io/v1alpha1/apiexportendpointslices/orders';

/** A small server that speaks as kcp does, as far as the gate looks at it. */
class Upstream {
  readonly seen: string[] = [];
  readonly watches: ServerResponse[] = [];
  url = '';

  private constructor(
    private readonly server: Server,
    readonly ca: string,
  ) {}

  static async start(): Promise<Upstream> {
    const certificate = await gateCertificate();
    const server = createServer(certificate);
    const upstream = new Upstream(server, certificate.cert);
    server.on('request', (request, response) => {
      upstream.seen.push(`${request.method} ${request.url}`);
      if (request.method === 'POST') void pipeline(request, response);
      else upstream.answer(request.url ?? '', response);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    upstream.url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return upstream;
  }

  /** Sends an event on every open watch. */
  emit(event: unknown): void {
    for (const watch of this.watches) watch.write(`${JSON.stringify(event)}\n`);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }

  private answer(url: string, response: ServerResponse): void {
    const isWatch = url.includes('watch=true');
    if (isWatch) this.watches.push(response);
    response.writeHead(200, { 'content-type': 'application/json' });
    if (isWatch) return response.flushHeaders();
    response.end(JSON.stringify(url.startsWith(SLICE) ? this.slice() : list()));
  }

  private slice(): unknown {
    return { kind: 'APIExportEndpointSlice', status: { endpoints: [{ url: `${this.url}/services/apiexport/p/orders` }] } };
  }
}

function order(cluster: string): unknown {
  return { kind: 'Order', metadata: { name: 'main', annotations: { 'kcp.io/cluster': cluster } } };
}

function list(): unknown {
  return { kind: 'OrderList', items: [order('red'), order('blue')] };
}

describe('the fault gate', () => {
  let upstream: Upstream;
  let gate: Gate;
  let client: RawClient;
  const watches: RawWatch[] = [];

  beforeEach(async () => {
    upstream = await Upstream.start();
    gate = await startGate({ upstream });
    client = RawClient.open({ url: gate.url, ca: gate.ca });
  });
  afterEach(async () => {
    await Promise.all(watches.splice(0).map((watch) => watch.close()));
    await client.close();
    await gate.stop();
    await upstream.stop();
  });

  async function openWatch(path = ORDERS): Promise<RawWatch> {
    const watch = await client.watch(path);
    watches.push(watch);
    return watch;
  }

  it('passes a request and its answer on', async () => {
    const answer = await client.get(ORDERS);
    expect(answer.body).toEqual(list());
  });

  it('passes on what is no text, as clients send that speak protobuf', async () => {
    const sent = Buffer.from([0x6b, 0x38, 0x73, 0x00, 0xff, 0xfe, 0x80]);
    const agent = new Agent({ connect: { ca: gate.ca } });
    const answer = await request(`${gate.url}/apis/example.io/v1/orders`, { method: 'POST', body: sent, dispatcher: agent });
    expect(Buffer.from(await answer.body.arrayBuffer())).toEqual(sent);
    await agent.close();
  });

  it('records what a request asks for and how it was answered', async () => {
    await client.merge('/services/apiexport/p/orders/clusters/red/apis/example.io/v1/namespaces/default/orders/main/status', { status: {} });
    expect(gate.requests()).toMatchObject([
      {
        verb: 'patch',
        cluster: 'red',
        virtualWorkspace: { cluster: 'p', export: 'orders' },
        group: 'example.io',
        resource: 'orders',
        namespace: 'default',
        name: 'main',
        subresource: 'status',
        contentType: 'application/merge-patch+json',
        status: 200,
      },
    ]);
  });

  it('counts writes apart from reads', async () => {
    await client.get(ORDERS);
    await client.post('/clusters/red/api/v1/namespaces', {});
    expect(gate.count(isWrite)).toBe(1);
  });

  it('lets the events of a watch through as they come', async () => {
    const watch = await openWatch();
    upstream.emit({ type: 'ADDED', object: order('red') });
    await expect(watch.next(() => true)).resolves.toEqual({ type: 'ADDED', object: order('red') });
  });

  it('holds the second request that fits, and the server hears of it only when it is released', async () => {
    const hold = gate.hold({ match: ({ resource }) => resource === 'orders', nth: 2 });
    await client.get(`${ORDERS}?n=1`);
    const second = client.get(`${ORDERS}?n=2`);
    await hold.reached();
    expect(upstream.seen).toEqual([`GET ${ORDERS}?n=1`]);
    hold.release();
    await second;
    expect(upstream.seen).toHaveLength(2);
  });

  it('holds an answer back when the server has done the request already', async () => {
    const hold = gate.hold({ match: isWrite }, 'answer');
    const write = client.post('/clusters/red/api/v1/namespaces', {});
    await hold.reached();
    expect(upstream.seen).toEqual(['POST /clusters/red/api/v1/namespaces']);
    hold.release();
    await expect(write).resolves.toMatchObject({ status: 200 });
  });

  it('never tells the server of a request whose client died while it was held', async () => {
    const hold = gate.hold({ match: isWrite });
    const dying = RawClient.open({ url: gate.url, ca: gate.ca });
    const write = dying.post('/clusters/red/api/v1/namespaces', {}).catch(() => 'died');
    await hold.reached();
    await dying.close();
    await write;
    hold.release();
    await client.get(ORDERS);
    expect(upstream.seen).toEqual([`GET ${ORDERS}`]);
  });

  it('answers for the server', async () => {
    gate.answer({ match: () => true, nth: 1 }, { status: 429, headers: { 'retry-after': '1' }, body: { kind: 'Status', code: 429 } });
    await expect(client.get(ORDERS)).resolves.toMatchObject({ status: 429, body: { code: 429 } });
    await expect(client.get(ORDERS)).resolves.toMatchObject({ status: 200 });
  });

  it('cuts a connection', async () => {
    const rule = gate.cut({ match: () => true });
    await expect(client.get(ORDERS)).rejects.toThrow();
    rule.remove();
    await expect(client.get(ORDERS)).resolves.toMatchObject({ status: 200 });
  });

  it('cuts watches that are open', async () => {
    const watch = await openWatch();
    expect(gate.cutOpen(({ verb }) => verb === 'watch')).toBe(1);
    await expect(watch.end).resolves.toBe('broken');
  });

  it('delays a request', async () => {
    gate.delay({ match: () => true }, 100);
    const start = performance.now();
    await client.get(ORDERS);
    expect(performance.now() - start).toBeGreaterThanOrEqual(99);
  });

  it('is a black hole for open watches and new requests until the rule is removed', async () => {
    const watch = await openWatch();
    const rule = gate.silence({ match: () => true });
    const request = client.get(ORDERS).catch(() => 'broken');
    upstream.emit({ type: 'ADDED', object: order('red') });
    await eventually(() => (rule.matched === 1 ? true : undefined));
    expect([watch.isOpen, watch.events]).toEqual([true, []]);
    rule.remove();
    await expect(request).resolves.toBe('broken');
    await expect(watch.end).resolves.toBe('broken');
  });

  it('refuses connections like a server that is gone, and takes them again on the same port', async () => {
    await gate.refuse();
    await expect(client.get(ORDERS)).rejects.toThrow();
    await gate.accept();
    await expect(client.get(ORDERS)).resolves.toMatchObject({ status: 200 });
  });

  it('leads clients to itself for the virtual workspace', async () => {
    const answer = await client.get(SLICE);
    expect(dig(answer.body, 'status', 'endpoints')).toEqual([{ url: `${gate.url}/services/apiexport/p/orders` }]);
  });

  it('leads them to itself in the events of a watch too', async () => {
    const watch = await openWatch(SLICE);
    upstream.emit({ type: 'MODIFIED', object: { status: { endpoints: [{ url: `${upstream.url}/services/apiexport/p/orders` }] } } });
    const event = await watch.next(() => true);
    expect(dig(event, 'object', 'status', 'endpoints', 0, 'url')).toBe(`${gate.url}/services/apiexport/p/orders`);
  });

  it('names a second endpoint when it is asked to', async () => {
    const second = await gate.offerSecondEndpoint(() => false);
    const answer = await client.get(SLICE);
    expect(dig(answer.body, 'status', 'endpoints')).toEqual([{ url: `${gate.url}/services/apiexport/p/orders` }, { url: `${second}/services/apiexport/p/orders` }]);
  });

  it('splits the consumers between the two endpoints', async () => {
    const second = await gate.offerSecondEndpoint((cluster) => cluster === 'blue');
    const other = RawClient.open({ url: second, ca: gate.ca });
    const [here, there] = await Promise.all([client.get(ORDERS), other.get(ORDERS)]);
    await other.close();
    expect([dig(here.body, 'items'), dig(there.body, 'items')]).toEqual([[order('red')], [order('blue')]]);
  });

  it('hands out a kubeconfig with its own address and CA, and the credentials as they were', async () => {
    const text = gate.kubeconfig(
      JSON.stringify({ clusters: [{ name: 'kcp', cluster: { server: `${upstream.url}/clusters/root:a` } }], users: [{ name: 'u', user: { token: 'secret-token' } }] }),
    );
    expect(text).toContain(`server: ${gate.url}/clusters/root:a`);
    expect(text).toContain('token: secret-token');
  });

  it('tells the canaries which tokens passed', async () => {
    const canaries = new Canaries();
    const watched = await startGate({ upstream, canaries });
    const someone = RawClient.open({ url: watched.url, ca: watched.ca, token: () => 'token-of-red' });
    await someone.get(ORDERS);
    await someone.close();
    await watched.stop();
    expect(canaries.search([{ where: 'log', text: 'token-of-red' }])).toHaveLength(1);
  });
});
