import { ManualClock } from '@kcp-runtime/kube';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ConfigFinding } from '../config/config-status-writer.js';
import { ConfigMaps } from '../fixture/config-maps.fixture.js';
import type { OrderLog } from '../offer/order.js';
import type { KcpFacts } from '../publish/kcp-report.js';
import type { NotedOrder } from './noted-order.js';
import { OrderRecord } from './order-record.js';
import { OrphanWatch } from './orphan-watch.js';
import type { OrderedPlace, OrphanPolicy } from './orphan-watch.js';

const ignore = (): void => undefined;
const log: OrderLog = { debug: ignore, info: ignore, warn: ignore, error: ignore };
const order = (uid: string, seenAt = 'here'): NotedOrder => ({ uid, offer: 'boxes.example.org', cluster: 'red', namespace: 'default', name: `order-${uid}`, seenAt, generation: 1, spec: undefined });
const place = (seenAt: string, ...uids: string[]): OrderedPlace => ({ seenAt, uids: () => uids });

let stop: AbortController;
let clock: ManualClock;
let record: OrderRecord;
let places: readonly OrderedPlace[] | undefined;
let policy: OrphanPolicy;
let cleaned: string[];
let found: ConfigFinding | undefined;
let facts: KcpFacts;
let watch: OrphanWatch;
let ended: Promise<void>;

beforeEach(async () => {
  [stop, clock, places, policy, cleaned, found, facts] = [new AbortController(), new ManualClock(), undefined, { kind: 'report' }, [], undefined, {}];
  record = new OrderRecord({ api: new ConfigMaps(), namespace: 'team', providerName: 'boxes', log });
  await record.load(stop.signal);
  await Promise.all([record.note(order('a')), record.note(order('b')), record.note(order('c', 'there'))]);
  watch = new OrphanWatch({
    record,
    places: () => places,
    policy: () => policy,
    cleanUp: async ({ uid }) => {
      cleaned.push(uid);
      await record.drop(uid);
      return true;
    },
    report: { find: (_, finding) => void (found = finding), learn: (more) => void (facts = { ...facts, ...more }) },
    clock,
    log,
  });
});

afterEach(async () => {
  stop.abort();
  await clock.advance(10_000);
  await ended;
});

/** Everything that was begun has its turn. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
};
const begin = async (): Promise<void> => {
  ended = watch.run(stop.signal);
  await settle();
};
const pass = async (ms: number): Promise<void> => {
  for (let left = ms; left > 0; left -= 1_000) {
    await clock.advance(Math.min(left, 1_000));
    await settle();
  }
};

describe('orders that were noted', () => {
  it('and are all there: nothing is orphaned', async () => {
    places = [place('here', 'a', 'b'), place('there', 'c')];
    await begin();
    expect(found).toMatchObject({ status: 'True', reason: 'NothingOrphaned' });
  });

  it('and are gone: that is reported, with name and count', async () => {
    places = [place('here', 'a'), place('there', 'c')];
    await begin();
    expect(found).toMatchObject({ status: 'False', reason: 'OrphansFound', message: expect.stringContaining('boxes.example.org default/order-b in red') });
    expect(facts.orphans).toEqual({ count: 1, orders: [expect.objectContaining({ uid: 'b', cluster: 'red' })] });
  });

  it('are not judged while anything is out of sync', async () => {
    await begin();
    expect(found).toBeUndefined();
  });

  it('at an endpoint that has vanished are no orphans', async () => {
    places = [place('here', 'a', 'b')];
    await begin();
    expect([found?.status, found?.reason, facts.orphans]).toEqual(['Unknown', 'EndpointGone', undefined]);
  });
});

describe('orphans', () => {
  it('are left alone where the operator has not asked for more', async () => {
    places = [place('here', 'a'), place('there', 'c')];
    await begin();
    await pass(3_600_000 / 10);
    expect(cleaned).toEqual([]);
  });

  it('are cleaned up after the grace period and not before, and then nothing is orphaned', async () => {
    places = [place('here', 'a'), place('there', 'c')];
    policy = { kind: 'remove', grace: '10m', graceMs: 600_000 };
    await begin();
    await pass(590_000);
    expect([cleaned, found?.reason]).toEqual([[], 'OrphansFound']);
    await pass(80_000);
    expect([cleaned, found?.reason, facts.orphans]).toEqual([['b'], 'NothingOrphaned', undefined]);
  });

  it('have their grace period again when an endpoint or the identity has changed', async () => {
    places = [place('here', 'a'), place('there', 'c')];
    policy = { kind: 'remove', grace: '10m', graceMs: 600_000 };
    await begin();
    await pass(540_000);
    places = [place('here', 'a'), place('there', 'c'), place('elsewhere')];
    await pass(540_000);
    expect(cleaned).toEqual([]);
  });

  it('are left while a place that was noted is away', async () => {
    places = [place('here', 'a')];
    policy = { kind: 'remove', grace: '1s', graceMs: 1_000 };
    await begin();
    await pass(120_000);
    expect([cleaned, found?.reason]).toEqual([[], 'OrphansFound']);
  });
});
