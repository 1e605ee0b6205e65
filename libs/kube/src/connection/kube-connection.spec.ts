import { getEventListeners } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readKubeconfig } from '../access/kubeconfig.js';
import type { KubeconfigReading } from '../access/kubeconfig.js';
import { TlsServer, identityFor, json, text } from '../fixture/tls-server.fixture.js';
import type { Answer } from '../fixture/tls-server.fixture.js';
import { failureOf, until } from '../fixture/until.fixture.js';
import {
  ConnectionClosed, KubeError, ServerFault, TimedOut, Unauthorized, Unreachable,
} from '../resource/kube-errors.js';
import { UnsafePathSegment } from '../resource/resource-path.js';
import { ManualClock } from '../time/manual-clock.js';
import { KubeConnection } from './kube-connection.js';
import type { KubeConnectionOptions } from './kube-connection.js';

const FROM_CLUSTER: KubeconfigReading = { origin: 'cluster', source: 'Secret team/kcp' };
const TOKEN = 'token-of-the-provider';

let server: TlsServer;
let folder: string;
const opened: KubeConnection[] = [];

beforeEach(async () => {
  server = await TlsServer.start();
  folder = mkdtempSync(join(tmpdir(), 'connection-'));
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((connection) => connection.close()));
  await server.close();
  rmSync(folder, { recursive: true });
});

async function open(kubeconfig = server.kubeconfig(), options?: KubeConnectionOptions, reading = FROM_CLUSTER): Promise<KubeConnection> {
  const connection = await KubeConnection.open(readKubeconfig(kubeconfig, reading), options);
  opened.push(connection);
  return connection;
}

/** Knows one token only, which a test may change. */
function knowing(accepted: { token: string }): Answer {
  return (request, response) => {
    const isKnown = request.headers.authorization === `Bearer ${accepted.token}`;
    json(isKnown ? 200 : 401, isKnown ? {} : { kind: 'Status', code: 401, reason: 'Unauthorized' })(request, response);
  };
}

