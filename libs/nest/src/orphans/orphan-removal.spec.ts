import { ManualClock } from '@kcp-runtime/kube';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ServedConfig } from '../config/config-snapshot.js';
import type { AnyDeletion } from '../discovery/offer-handlers.js';
import { boxes } from '../fixture/boxes.fixture.js';
import { TestWorkloads } from '../fixture/workloads.fixture.js';
import { blocked, gone, ready } from '../offer/answer.js';
import type { Removed } from '../offer/answer.js';
import type { OrderLog } from '../offer/order.js';
import { orderIdentity } from '../offer/order-identity.js';
import { servedOffer } from '../reconcile/served-offer.js';
import type { NotedOrder } from './noted-order.js';
import { OrphanRemoval } from './orphan-removal.js';

const group = 'boxes.services.open-control-plane.io';
const orphan: NotedOrder = { uid: 'uid-main', offer: `boxes.${group}`, cluster: 'red', namespace: 'default', name: 'main', seenAt: 'here', generation: 1, spec: { size: 3 } };
const ignore = (): void => undefined;
const signal = new AbortController().signal;

let deletions: AnyDeletion[];
let dropped: string[];
let warned: string[];
let answer: () => Promise<Removed>;
let isTaken: boolean;
let config: ServedConfig;
let workloads: TestWorkloads;

beforeEach(() => {
  [deletions, dropped, warned, answer, isTaken] = [[], [], [], async () => gone(), false];
  workloads = new TestWorkloads();
  config = { kind: 'live', snapshot: { name: 'boxes', generation: 1, spec: { color: 'red' }, pollIntervalMs: 60_000 } };
});

function cleanUp(order: NotedOrder = orphan): Promise<boolean> {
  const onDelete = async (deletion: AnyDeletion): Promise<Removed> => (deletions.push(deletion), answer());
  const log: OrderLog = { debug: ignore, info: ignore, warn: (_, fields) => void warned.push(String(fields?.['reason'])), error: ignore };
  const removal = new OrphanRemoval({
    offers: [servedOffer({ offer: { ...boxes, workload: 'always' }, onOrder: async () => ready({}), onDelete })],
    config: { state: () => config, onChange: () => ignore, onReconcile: () => ignore },
    references: { of: () => ({ secret: async () => ({}), configMap: async () => ({}) }), forget: ignore },
    record: { drop: async (uid) => void dropped.push(uid) },
    workload: workloads,
    isTaken: () => isTaken,
    clock: new ManualClock(),
    log,
  });
  return removal.cleanUp(order, signal);
}

describe('an orphan', () => {
  it('is cleaned up by the handler that made what is left, under the same identity, and forgotten', async () => {
    await expect(cleanUp()).resolves.toBe(true);
    const identity = orderIdentity({ plural: 'boxes', group, cluster: 'red', namespace: 'default', name: 'main' });
    expect(deletions).toEqual([expect.objectContaining({ identity, uid: 'uid-main', customer: { kind: 'gone' }, spec: { kind: 'valid', value: { size: 3 } }, config: { color: 'red' } })]);
    expect(dropped).toEqual(['uid-main']);
  });

  it.each([
    ['is no longer valid', { size: 'huge' }],
    ['was not kept', undefined],
  ])('whose spec %s is handed on as it was noted', async (_, spec) => {
    await cleanUp({ ...orphan, spec });
    expect(deletions).toEqual([expect.objectContaining({ spec: { kind: 'raw', value: spec } })]);
  });

  it('loses its workload cluster too, after the handler has seen it once more', async () => {
    workloads.isThere = true;
    await expect(cleanUp()).resolves.toBe(true);
    expect(deletions).toEqual([expect.objectContaining({ workload: { kind: 'reachable', client: expect.anything() } })]);
    expect(workloads.done).toEqual(['removeAll', 'close']);
  });

  it('stays noted while its workload cluster is on its way out', async () => {
    workloads.left = { kind: 'closing', because: { reason: 'WaitingForAccessRequestDeletion', message: 'It is held' } };
    await expect(cleanUp()).resolves.toBe(false);
    expect([dropped, warned]).toEqual([[], ['It is held']]);
  });

  it.each([
    ['is not done', async () => blocked('InUse', 'Somebody works in it'), 'InUse: Somebody works in it'],
    ['fails', async () => Promise.reject(new Error('no route to the server')), 'no route to the server'],
  ])('stays noted while its clean-up %s, and the log says why', async (_, next: () => Promise<Removed>, reason) => {
    answer = next;
    await expect(cleanUp()).resolves.toBe(false);
    expect([dropped, warned]).toEqual([[], [reason]]);
  });

  it('whose name a living order bears is left: two handlers must not work under one identity', async () => {
    isTaken = true;
    await expect(cleanUp()).resolves.toBe(false);
    expect(deletions).toEqual([]);
  });

  it('of an offer that is no longer there is left', async () => {
    await expect(cleanUp({ ...orphan, offer: `crates.${group}` })).resolves.toBe(false);
    expect(dropped).toEqual([]);
  });

  it('waits while there was never a valid config', async () => {
    config = { kind: 'absent' };
    await expect(cleanUp()).resolves.toBe(false);
    expect(deletions).toEqual([]);
  });
});
