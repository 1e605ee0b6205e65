/** The emulator's switches: faults that a test plants, its time, and what it notes of requests. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Emulator } from '@kcp-runtime/emulator';
import { KcpAdmin } from '../../admin/kcp-admin.js';
import { dig } from '../../admin/raw-client.js';
import type { Workspace } from '../../admin/workspace.js';
import { eventually } from '../../wait/eventually.js';

const { startEmulator } = await import('@kcp-runtime/emulator');

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const EVENTS = '/api/v1/namespaces/default/events';
const HOUR_MS = 3_600_000;

let emulator: Emulator;
let admin: KcpAdmin;
let workspace: Workspace;

beforeEach(async () => {
  emulator = await startEmulator();
  admin = KcpAdmin.connect(emulator);
  workspace = await admin.createWorkspace('root:switches');
});

afterEach(async () => {
  await admin.close();
  await emulator.stop();
});

function configMap(name: string): object {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } };
}

const toConfigMaps = ({ url }: { readonly url: string }): boolean => url.includes('/configmaps');

describe('a fault that a test plants', () => {
  it('answers the next request for the emulator, which does nothing, and not the one after', async () => {
    emulator.faults.next(toConfigMaps, { kind: 'answer', status: 429, reason: 'TooManyRequests', headers: { 'retry-after': '7' } });
    const refused = await workspace.client.post(CONFIG_MAPS, configMap('one'));
    expect({ status: refused.status, reason: refused.body['reason'], retryAfter: refused.headers['retry-after'] }).toEqual({ status: 429, reason: 'TooManyRequests', retryAfter: '7' });
    expect((await workspace.client.get(`${CONFIG_MAPS}/one`)).status).toBe(404);
  });

  it('befalls every request that fits until it is lifted', async () => {
    const fault = emulator.faults.every(toConfigMaps, { kind: 'answer', status: 500 });
    for (const _time of [1, 2]) expect((await workspace.client.get(CONFIG_MAPS)).status).toBe(500);
    expect((await workspace.client.get(EVENTS)).status).toBe(200);
    fault.lift();
    expect((await workspace.client.get(CONFIG_MAPS)).status).toBe(200);
    expect(fault.hits).toBe(2);
  });

  it('breaks the connection', async () => {
    emulator.faults.next(toConfigMaps, { kind: 'cut' });
    await expect(workspace.client.get(CONFIG_MAPS)).rejects.toThrow();
    expect((await workspace.client.get(CONFIG_MAPS)).status).toBe(200);
  });

  it('lets a request wait for the time that a test moves', async () => {
    const fault = emulator.faults.next(toConfigMaps, { kind: 'delay', ms: HOUR_MS });
    let isAnswered = false;
    const answer = workspace.client.get(CONFIG_MAPS).finally(() => (isAnswered = true));
    await eventually(async () => (fault.hits === 1 ? true : undefined), { what: 'the request to come' });
    expect((await workspace.client.get(EVENTS)).status).toBe(200);
    expect(isAnswered).toBe(false);
    emulator.advance(HOUR_MS);
    expect((await answer).status).toBe(200);
  });

  it('keeps a request without an answer, and breaks its connection when it is lifted', async () => {
    const fault = emulator.faults.next(toConfigMaps, { kind: 'silence' });
    const answer = workspace.client.get(CONFIG_MAPS);
    await eventually(async () => (fault.hits === 1 ? true : undefined), { what: 'the request to come' });
    fault.lift();
    await expect(answer).rejects.toThrow();
  });

  it('lets open watches fall silent, and tells new ones everything', async () => {
    const silent = await workspace.client.watch(`${CONFIG_MAPS}?resourceVersion=0`);
    emulator.silenceWatches();
    await workspace.client.post(CONFIG_MAPS, configMap('told'));
    const told = await workspace.client.watch(`${CONFIG_MAPS}?resourceVersion=0`);
    await told.next(({ object }) => dig(object, 'metadata', 'name') === 'told');
    expect(silent.events.filter(({ object }) => dig(object, 'metadata', 'name') === 'told')).toEqual([]);
    await Promise.all([silent.close(), told.close()]);
  });
});

describe('time that a test moves', () => {
  it('stands in what is written from then on', async () => {
    const before = Date.now();
    emulator.advance(24 * HOUR_MS);
    const { body } = await workspace.client.post(CONFIG_MAPS, configMap('tomorrow'));
    expect(Date.parse(String(dig(body, 'metadata', 'creationTimestamp')))).toBeGreaterThanOrEqual(before + 24 * HOUR_MS - 1000);
  });

  it('ends tokens', async () => {
    const { token } = await workspace.serviceAccount({ name: 'short', clusterRoles: ['cluster-admin'] });
    const someone = workspace.client.as(token);
    expect((await someone.get(CONFIG_MAPS)).status).toBe(200);
    emulator.advance(25 * HOUR_MS);
    expect((await someone.get(CONFIG_MAPS)).status).toBe(401);
  });

  it('removes an Event an hour after its last write, as kube-apiserver does', async () => {
    const event = { apiVersion: 'v1', kind: 'Event', metadata: { name: 'told', namespace: 'default' }, involvedObject: { kind: 'Namespace', name: 'default', namespace: 'default' }, message: 'once' };
    await workspace.client.post(EVENTS, event);
    emulator.advance(HOUR_MS - 60_000);
    await workspace.client.merge(`${EVENTS}/told`, { message: 'twice' });
    emulator.advance(HOUR_MS - 60_000);
    expect((await workspace.client.get(`${EVENTS}/told`)).status).toBe(200);
    emulator.advance(60_000);
    await eventually(async () => ((await workspace.client.get(`${EVENTS}/told`)).status === 404 ? true : undefined), { what: 'the Event to be gone' });
  });

  it('expires paged lists after the five minutes of a compaction', async () => {
    for (const name of ['one', 'two']) await workspace.client.post(CONFIG_MAPS, configMap(name));
    const first = await workspace.client.get(`${CONFIG_MAPS}?limit=1`);
    const next = `${CONFIG_MAPS}?limit=1&continue=${encodeURIComponent(String(dig(first.body, 'metadata', 'continue')))}`;
    expect((await workspace.client.get(next)).status).toBe(200);
    emulator.advance(300_000);
    const late = await workspace.client.get(next);
    expect({ status: late.status, reason: late.body['reason'] }).toEqual({ status: 410, reason: 'Expired' });
  });

  it('ends a watch at its timeout', async () => {
    const watch = await workspace.client.watch(`${CONFIG_MAPS}?timeoutSeconds=600`);
    await eventually(async () => (emulator.openWatches === 1 ? true : undefined), { what: 'the watch to be open' });
    emulator.advance(600_000);
    expect(await watch.end).toBe('ended');
  });

  it('brings bookmarks', async () => {
    const watch = await workspace.client.watch(`${CONFIG_MAPS}?allowWatchBookmarks=true`);
    await eventually(async () => (emulator.openWatches === 1 ? true : undefined), { what: 'the watch to be open' });
    emulator.advance(60_000);
    await watch.next(({ type }) => type === 'BOOKMARK');
    await watch.close();
  });
});

describe('the log of requests', () => {
  it('tells what came with what it was answered, and what a fault left without an answer', async () => {
    emulator.forgetRequests();
    await workspace.client.merge(`${CONFIG_MAPS}/none`, {});
    emulator.faults.next(toConfigMaps, { kind: 'cut' });
    await expect(workspace.client.get(CONFIG_MAPS)).rejects.toThrow();
    const seen = emulator.requests.map(({ method, url, status, contentType }) => ({ method, status, contentType, isOurs: url.startsWith(`/clusters/${workspace.path}${CONFIG_MAPS}`) }));
    expect(seen).toEqual([
      { method: 'PATCH', status: 404, contentType: 'application/merge-patch+json', isOurs: true },
      { method: 'GET', status: 0, contentType: undefined, isOurs: true },
    ]);
  });
});