describe('requests', () => {
  it('say who we are', async () => {
    await (await open()).api().request({ method: 'GET', path: '/readyz' });
    expect(server.lastRequest.headers.authorization).toBe(`Bearer ${TOKEN}`);
  });

  it('show the client certificate of the kubeconfig', async () => {
    const { cert, key } = await identityFor('provider');
    const user = { 'client-certificate-data': Buffer.from(cert).toString('base64'), 'client-key-data': Buffer.from(key).toString('base64') };
    await (await open(server.kubeconfig({ user }))).api().request({ method: 'GET', path: '/readyz' });
    expect([server.lastRequest.peer, server.lastRequest.headers.authorization]).toEqual(['provider', undefined]);
  });

  it('of somebody else carry his token, and neither the certificate nor the credential of the kubeconfig', async () => {
    const { cert, key } = await identityFor('provider');
    const user = { 'client-certificate-data': Buffer.from(cert).toString('base64'), 'client-key-data': Buffer.from(key).toString('base64') };
    for (const kubeconfig of [server.kubeconfig({ user }), server.kubeconfig()]) {
      const connection = await open(kubeconfig);
      await connection.apiAs('token-of-a-worker', `${server.url}/clusters/red`).request({ method: 'GET', path: '/readyz' });
      expect([server.lastRequest.peer, server.lastRequest.headers.authorization]).toEqual([undefined, 'Bearer token-of-a-worker']);
    }
  });

  it('of somebody else end with the connection', async () => {
    const connection = await open();
    const api = connection.apiAs('token-of-a-worker', server.url);
    await connection.close();
    await expect(api.request({ method: 'GET', path: '/readyz' })).rejects.toThrow(ConnectionClosed);
  });

  it('go below the path of the server', async () => {
    const connection = await open(server.kubeconfig({ cluster: { server: `${server.url}/clusters/root:team/` } }));
    await connection.api().request({ method: 'GET', path: '/api/v1/secrets', query: { limit: 5, continue: undefined } });
    expect(server.lastRequest.url).toBe('/clusters/root:team/api/v1/secrets?limit=5');
  });

  // Reported as kubernetes-client/javascript#2893
  it('share two connections at most when they come one after the other', async () => {
    const api = (await open()).api();
    for (let count = 0; count < 500; count += 1) await api.request({ method: 'GET', path: '/readyz' });
    expect(server.connections).toBeLessThanOrEqual(2);
  });

  it('use no more sockets than they may', async () => {
    const api = (await open(undefined, { requestSockets: 3 })).api();
    await Promise.all(Array.from({ length: 60 }, () => api.request({ method: 'GET', path: '/readyz' })));
    expect(server.connections).toBe(3);
  });

  it('reach another host with the same CA and identity, as an endpoint slice asks for', async () => {
    const shard = await TlsServer.start(json(200, {}), server.identity);
    await (await open()).api(`${shard.url}/services/apiexport/2pd/orders/clusters/*`).request({ method: 'GET', path: '/apis/a.io/v1/widgets' });
    expect([shard.lastRequest.path, shard.lastRequest.headers.authorization]).toEqual([
      '/services/apiexport/2pd/orders/clusters/*/apis/a.io/v1/widgets',
      `Bearer ${TOKEN}`,
    ]);
    await shard.close();
  });

  it('are refused when their path climbs', async () => {
    const api = (await open()).api();
    expect(await failureOf(api.request({ method: 'GET', path: '/api/%2e%2e/secrets' }))).toBeInstanceOf(UnsafePathSegment);
    expect(server.seen).toEqual([]);
  });

  it('give what the server warned about', async () => {
    server.answer = json(200, {}, { warning: '299 - "unknown field \\"spec.x\\"", 299 - "deprecated"' });
    const { warnings } = await (await open()).api().request({ method: 'GET', path: '/readyz' });
    expect(warnings).toEqual(['unknown field "spec.x"', 'deprecated']);
  });

  it('do not take a login page for an answer', async () => {
    server.answer = text(200, '<html>log in</html>');
    const answer = await (await open()).api().request({ method: 'GET', path: '/readyz' });
    expect(() => answer.json()).toThrow(ServerFault);
  });

  it('do not follow a redirect with our token', async () => {
    const other = await TlsServer.start(json(200, {}), server.identity);
    server.answer = (_request, response) => void response.writeHead(302, { location: other.url }).end();
    expect(await failureOf((await open()).api().request({ method: 'GET', path: '/readyz' }))).toBeInstanceOf(ServerFault);
    expect(other.seen).toEqual([]);
    await other.close();
  });

  it('never tell the token, though the server sends it back', async () => {
    server.answer = (request, response) => void response.writeHead(400).end(`bad header: ${request.headers.authorization ?? ''}`);
    const error = await failureOf((await open()).api().request({ method: 'GET', path: '/readyz' }));
    expect(error).toBeInstanceOf(KubeError);
    expect(inspect(error, { depth: 9 })).not.toContain(TOKEN);
  });
});

describe('a token in a file', () => {
  async function withTokenFile(options?: KubeConnectionOptions): Promise<KubeConnection> {
    writeFileSync(join(folder, 'token'), 'old\n');
    const kubeconfig = server.kubeconfig({ user: { tokenFile: 'token' } });
    return open(kubeconfig, options, { origin: 'process', source: join(folder, 'config') });
  }

  // Reported as kubernetes-client/javascript#317
  it('is read again at once when the server refuses it', async () => {
    const accepted = { token: 'old' };
    server.answer = knowing(accepted);
    const api = (await withTokenFile()).api();
    await api.request({ method: 'GET', path: '/readyz' });
    accepted.token = 'new';
    writeFileSync(join(folder, 'token'), 'new');
    expect((await api.request({ method: 'GET', path: '/readyz' })).status).toBe(200);
  });

  it('is tried once more, and then the refusal is told', async () => {
    server.answer = knowing({ token: 'never' });
    expect(await failureOf((await withTokenFile()).api().request({ method: 'GET', path: '/readyz' }))).toBeInstanceOf(Unauthorized);
    expect(server.seen).toHaveLength(2);
  });

  it('is read again for a stream too', async () => {
    server.answer = knowing({ token: 'new' });
    const api = (await withTokenFile()).api();
    await failureOf(api.request({ method: 'GET', path: '/readyz' }));
    writeFileSync(join(folder, 'token'), 'new');
    const stream = await api.stream({ method: 'GET', path: '/readyz' });
    stream.close();
    expect(stream.status).toBe(200);
  });

  it('is read again by age, before the old one ends', async () => {
    const clock = new ManualClock();
    const api = (await withTokenFile({ clock })).api();
    await api.request({ method: 'GET', path: '/readyz' });
    writeFileSync(join(folder, 'token'), 'new');
    await clock.advance(60_000);
    await api.request({ method: 'GET', path: '/readyz' });
    expect(server.lastRequest.headers.authorization).toBe('Bearer new');
  });

  it('that is not there is an Unreachable with that cause', async () => {
    const connection = await withTokenFile();
    rmSync(join(folder, 'token'));
    expect(await failureOf(connection.api().request({ method: 'GET', path: '/readyz' }))).toMatchObject({ why: 'credential' });
  });
});

