import { afterEach, describe, expect, it } from '@jest/globals';
import { Invalid, ManualClock } from '@kcp-runtime/kube';
import type { KubeAnswer, KubeObject, KubeRequest, ResourceType } from '@kcp-runtime/kube';
import { WorkspaceFixture } from '../fixture/workspace.fixture.js';
import type { ConfigState } from './config-snapshot.js';
import { ConfigStatusWriter } from './config-status-writer.js';

const type: ResourceType = { group: 'boxes.io', version: 'v1', plural: 'boxconfigs', kind: 'BoxConfig', scope: 'Cluster' };
const PATH = '/apis/boxes.io/v1/boxconfigs/boxes';

/** A platform whose status is a part of the object, and which may refuse it. */
class Platform extends WorkspaceFixture {
  isRefusing = false;

  override request(request: KubeRequest): Promise<KubeAnswer> {
    this.requests.push(request.path === PATH ? 'annotation' : 'status');
    const refused = new Invalid({ method: 'PATCH', url: request.path, status: 422, message: 'unknown field' });
    return this.isRefusing ? Promise.reject(refused) : super.request({ ...request, path: PATH });
  }
}

describe('the status of the ProviderConfig', () => {
  const stop = new AbortController();
  const clock = new ManualClock();
  const complaints: string[] = [];
  let platform = new Platform();
  let state: ConfigState = { kind: 'absent' };
  let told = 'as it was';
  let running = Promise.resolve();
  let writer: ConfigStatusWriter;

  const there = (): KubeObject | undefined => platform.objects.get(PATH);
  const sent = (): readonly string[] => platform.requests.filter((request) => !request.includes(' '));
  async function passing(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += 250) await clock.advance(250);
  }

  async function start(annotations: Record<string, string> = {}): Promise<void> {
    platform = new Platform();
    state = { kind: 'absent' };
    platform.put(PATH, { apiVersion: 'boxes.io/v1', kind: 'BoxConfig', metadata: { name: 'boxes', generation: 1, annotations } });
    const store = { type, object: there, state: () => state, onObject: () => () => undefined };
    const status = () => ({ conditions: { ConfigValid: { status: 'True', reason: 'Valid', message: told } as const }, fields: {} });
    const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: (message: string) => void complaints.push(message) };
    writer = new ConfigStatusWriter({ api: platform, store, ownTypes: ['ConfigValid'], status, clock, log });
    running = writer.run(stop.signal);
    writer.changed();
    await passing(1_000);
  }

  afterEach(async () => {
    complaints.length = 0;
    told = 'as it was';
  });

  it('is written at once, and not again while nothing is new', async () => {
    await start();
    writer.changed();
    await passing(60_000);
    expect(sent()).toEqual(['status']);
    expect(there()?.['status']).toMatchObject({ phase: 'Ready', conditions: [{ type: 'ConfigValid', message: 'as it was' }] });
  });

  it('says that what an operator asked for was done, before his annotation goes', async () => {
    await start({ 'openmcp.cloud/operation': 'reconcile', team: 'red' });
    expect(sent()).toEqual(['status', 'annotation']);
    expect(there()).toMatchObject({ status: { reconciledAt: expect.any(String) } });
    expect(there()?.metadata.annotations).toEqual({ team: 'red', 'kcp.io/cluster': 'red' });
  });

  it('is left alone while the operator wants that', async () => {
    await start();
    state = { kind: 'ignored' };
    told = 'anew';
    writer.changed();
    await passing(60_000);
    expect(sent()).toEqual(['status']);
  });

  it('that the server refuses is complained of once, tried less and less often, and at once when there is something new', async () => {
    await start();
    platform.isRefusing = true;
    told = 'something that no schema knows';
    writer.changed();
    await passing(600_000);
    const tries = sent().length;
    expect([complaints.length, tries < 10]).toEqual([1, true]);

    platform.isRefusing = false;
    told = 'well again';
    await passing(10_000);
    writer.changed();
    await passing(1_000);
    expect(there()?.['status']).toMatchObject({ conditions: [{ message: 'well again' }] });
    stop.abort();
    await running;
  });
});
