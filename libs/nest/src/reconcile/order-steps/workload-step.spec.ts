import { afterEach, describe, expect, it } from '@jest/globals';
import { claimableKind } from '../../customer/claimable-kinds.js';
import type { AnyDeletion, AnyOrder } from '../../discovery/offer-handlers.js';
import { BoxSpec } from '../../fixture/boxes.fixture.js';
import { LoopFixture } from '../../fixture/loop.fixture.js';
import type { LoopSettings } from '../../fixture/loop.fixture.js';
import { gone, progressing, ready } from '../../offer/answer.js';

let loop: LoopFixture;

function start(settings?: LoopSettings): LoopFixture {
  loop = new LoopFixture(settings);
  return loop;
}

/** Boxes from size 5 on need a cluster. */
const bigOnes: LoopSettings['workload'] = ({ spec }) => spec instanceof BoxSpec && (spec.size ?? 1) >= 5;
const big = { spec: { size: 7 } };
const denied = { kind: 'refused', because: { reason: 'AccessDenied', message: 'There is no room' } } as const;
const closing = { kind: 'closing', because: { reason: 'WaitingForAccessRequestDeletion', message: 'It goes' } } as const;

afterEach(async () => loop.stop());

describe('the workload cluster of an order', () => {
  it('is neither asked for nor spoken of where none is wanted', async () => {
    const seen: AnyOrder[] = [];
    start({ workload: bigOnes, handlers: { onOrder: async (order) => (seen.push(order), ready({ host: 'a' })) } });
    await loop.order();

    expect(loop.workloads.done).toEqual([]);
    expect(loop.condition('WorkloadAccessReady')).toBeUndefined();
    expect(seen.map(({ workload }) => workload)).toEqual([undefined]);
  });

  it('is handed to the handler of an order that wants one', async () => {
    const kubeconfigs: unknown[] = [];
    start({ workload: bigOnes, handlers: { onOrder: async ({ workload }) => (kubeconfigs.push(await workload?.kubeconfig()), ready({ host: 'a' })) } });
    await loop.order('main', big);

    expect(kubeconfigs).toEqual(['kubeconfig']);
    expect(loop.condition('WorkloadAccessReady')).toMatchObject({ status: 'True', reason: 'WorkloadAccessReady' });
  });

  it('stays when another kind of cluster is wanted by now, and that is told', async () => {
    start({ workload: 'always' });
    loop.workloads.state = { kind: 'ready', notice: 'It is for purpose workload, and another one is wanted by now' };
    await loop.order();

    expect(loop.condition('WorkloadAccessReady')).toMatchObject({ status: 'True', message: 'The service has its workload cluster. It is for purpose workload, and another one is wanted by now' });
  });

  it('is waited for with the platform’s reason, and the handler is not called before', async () => {
    let calls = 0;
    start({ workload: 'always', handlers: { onOrder: async () => ((calls += 1), ready({ host: 'a' })) } });
    loop.workloads.state = { kind: 'waiting', because: { reason: 'WaitingForClusterRequest', message: 'It comes' }, retryAfterMs: 10_000 };
    await loop.order();
    expect([calls, loop.condition('Ready')?.['reason'], loop.condition('WorkloadAccessReady')?.['reason']]).toEqual([0, 'WaitingForClusterRequest', 'WaitingForClusterRequest']);
    loop.workloads.state = { kind: 'ready' };
    await loop.pass(11_000);

    expect([calls, loop.status()?.['phase']]).toEqual([1, 'Ready']);
  });

  it('that is refused is told by an Event', async () => {
    start({ workload: 'always' });
    loop.workloads.state = denied;
    await loop.order();

    expect(loop.events).toMatchObject([{ reason: 'AccessDenied' }]);
    expect(loop.condition('WorkloadAccessReady')).toMatchObject({ status: 'False', reason: 'AccessDenied' });
  });

  it('is asked for anew after a denial when the order has another spec, and not before', async () => {
    start({ workload: 'always' });
    loop.workloads.state = denied;
    await loop.order();
    await loop.wake();
    expect(loop.workloads.done).toEqual(['open', 'open']);
    await loop.server.patch('patch', 'main', { spec: { size: 2 } });
    await loop.pass();

    expect(loop.workloads.done).toEqual(['open', 'open', 'open', 'withdraw']);
    loop.workloads.state = { kind: 'ready' };
    await loop.pass(1_500);

    expect(loop.status()).toMatchObject({ phase: 'Ready' });
  });

  it('is asked for again where the platform has no such kinds', async () => {
    start({ workload: 'always' });
    loop.workloads.state = { kind: 'waiting', because: { reason: 'WorkloadClustersNotServed', message: 'no such kinds' }, retryAfterMs: 60_000 };
    await loop.order();
    loop.workloads.state = { kind: 'ready' };
    await loop.pass(61_000);

    expect(loop.status()).toMatchObject({ phase: 'Ready' });
  });

  it('has its fault in its own condition too', async () => {
    start({ workload: 'always' });
    loop.workloads.open = () => Promise.reject(new Error('the platform does not answer'));
    await loop.order();

    expect(loop.condition('WorkloadAccessReady')).toMatchObject({ status: 'False', message: 'the platform does not answer' });
  });
});