describe('a fixed token that the server refuses', () => {
  it('is not sent a second time', async () => {
    server.answer = knowing({ token: 'another' });
    expect(await failureOf((await open()).api().request({ method: 'GET', path: '/readyz' }))).toBeInstanceOf(Unauthorized);
    expect(server.seen).toHaveLength(1);
  });
});

describe('an exec plugin of the process', () => {
  /** Counts its runs in a file and gives the run's number as a token without an expiry. */
  function plugin(): string {
    const script = `
      const fs = require('node:fs');
      fs.appendFileSync(${JSON.stringify(join(folder, 'runs'))}, 'x');
      const token = 'run-' + fs.readFileSync(${JSON.stringify(join(folder, 'runs'))}, 'utf8').length;
      console.log(JSON.stringify({ apiVersion: 'client.authentication.k8s.io/v1', kind: 'ExecCredential', status: { token } }));`;
    const exec = { apiVersion: 'client.authentication.k8s.io/v1', command: process.execPath, args: ['-e', script], interactiveMode: 'Never' };
    return server.kubeconfig({ user: { exec } });
  }

  it('runs once for ten requests that come at once', async () => {
    const api = (await open(plugin(), undefined, { origin: 'process', source: join(folder, 'config') })).api();
    await Promise.all(Array.from({ length: 10 }, () => api.request({ method: 'GET', path: '/readyz' })));
    expect(new Set(server.seen.map((request) => request.headers.authorization))).toEqual(new Set(['Bearer run-1']));
  });

  it('runs again when its token is refused, although that names no end', async () => {
    server.answer = knowing({ token: 'run-2' });
    const api = (await open(plugin(), undefined, { origin: 'process', source: join(folder, 'config') })).api();
    expect((await api.request({ method: 'GET', path: '/readyz' })).status).toBe(200);
  });

  it('that fails is told without its words', async () => {
    const exec = { apiVersion: 'client.authentication.k8s.io/v1', command: process.execPath, args: ['-e', 'console.error("secret words"); process.exit(1)'] };
    const kubeconfig = server.kubeconfig({ user: { exec } });
    const connection = await open(kubeconfig, undefined, { origin: 'process', source: join(folder, 'config') });
    const error = await failureOf(connection.api().request({ method: 'GET', path: '/readyz' }));
    expect(error).toMatchObject({ why: 'credential' });
    expect(inspect(error)).not.toContain('secret words');
  });
});

