import { request, type RequestOptions } from 'node:https';
import { afterEach, describe, expect, it } from '@jest/globals';
import { load } from 'js-yaml';
import type { Emulator } from './emulator.js';
import { startEmulator } from './start-emulator.js';

const running: Emulator[] = [];

async function started(options: Parameters<typeof startEmulator>[0] = {}): Promise<Emulator> {
  const emulator = await startEmulator(options);
  running.push(emulator);
  return emulator;
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((emulator) => emulator.stop()));
});

function adminToken(emulator: Emulator): string {
  const config = load(emulator.adminKubeconfig) as { users: { user: { token: string } }[] };
  return config.users[0]?.user.token ?? '';
}

function status(emulator: Emulator, path: string, token?: string): Promise<number> {
  return statusAt(emulator, `${emulator.url}${path}`, token);
}

async function statusAt(emulator: Emulator, url: string, token?: string): Promise<number> {
  const options: RequestOptions = { ca: emulator.ca, agent: false, ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }) };
  return new Promise((resolve, reject) => {
    const call = request(url, options, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    call.on('error', reject);
    call.end();
  });
}

describe('an emulator', () => {
  it('is ready for clients that trust its certificate', async () => {
    const emulator = await started();
    expect(await status(emulator, '/readyz')).toBe(200);
    expect(await status(emulator, '/clusters/root/api/v1/namespaces', adminToken(emulator))).toBe(200);
  });

  it('comes back on its port after a restart, with new tokens for people', async () => {
    const emulator = await started();
    const { url } = emulator;
    const old = adminToken(emulator);
    await emulator.restart();
    expect(emulator.url).toBe(url);
    expect(await status(emulator, '/clusters/root/api/v1/namespaces', old)).toBe(401);
    expect(await status(emulator, '/clusters/root/api/v1/namespaces', adminToken(emulator))).toBe(200);
  });

  it('tells every request with its answer', async () => {
    const seen: string[] = [];
    const emulator = await started({ onRequest: ({ method, url, status: code }) => seen.push(`${method} ${url} ${code}`) });
    await status(emulator, '/clusters/nosuch/api/v1/namespaces', adminToken(emulator));
    expect(seen).toEqual(['GET /clusters/nosuch/api/v1/namespaces 403']);
  });

  it('ends watches when it is told to, and answers on', async () => {
    const emulator = await started();
    const token = adminToken(emulator);
    const watch = status(emulator, '/clusters/root/api/v1/namespaces?watch=true', token);
    while (emulator.openWatches === 0) await new Promise((resolve) => setImmediate(resolve));
    emulator.dropWatches();
    expect(await watch).toBe(200);
    expect(await status(emulator, '/clusters/root/api/v1/namespaces', token)).toBe(200);
  });

  it('names the address of each of its shards', async () => {
    const emulator = await started({ shards: ['root', 'beta'] });
    expect(Object.keys(emulator.shardUrls)).toEqual(['root', 'beta']);
    expect(emulator.shardUrls['root']).toBe(emulator.url);
    expect(emulator.shardUrls['beta']).not.toBe(emulator.url);
  });

  it('takes one of its shards down and brings it back, and knows no others', async () => {
    const emulator = await started({ shards: ['root', 'beta'] });
    await emulator.stopShard('beta');
    await expect(statusAt(emulator, `${emulator.shardUrls['beta']}/readyz`)).rejects.toThrow('ECONNREFUSED');
    expect(await status(emulator, '/readyz')).toBe(200);
    await emulator.startShard('beta');
    expect(await statusAt(emulator, `${emulator.shardUrls['beta']}/readyz`)).toBe(200);
    await expect(emulator.stopShard('gamma')).rejects.toThrow('There is no shard "gamma" here: name one of root, beta');
  });

  it('refuses connections once it is stopped', async () => {
    const emulator = await started();
    await emulator.stop();
    await expect(status(emulator, '/readyz')).rejects.toThrow('ECONNREFUSED');
  });
});
