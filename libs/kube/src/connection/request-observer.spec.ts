import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readKubeconfig } from '../access/kubeconfig.js';
import { TlsServer, json } from '../fixture/tls-server.fixture.js';
import { failureOf } from '../fixture/until.fixture.js';
import { KubeConnection } from './kube-connection.js';
import type { SentRequest } from './request-observer.js';

let server: TlsServer;
let connection: KubeConnection;
let heard: SentRequest[];

beforeEach(async () => {
  heard = [];
  server = await TlsServer.start();
  const access = readKubeconfig(server.kubeconfig(), { origin: 'cluster', source: 'test' });
  connection = await KubeConnection.open(access, { observer: { sent: (request) => heard.push(request) } });
});
afterEach(async () => {
  await connection.close();
  await server.close();
});

const host = (): string => `127.0.0.1:${server.port}`;

describe('whoever counts requests', () => {
  it('hears of one with its answer, and how long that took', async () => {
    await connection.api().request({ method: 'GET', path: '/readyz' });
    expect(heard).toEqual([{ method: 'GET', host: host(), code: '200', seconds: expect.any(Number) }]);
  });

  it('hears of one that was refused', async () => {
    server.answer = json(409, { kind: 'Status', code: 409, reason: 'Conflict' });
    await failureOf(connection.api().request({ method: 'PATCH', path: '/api/v1/namespaces/red', body: {}, contentType: 'application/merge-patch+json' }));
    expect(heard).toMatchObject([{ method: 'PATCH', code: '409' }]);
  });

  it('hears of one that nobody answered', async () => {
    server.answer = (_request, response) => void response.destroy();
    await failureOf(connection.api().request({ method: 'GET', path: '/readyz' }));
    expect(heard).toMatchObject([{ host: host(), code: '<error>' }]);
  });

  it('hears of a stream when it begins, without a time', async () => {
    const stream = await connection.api().stream({ method: 'GET', path: '/api/v1/namespaces', query: { watch: true } });
    stream.close();
    expect(heard).toEqual([{ method: 'GET', host: host(), code: '200', seconds: undefined }]);
  });
});