describe('a server that can not be reached', () => {
  const whyOf = async (kubeconfig: string): Promise<unknown> => {
    const error = await failureOf((await open(kubeconfig)).api().request({ method: 'GET', path: '/readyz' }));
    return error instanceof Unreachable ? error.why : error;
  };

  it('because nobody listens', async () => {
    const gone = await TlsServer.start();
    const kubeconfig = gone.kubeconfig();
    await gone.close();
    expect(await whyOf(kubeconfig)).toBe('refused');
  });

  it('because of the wrong CA', async () => {
    const other = Buffer.from((await identityFor('127.0.0.1')).cert).toString('base64');
    expect(await whyOf(server.kubeconfig({ cluster: { 'certificate-authority-data': other } }))).toBe('untrustedCertificate');
  });

  it('because the certificate is for another name', async () => {
    expect(await whyOf(server.kubeconfig({ cluster: { 'tls-server-name': 'kcp.example.org' } }))).toBe('wrongHostName');
  });

  it('because the other side speaks no TLS', async () => {
    const plain = createServer((socket) => socket.end('220 hello\r\n'));
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
    const url = `https://127.0.0.1:${(plain.address() as AddressInfo).port}`;
    expect(await whyOf(server.kubeconfig({ cluster: { server: url } }))).toBe('notTls');
    plain.close();
  });

  it('because the connection breaks in the middle of the answer', async () => {
    server.answer = (_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{', () => server.cut());
    };
    expect(await whyOf(server.kubeconfig())).toBe('broken');
  });

  it('says what to do, and names method and URL', async () => {
    const other = Buffer.from((await identityFor('127.0.0.1')).cert).toString('base64');
    const connection = await open(server.kubeconfig({ cluster: { 'certificate-authority-data': other } }));
    const error = await failureOf(connection.api().request({ method: 'GET', path: '/readyz' }));
    expect(error).toMatchObject({ retry: 'backoff', message: expect.stringMatching(/^GET https:.*\/readyz: .*put the CA of this server into certificate-authority-data$/) });
  });

  it('can be named by another name that its certificate has', async () => {
    const connection = await open(server.kubeconfig({ cluster: { 'tls-server-name': 'localhost' } }));
    expect((await connection.api().request({ method: 'GET', path: '/readyz' })).status).toBe(200);
  });
});

describe('a call', () => {
  const never: Answer = () => undefined;

  it('ends when its time is up', async () => {
    server.answer = never;
    const clock = new ManualClock();
    const failed = failureOf((await open(undefined, { clock, timeoutMs: 5000 })).api().request({ method: 'GET', path: '/readyz' }));
    await until('the request is there', () => server.seen.length === 1);
    await clock.advance(5000);
    expect(await failed).toBeInstanceOf(TimedOut);
  });

  it('ends with the reason of its signal', async () => {
    server.answer = never;
    const stop = new AbortController();
    const failed = failureOf((await open()).api().request({ method: 'GET', path: '/readyz', signal: stop.signal }));
    await until('the request is there', () => server.seen.length === 1);
    stop.abort('enough');
    expect(await failed).toBe('enough');
  });

  it('is not sent when its signal is aborted already', async () => {
    const failed = await failureOf((await open()).api().request({ method: 'GET', path: '/readyz', signal: AbortSignal.abort('enough') }));
    expect([failed, server.seen.length]).toEqual(['enough', 0]);
  });

  it('is never sent when its signal aborts while it waits for a socket', async () => {
    const held: (() => void)[] = [];
    server.answer = (request, response) => void held.push(() => json(200, {})(request, response));
    const api = (await open(undefined, { requestSockets: 1 })).api();
    const stop = new AbortController();
    const first = api.request({ method: 'GET', path: '/first' });
    await until('the first is there', () => server.seen.length === 1);
    const failed = failureOf(api.request({ method: 'GET', path: '/second', signal: stop.signal }));
    stop.abort('enough');
    const third = api.request({ method: 'GET', path: '/third' });
    held[0]?.();
    await until('the third is there', () => held.length === 2);
    held[1]?.();
    await Promise.all([first, third]);
    expect([await failed, ...server.seen.map(({ path }) => path)]).toEqual(['enough', '/first', '/third']);
  });

  it('leaves nothing behind at a signal that lives long', async () => {
    const { signal } = new AbortController();
    await (await open()).api().request({ method: 'GET', path: '/readyz', signal });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('leaves no timer behind', async () => {
    const clock = new ManualClock();
    await (await open(undefined, { clock })).api().request({ method: 'GET', path: '/readyz' });
    expect(clock.pendingTimers).toBe(0);
  });

  it('ends when the connection is closed', async () => {
    server.answer = never;
    const connection = await open();
    const failed = failureOf(connection.api().request({ method: 'GET', path: '/readyz' }));
    await until('the request is there', () => server.seen.length === 1);
    await connection.close();
    expect(await failed).toBeInstanceOf(ConnectionClosed);
  });

  it('is not made after the connection was closed', async () => {
    const connection = await open();
    await connection.close();
    expect(await failureOf(connection.api().request({ method: 'GET', path: '/readyz' }))).toBeInstanceOf(ConnectionClosed);
  });
});

describe('a closed connection', () => {
  it('leaves no socket open', async () => {
    const connection = await open();
    await connection.api().request({ method: 'GET', path: '/readyz' });
    await connection.close();
    await until('every socket is closed', () => server.openConnections === 0);
  });

  it('may be closed again', async () => {
    const connection = await open();
    await connection.close();
    await connection.close();
  });
});
