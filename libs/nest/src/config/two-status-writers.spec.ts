import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ManualClock } from '@kcp-runtime/kube';
import type { KubeAnswer, KubeObject, KubeRequest, ResourceType } from '@kcp-runtime/kube';
import { WorkspaceFixture } from '../fixture/workspace.fixture.js';
import { readConditions } from '../status/conditions.js';
import { ConfigStatusWriter, OPENMCP_NOT_SERVED } from './config-status-writer.js';
import type { ConfigFinding } from './config-status-writer.js';

const type: ResourceType = { group: 'boxes.io', version: 'v1', plural: 'boxconfigs', kind: 'BoxConfig', scope: 'Cluster' };
const PATH = '/apis/boxes.io/v1/boxconfigs/boxes';
const well: ConfigFinding = { status: 'True', reason: 'Well', message: 'All is well' };
const ignored = (): void => undefined;
const log = { debug: ignored, info: ignored, warn: ignored, error: ignored };

/** A platform whose status is a part of the object, and which tells both writers of each write. */
class Platform extends WorkspaceFixture {
  readonly listeners = new Set<() => void>();

  override async request(request: KubeRequest): Promise<KubeAnswer> {
    const answer = await super.request({ ...request, path: PATH });
    for (const listener of this.listeners) listener();
    return answer;
  }

  get config(): KubeObject | undefined {
    return this.objects.get(PATH);
  }
}

describe('the status of a ProviderConfig that two modes write', () => {
  let clock: ManualClock;
  let platform: Platform;
  let stop: AbortController;
  let writing: Promise<void>[];

  const types = (): string[] => readConditions(platform.config?.['status']).map(({ type: each }) => each);

  function write(ownTypes: readonly string[], findings: Readonly<Record<string, ConfigFinding>>): void {
    const onObject = (listener: () => void): (() => boolean) => {
      platform.listeners.add(listener);
      return () => platform.listeners.delete(listener);
    };
    const store = { type, object: () => platform.config, state: () => ({ kind: 'absent' }) as const, onObject };
    const writer = new ConfigStatusWriter({ api: platform, store, ownTypes, status: () => ({ conditions: findings, fields: {} }), clock, log });
    writer.changed();
    writing.push(writer.run(stop.signal));
  }

  async function passing(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += 250) await clock.advance(250);
  }

  function begin(status?: object): void {
    platform.put(PATH, { apiVersion: 'boxes.io/v1', kind: 'BoxConfig', metadata: { name: 'boxes', generation: 1 }, status });
  }

  beforeEach(() => {
    clock = new ManualClock();
    platform = new Platform();
    stop = new AbortController();
    writing = [];
  });

  afterEach(async () => {
    stop.abort();
    await Promise.all(writing);
  });

  it('has the conditions of both, and comes to rest', async () => {
    begin();
    write(['ConfigValid', 'KcpConnected'], { ConfigValid: well, KcpConnected: well });
    write(['OnboardingReady'], { OnboardingReady: well });
    await passing(30_000);
    const { length } = platform.requests;
    await passing(120_000);
    expect(types().sort()).toEqual(['ConfigValid', 'KcpConnected', 'OnboardingReady']);
    expect(platform.requests).toHaveLength(length);
  });

  it('loses what its mode says no more, and nothing of the other', async () => {
    const old = { status: 'False', reason: 'x', message: 'x' };
    begin({ conditions: [{ type: 'KcpDrained', ...old }, { type: 'OnboardingReady', ...old }] });
    write(['ConfigValid', 'KcpDrained'], { ConfigValid: well });
    await passing(5_000);
    expect(types()).toEqual(['OnboardingReady', 'ConfigValid']);
  });

  it.each([
    ['Ready where the other mode is off for want of openMCP', OPENMCP_NOT_SERVED.reason, 'Ready'],
    ['Progressing where it has a fault', 'AccessDenied', 'Progressing'],
  ])('is %s', async (_case, reason, phase) => {
    begin();
    write(['ConfigValid'], { ConfigValid: well });
    write(['OnboardingReady'], { OnboardingReady: { status: 'False', reason, message: 'no' } });
    await passing(30_000);
    expect(platform.config?.['status']).toMatchObject({ phase });
  });
});
