import { beforeEach, describe, expect, it } from '@jest/globals';
import { ManualClock, NotFound } from '@kcp-runtime/kube';
import { tenantRequest } from '@kcp-runtime/openmcp';
import type { AccessOrder, ClusterAccessState } from '@kcp-runtime/openmcp';
import { CaBundleMissing } from '../config/ca-bundle.js';
import { TestRequests } from '../fixture/requests.fixture.js';
import { owner } from '../fixture/tenant-secrets.fixture.js';
import { TenantObjects } from '../customer/tenant-objects.js';
import { manages } from '../offer/rights.js';
import { ClusterAccessNotOpen } from './platform-accesses.js';
import type { PlatformAccesses } from './platform-accesses.js';

const signal = new AbortController().signal;
const order: AccessOrder = {
  request: tenantRequest({ owner: { controller: 'boxes', namespace: 'default', name: 'main', id: 'workload' }, namespace: 'mcp--1', suffix: 'wl' }),
  cluster: { kind: 'ordered', purpose: 'workload' },
  token: { permissions: [] },
  wake: () => undefined,
};

describe('an access that the platform grants', () => {
  let requests: TestRequests;
  let clock: ManualClock;
  let accesses: PlatformAccesses;
  const stands = (state: ClusterAccessState): void => void requests.states.set(order.request.name, state);
  const waiting = (reason: Extract<ClusterAccessState, { kind: 'waiting' }>['reason']): ClusterAccessState => ({ kind: 'waiting', reason, message: 'It is not there', since: new Date(clock.now()).toISOString() });

  beforeEach(() => {
    requests = new TestRequests();
    clock = new ManualClock();
    accesses = requests.accesses(clock);
  });

  it('is ready, and looked at again when its token ends', async () => {
    stands({ kind: 'granted', secret: { namespace: 'n', name: 's', key: 'kubeconfig' }, kubeconfig: '', version: '1', expiresInMs: 60_000 });
    expect(await accesses.open(order, signal)).toEqual({ kind: 'ready', renewInMs: 60_000 });
  });

  it('is of no use without the certificates that the operator wants trusted', async () => {
    requests.connecting = new CaBundleMissing({ name: 'our-ca', key: 'ca.crt' }, 'does not exist');
    expect(await accesses.open(order, signal)).toMatchObject({ kind: 'refused', because: { reason: 'CaBundleMissing', message: expect.stringContaining('our-ca') } });
  });

  it('is waited for with openMCP’s reason, and since when', async () => {
    stands(waiting('WaitingForClusterRequest'));
    expect(await accesses.open(order, signal)).toMatchObject({ kind: 'waiting', because: { reason: 'WaitingForClusterRequest', message: expect.stringMatching(/^It is not there \(since .*Z\)$/) } });
  });

  it('that has not come after five minutes is told as a fault', async () => {
    const state = waiting('WaitingForAccessRequest');
    stands(state);
    expect(await accesses.open(order, signal)).toMatchObject({ kind: 'waiting', retryAfterMs: 300_000 });
    await clock.advance(300_000);
    expect(await accesses.open(order, signal)).toMatchObject({ kind: 'refused', because: { reason: 'WaitingForAccessRequest' } });
  });

  it('tells the tenant none of the platform’s words, and the log all of them once', async () => {
    stands({ kind: 'denied', reason: 'AccessDenied', message: 'It was denied', said: 'https://10.0.0.7 has no room beside project-blue' });
    const told = [await accesses.open(order, signal), await accesses.open(order, signal)];
    expect(JSON.stringify(told)).not.toMatch(/10\.0\.0\.7|project-blue/);
    expect(requests.logged).toEqual([{ request: 'mcp--1/boxes--main--wl', state: 'denied', said: 'https://10.0.0.7 has no room beside project-blue' }]);
  });

  it.each([
    [{ kind: 'denied', reason: 'AccessDenied', message: 'No' }, 'AccessDenied'],
    [{ kind: 'foreign', reason: 'ForeignRequest', message: 'No' }, 'ForeignRequest'],
  ] as const)('is refused where the platform says %j', async (state, reason) => {
    stands(state);
    expect(await accesses.open(order, signal)).toEqual({ kind: 'refused', because: { reason, message: 'No' } });
  });

  it('that can not be used is looked at again, since nobody may tell that its Secret is mended', async () => {
    stands({ kind: 'unusable', reason: 'KubeconfigKeyMissing', message: 'No' });
    expect(await accesses.open(order, signal)).toEqual({ kind: 'refused', because: { reason: 'KubeconfigKeyMissing', message: 'No' }, retryAfterMs: 60_000 });
    expect(await accesses.reach(order, signal)).toMatchObject({ kind: 'waiting', retryAfterMs: 60_000 });
  });

  it('is asked for again where the platform does not know the kinds', async () => {
    stands({ kind: 'notServed', message: 'no openMCP' });
    expect(await accesses.open(order, signal)).toMatchObject({ kind: 'waiting', because: { reason: 'WorkloadClustersNotServed', message: expect.stringContaining('no openMCP') }, retryAfterMs: 60_000 });
  });

  it('is waited for, and the order not taken for gone, where the tenant’s namespace goes', async () => {
    requests.open = () => Promise.reject(new NotFound({ method: 'POST', url: 'https://platform.test', status: 404, message: 'namespaces "mcp--1" not found' }));
    expect(await accesses.open(order, signal)).toMatchObject({ kind: 'waiting', because: { reason: 'WaitingForClusterRequest', message: expect.stringContaining('mcp--1') } });
  });

  it('leads nowhere at the end of an order that has none, and is not made for it', async () => {
    expect(await accesses.reach(order, signal)).toEqual({ kind: 'gone' });
    expect(requests.opened).toEqual([]);
  });

  it('is waited for at the end of an order as long as the platform has not said which there are', async () => {
    requests.isKnown = false;
    stands(waiting('PlatformClusterInteractionProblem'));
    expect(await accesses.reach(order, signal)).toMatchObject({ kind: 'waiting', because: { reason: 'PlatformClusterInteractionProblem' } });
  });

  it.each([
    ['WaitingForClusterRequest', 'gone'],
    ['WaitingForAccessRequestDeletion', 'gone'],
    ['WaitingForClusterRequestDeletion', 'gone'],
    ['WaitingForAccessRequest', 'waiting'],
  ] as const)('in the state %s is %s at the end of an order', async (reason, kind) => {
    await accesses.open(order, signal);
    stands(waiting(reason));
    expect(await accesses.reach(order, signal)).toMatchObject({ kind });
  });

  it('says what it is held by while it goes', async () => {
    await accesses.open(order, signal);
    requests.held.add(order.request.name);
    expect(await accesses.close(order, signal)).toEqual({ kind: 'closing', because: { reason: 'WaitingForAccessRequestDeletion', message: 'boxes--main--wl is held' } });
    requests.held.clear();
    expect(await accesses.close(order, signal)).toBeUndefined();
    expect(requests.forgotten).toEqual(['boxes--main--wl']);
  });

  it('that was denied is taken back alone, and says what it is held by meanwhile', async () => {
    requests.held.add(order.request.name);
    expect(await accesses.withdraw(order, signal)).toEqual({ kind: 'closing', because: { reason: 'WaitingForAccessRequestDeletion', message: 'boxes--main--wl is held' } });
    requests.held.clear();
    expect(await accesses.withdraw(order, signal)).toBeUndefined();
    expect([requests.forgotten, requests.unheard]).toEqual([[], []]);
  });

  it('is not heard of any more when its order is gone without it', async () => {
    await accesses.open(order, signal);
    accesses.forget(order);
    expect([requests.unheard, requests.closed]).toEqual([['boxes--main--wl'], []]);
  });

  it('is not called before it is granted', async () => {
    stands(waiting('WaitingForAccessRequest'));
    await accesses.open(order, signal);
    const client = new TenantObjects({ owner: owner(), place: { kind: 'shared' }, sides: [accesses.side(order, { owner: owner(), rights: [manages('', 'secrets')], signal })], signal });
    await expect(client.get({ apiVersion: 'v1', kind: 'Secret', name: 'a', namespace: 'b' })).rejects.toThrow(ClusterAccessNotOpen);
  });
});