describe('an order that wants no workload cluster any more', () => {
  it('keeps it until it is ready without it, and then it goes with all that was made there', async () => {
    let isMoved = false;
    start({ workload: bigOnes, handlers: { onOrder: async ({ workload }) => (workload || isMoved ? ready({ host: 'a' }) : progressing('Moving', 'It moves', { retryAfterMs: 1_000 })) } });
    await loop.order('main', big);
    await loop.server.patch('patch', 'main', { spec: { size: 1 } });
    await loop.pass();
    expect(loop.workloads.done).toEqual(['open']);
    isMoved = true;
    await loop.pass(1_500);

    expect(loop.workloads.done).toEqual(['open', 'removeAll', 'close']);
    expect(loop.status()).toMatchObject({ phase: 'Ready' });
    expect(loop.condition('WorkloadAccessReady')).toMatchObject({ status: 'True', reason: 'WorkloadClusterNotNeeded' });
  });

  it('is ready while it goes, and says what is left', async () => {
    start({ workload: bigOnes });
    await loop.order('main', big);
    loop.workloads.left = closing;
    await loop.server.patch('patch', 'main', { spec: { size: 1 } });
    await loop.pass();
    expect(loop.status()).toMatchObject({ phase: 'Ready' });
    expect(loop.condition('WorkloadAccessReady')).toMatchObject({ status: 'False', reason: 'WaitingForAccessRequestDeletion' });
    loop.workloads.left = undefined;
    await loop.wake();

    expect(loop.condition('WorkloadAccessReady')).toMatchObject({ reason: 'WorkloadClusterNotNeeded' });
  });
});

describe('the end of an order with a workload cluster', () => {
  it('goes from the handler over what was made there to its requests, and only then to the tenant’s access', async () => {
    const seen: AnyDeletion[] = [];
    start({ workload: 'always', handlers: { onDelete: async (order) => (seen.push(order), loop.workloads.done.push('handler'), gone()) } });
    await loop.order();
    await loop.delete();

    expect(seen.map(({ workload }) => workload?.kind)).toEqual(['reachable']);
    expect(loop.workloads.done.slice(0, 4)).toEqual(['open', 'handler', 'removeAll', 'close']);
    expect([loop.accessClosed, loop.server.get('main')]).toEqual([1, undefined]);
  });

  it('holds the order until the requests are gone', async () => {
    start({ workload: 'always' });
    await loop.order();
    loop.workloads.left = closing;
    await loop.delete();
    expect([loop.accessClosed, loop.condition('Ready')?.['reason'], loop.status()?.['phase']]).toEqual([0, 'WaitingForAccessRequestDeletion', 'Terminating']);
    loop.workloads.left = undefined;
    await loop.wake();

    expect(loop.server.get('main')).toBeUndefined();
  });

  it('waits for what somebody holds there', async () => {
    const type = claimableKind('', 'namespaces');
    if (type === undefined) throw new Error('Namespaces can be claimed');
    start({ workload: 'always' });
    await loop.order();
    loop.workloads.heldThere = { type, ref: { name: 'box' }, uid: 'u', set: 'box', position: 0 };
    await loop.delete();
    expect(loop.condition('Ready')).toMatchObject({ message: expect.stringContaining('Namespace box') });
    loop.workloads.heldThere = undefined;
    await loop.pass(6_000);

    expect(loop.server.get('main')).toBeUndefined();
  });

  it('goes by the requests that stand there, not by what the order wants today', async () => {
    let isWanted = true;
    start({ workload: () => isWanted });
    await loop.order();
    isWanted = false;
    await loop.delete();

    expect(loop.workloads.done).toEqual(expect.arrayContaining(['removeAll', 'close']));
  });

  it('goes by them also when the offer has wanted none since its last version', async () => {
    start();
    await loop.order();
    loop.workloads.isThere = true;
    await loop.delete();

    expect([loop.workloads.done, loop.server.get('main')]).toEqual([expect.arrayContaining(['removeAll', 'close']), undefined]);
  });

  it('waits as long as nobody knows which requests there are', async () => {
    const seen: AnyDeletion[] = [];
    start({ workload: bigOnes, handlers: { onDelete: async (order) => (seen.push(order), gone()) } });
    await loop.order();
    loop.workloads.atEnd = { kind: 'waiting', because: { reason: 'PlatformClusterInteractionProblem', message: 'Nothing is told' } };
    await loop.delete();
    expect([seen, loop.workloads.done, loop.condition('Ready')?.['reason']]).toEqual([[], [], 'PlatformClusterInteractionProblem']);
    loop.workloads.atEnd = undefined;
    await loop.wake();

    expect([seen.map(({ workload }) => workload), loop.server.get('main')]).toEqual([[undefined], undefined]);
  });

  it('tells the handler that a cluster is gone which the order always had', async () => {
    const seen: AnyDeletion[] = [];
    start({ workload: 'always', handlers: { onDelete: async (order) => (seen.push(order), gone()) } });
    await loop.order();
    loop.workloads.isThere = false;
    await loop.delete();

    expect(seen.map(({ workload }) => workload)).toEqual([{ kind: 'gone' }]);
  });

  it('is forgotten when the order is gone', async () => {
    start({ workload: 'always' });
    await loop.order();
    await loop.delete();
    await loop.pass();

    expect(loop.workloads.done.at(-1)).toBe('forget');
  });
});
