import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readKubeconfig } from '../access/kubeconfig.js';
import { TlsServer, identityFor } from '../fixture/tls-server.fixture.js';
import { failureOf } from '../fixture/until.fixture.js';
import { KubeConnection } from './kube-connection.js';

let server: TlsServer;
let proxy: Server;
let tunnels: string[];
let connection: KubeConnection | undefined;

beforeEach(async () => {
  server = await TlsServer.start();
  tunnels = [];
  proxy = createServer().on('connect', (request, socket: Socket) => {
    tunnels.push(request.url ?? '');
    const target = connect(server.port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      target.pipe(socket).pipe(target);
    });
    target.on('error', () => socket.destroy());
    socket.on('error', () => target.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  await connection?.close();
  await server.close();
  proxy.closeAllConnections();
  await new Promise((resolve) => proxy.close(resolve));
});

async function ask(cluster: object): Promise<number> {
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const kubeconfig = server.kubeconfig({ cluster: { 'proxy-url': url, ...cluster } });
  connection = await KubeConnection.open(readKubeconfig(kubeconfig, { origin: 'process', source: '/config' }));
  return (await connection.api().request({ method: 'GET', path: '/readyz' })).status;
}

describe("the proxy of a process's kubeconfig", () => {
  // Reported as kubernetes-client/javascript#2246
  it('is asked for a tunnel to the API server', async () => {
    expect(await ask({})).toBe(200);
    expect(tunnels).toEqual([`127.0.0.1:${server.port}`]);
  });

  it("does not weaken the check of the API server's certificate", async () => {
    const other = Buffer.from((await identityFor('127.0.0.1')).cert).toString('base64');
    expect(await failureOf(ask({ 'certificate-authority-data': other }))).toMatchObject({ why: 'untrustedCertificate' });
  });

  it("is not taken for the API server when names are checked", async () => {
    expect(await failureOf(ask({ server: 'https://kcp.example.org:6443' }))).toMatchObject({ why: 'wrongHostName' });
  });
});
