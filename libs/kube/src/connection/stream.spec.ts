import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readKubeconfig } from '../access/kubeconfig.js';
import { TlsServer, json, text } from '../fixture/tls-server.fixture.js';
import { failureOf, until } from '../fixture/until.fixture.js';
import { ApiNotServed, ConnectionClosed, TimedOut, Unreachable } from '../resource/kube-errors.js';
import type { KubeStream } from '../resource/kube-request.js';
import { ManualClock } from '../time/manual-clock.js';
import { STREAM_OPTIONS } from './dispatchers.js';
import type { KubeApi } from './kube-api.js';
import { KubeConnection } from './kube-connection.js';
import type { KubeConnectionOptions } from './kube-connection.js';

const WATCH = { method: 'GET', path: '/apis/a.io/v1/widgets', query: { watch: true } } as const;

let server: TlsServer;
let connection: KubeConnection | undefined;
/** The open watches, as the server sees them. */
let watches: ServerResponse[];

beforeEach(async () => {
  watches = [];
  server = await TlsServer.start((request, response) => {
    if (request.path === '/stalled') return void response.writeHead(200).flushHeaders();
    if (!request.query.has('watch')) return json(200, {})(request, response);
    response.writeHead(200).flushHeaders();
    watches.push(response);
  });
});
afterEach(async () => {
  await connection?.close();
  await server.close();
});

async function open(options?: KubeConnectionOptions): Promise<KubeApi> {
  connection = await KubeConnection.open(readKubeconfig(server.kubeconfig(), { origin: 'cluster', source: 'Secret team/kcp' }), options);
  return connection.api();
}

async function collect(stream: KubeStream, into: string[]): Promise<void> {
  for await (const chunk of stream.chunks) into.push(chunk.toString('utf8'));
}

describe('a stream', () => {
  it('gives its chunks as they come and ends with the server', async () => {
    const stream = await (await open()).stream(WATCH);
    const got: string[] = [];
    const ended = collect(stream, got);
    watches[0]?.write('one\n');
    await until('the first chunk', () => got.join('') === 'one\n');
    watches[0]?.end('two\n');
    await ended;
    expect(got.join('')).toBe('one\ntwo\n');
  });

  it('has a connection of its own: writes do not wait behind twenty watches', async () => {
    const api = await open({ requestSockets: 2 });
    const streams = await Promise.all(Array.from({ length: 20 }, () => api.stream(WATCH)));
    await Promise.all(Array.from({ length: 50 }, (_, count) => api.request({ method: 'PATCH', path: `/apis/a.io/v1/widgets/w${count}`, body: {} })));
    const ofStreams = new Set(server.seen.filter(({ method }) => method === 'GET').map((seen) => seen.connection));
    const ofWrites = new Set(server.seen.filter(({ method }) => method === 'PATCH').map((seen) => seen.connection));
    expect([ofStreams.size, [...ofWrites].filter((connection) => ofStreams.has(connection))]).toEqual([20, []]);
    for (const stream of streams) stream.close();
  });

  // Reported as nodejs/undici#5524
  it('does not offer HTTP/2, and neither do requests: one session would make them wait for each other', async () => {
    const api = await open();
    await api.stream(WATCH);
    await api.request({ method: 'GET', path: '/readyz' });
    expect([...server.offered]).toEqual(['http/1.1']);
  });

  // Reported as folio-pro/kdashboard#60
  it('may be silent for longer than any request may take', async () => {
    expect(STREAM_OPTIONS.bodyTimeout).toBe(0);
    const api = await open({ timeoutMs: 100 });
    const got: string[] = [];
    const ended = collect(await api.stream(WATCH), got);
    // Another answer that stops in its middle is given up by now.
    await failureOf(api.request({ method: 'GET', path: '/stalled' }));
    watches[0]?.end('late');
    await ended;
    expect(got).toEqual(['late']);
  });

  it('lifts its deadline with the head of the answer', async () => {
    const clock = new ManualClock();
    const stream = await (await open({ clock })).stream(WATCH);
    await clock.advance(10 * 60_000);
    const got: string[] = [];
    const ended = collect(stream, got);
    watches[0]?.end('late');
    await ended;
    expect(got).toEqual(['late']);
  });

  it('is given up when the head of the answer does not come', async () => {
    server.answer = () => undefined;
    const clock = new ManualClock();
    const failed = failureOf((await open({ clock, timeoutMs: 5000 })).stream(WATCH));
    await until('the request is there', () => server.seen.length === 1);
    await clock.advance(5000);
    expect(await failed).toBeInstanceOf(TimedOut);
  });

  it('that is refused is an error as for any request', async () => {
    server.answer = text(404, '404 page not found\n');
    expect(await failureOf((await open()).stream(WATCH))).toBeInstanceOf(ApiNotServed);
  });

  it('that breaks says so', async () => {
    const stream = await (await open()).stream(WATCH);
    const failed = failureOf(collect(stream, []));
    server.cut();
    expect(await failed).toBeInstanceOf(Unreachable);
  });

  it('ends with the reason of its signal', async () => {
    const stop = new AbortController();
    const stream = await (await open()).stream({ ...WATCH, signal: stop.signal });
    const failed = failureOf(collect(stream, []));
    stop.abort('enough');
    expect(await failed).toBe('enough');
  });

  it('ends quietly when its reader closes it, and its socket with it', async () => {
    const stream = await (await open()).stream(WATCH);
    const ended = collect(stream, []);
    stream.close();
    stream.close();
    await ended;
    await until('the socket is closed', () => server.openConnections === 0);
  });

  it('closes its socket when the reader stops reading', async () => {
    const stream = await (await open()).stream(WATCH);
    watches[0]?.write('one');
    for await (const _chunk of stream.chunks) break;
    await until('the socket is closed', () => server.openConnections === 0);
  });

  it('that nobody reads can be closed', async () => {
    const stream = await (await open()).stream(WATCH);
    stream.close();
    await until('the socket is closed', () => server.openConnections === 0);
  });

  it('ends with the connection', async () => {
    const stream = await (await open()).stream(WATCH);
    const failed = failureOf(collect(stream, []));
    await connection?.close();
    expect(await failed).toBeInstanceOf(ConnectionClosed);
  });
});
