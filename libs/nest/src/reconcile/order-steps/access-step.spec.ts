import { afterEach, describe, expect, it } from '@jest/globals';
import { Conflict, NotFound } from '@kcp-runtime/kube';
import { claimableKind } from '../../customer/claimable-kinds.js';
import { LoopFixture } from '../../fixture/loop.fixture.js';
import { answer } from '../../fixture/order-server.fixture.js';
import type { LoopSettings } from '../../fixture/loop.fixture.js';
import { gone, rejected } from '../../offer/answer.js';

let loop: LoopFixture;

function start(settings?: LoopSettings): LoopFixture {
  loop = new LoopFixture(settings);
  return loop;
}

afterEach(async () => loop.stop());

describe('the access of an order', () => {
  it('is not spoken of where none is needed', async () => {
    start();
    await loop.order();

    expect(loop.condition('CustomerAccessReady')).toBeUndefined();
  });

  it('is there before the handler is called', async () => {
    let calls = 0;
    start({ handlers: { onOrder: async () => ((calls += 1), rejected('No', 'no')) } });
    loop.access = () => ({ kind: 'waiting', because: { reason: 'CustomerAccessBeingMade', message: 'kcp gives no token yet' }, retryAfterMs: 1_000 });
    await loop.order();

    expect(calls).toBe(0);
    expect(loop.condition('CustomerAccessReady')).toMatchObject({ status: 'False', reason: 'CustomerAccessBeingMade' });
    expect(loop.condition('Ready')).toMatchObject({ status: 'False', message: 'kcp gives no token yet' });
    expect(loop.events).toEqual([]);
  });

  it('is looked at again without anybody’s change while it is being made', async () => {
    start();
    loop.access = () => ({ kind: 'waiting', because: { reason: 'CustomerAccessBeingMade', message: 'not yet' }, retryAfterMs: 1_000 });
    await loop.order();
    loop.access = () => ({ kind: 'ready' });
    await loop.pass(1_500);

    expect(loop.condition('CustomerAccessReady')).toMatchObject({ status: 'True', reason: 'CustomerAccessReady' });
    expect(loop.status()).toMatchObject({ phase: 'Ready' });
  });

  it('is told as a fault where somebody else writes what it is made of, although nobody has written the order', async () => {
    start();
    loop.access = () => {
      throw new Conflict({ method: 'PATCH', url: 'https://kcp/api/v1/serviceaccounts/box', status: 409, message: 'the object has been modified' });
    };
    await loop.order();

    expect(loop.condition('Ready')).toMatchObject({ status: 'False', reason: 'ReconcileError', message: expect.stringContaining('the object has been modified') });
    expect(loop.logged).toContainEqual(expect.stringContaining('The pass failed'));
  });

  it('says what to accept when the order goes on without', async () => {
    start();
    loop.access = () => ({ kind: 'unclaimed', claims: [{ group: '', resource: 'serviceaccounts', verbs: ['patch'], accept: ['create', 'patch'] }] });
    await loop.order();

    expect(loop.status()).toMatchObject({ phase: 'Ready' });
    expect(loop.condition('CustomerAccessReady')).toMatchObject({
      status: 'False',
      reason: 'PermissionClaimsNotAccepted',
      message: expect.stringContaining("[{group: '', resource: serviceaccounts, verbs: [create, patch], state: Accepted, selector: {matchAll: true}}]"),
    });
  });

  it('has its fault in its own condition too', async () => {
    start();
    loop.access = () => {
      throw new Error('the platform does not answer');
    };
    await loop.order();

    expect(loop.condition('CustomerAccessReady')).toMatchObject({ status: 'False', message: 'the platform does not answer' });
    expect(loop.condition('Ready')).toMatchObject({ status: 'False', message: 'the platform does not answer' });
  });

  it('is tried again when something is missing on the way to it, which does not mean that the order is gone', async () => {
    start();
    loop.access = () => {
      throw answer(NotFound, 404, 'namespace');
    };
    await loop.order();
    expect(loop.condition('Ready')).toMatchObject({ status: 'False', reason: 'ReconcileError' });
    loop.access = () => ({ kind: 'ready' });
    await loop.pass(5_000);

    expect(loop.status()).toMatchObject({ phase: 'Ready' });
  });

  it('is renewed in time, also for an order that is otherwise left alone', async () => {
    let opened = 0;
    start({ handlers: { onOrder: async () => rejected('TooBig', 'no box is that big') } });
    loop.access = () => ((opened += 1), { kind: 'ready', renewInMs: 2_880_000 });
    await loop.order();
    const before = opened;
    await loop.pass(2_870_000);
    expect(opened).toBe(before);
    await loop.pass(20_000);

    expect(opened).toBe(before + 1);
  });

  it('is renewed for what runs, also when the newest spec is refused; but none is made for an order that was never served', async () => {
    let opened = 0;
    start();
    loop.access = () => ((opened += 1), { kind: 'ready', renewInMs: 2_880_000 });
    await loop.order('never', { spec: { size: 99 } });
    expect(opened).toBe(0);
    await loop.order();
    await loop.server.patch('patch', 'main', { spec: { size: 99 } });
    await loop.wake();
    expect(loop.condition('Ready')).toMatchObject({ reason: 'InvalidSpec' });
    const before = opened;
    await loop.pass(2_890_000);

    expect(opened).toBe(before + 1);
  });

  it('goes after the handler’s things and before the order', async () => {
    start();
    await loop.order();
    await loop.delete();

    expect([loop.removals, loop.accessClosed, loop.server.get('main')]).toEqual([1, 1, undefined]);
  });

  it('is told of by an Event where it is refused, and is not asked for again until something changes', async () => {
    let opened = 0;
    start();
    loop.access = () => ((opened += 1), { kind: 'refused', because: { reason: 'AccessDenied', message: 'The platform gives no access' } });
    await loop.order();
    await loop.pass(3_600_000);

    expect(loop.condition('CustomerAccessReady')).toMatchObject({ status: 'False', reason: 'AccessDenied' });
    expect(loop.events).toMatchObject([{ reason: 'AccessDenied' }]);
    expect(opened).toBe(1);
  });

  it('is asked for anew after a denial when the order has another spec, and nothing else of it is taken down', async () => {
    start();
    loop.access = () => ({ kind: 'refused', because: { reason: 'AccessDenied', message: 'The platform gives no access' } });
    await loop.order();
    expect(loop.accessWithdrawn).toBe(0);
    await loop.server.patch('patch', 'main', { spec: { size: 2 } });
    await loop.pass();

    expect([loop.accessWithdrawn, loop.accessClosed]).toEqual([1, 0]);
  });

  it('is looked at again where it is refused and nobody may tell that it is mended', async () => {
    start();
    loop.access = () => ({ kind: 'refused', because: { reason: 'KubeconfigMissing', message: 'no Secret' }, retryAfterMs: 60_000 });
    await loop.order();
    loop.access = () => ({ kind: 'ready' });
    await loop.pass(61_000);

    expect(loop.status()).toMatchObject({ phase: 'Ready' });
  });

  it('is waited for at the end of an order too, since the clean-up needs it', async () => {
    start();
    await loop.order();
    loop.reach = { kind: 'waiting', because: { reason: 'WaitingForAccessRequest', message: 'not yet' }, retryAfterMs: 1_000 };
    await loop.delete();
    expect(loop.removals).toBe(0);
    expect(loop.status()).toMatchObject({ phase: 'Terminating' });
    expect(loop.condition('Ready')).toMatchObject({ reason: 'WaitingForAccessRequest' });
    loop.reach = { kind: 'whole' };
    await loop.pass(1_500);

    expect([loop.removals, loop.server.get('main')]).toEqual([1, undefined]);
  });

  it('that is gone with all that stood there is no reason to keep an order', async () => {
    const customers: string[] = [];
    start({ handlers: { onDelete: async ({ customer }) => (customers.push(customer.kind), gone()) } });
    await loop.order();
    loop.reach = { kind: 'gone' };
    await loop.delete();

    expect([customers, loop.removals, loop.server.get('main')]).toEqual([['gone'], 0, undefined]);
  });

  it('holds the order while somebody holds a part of it, and says which', async () => {
    const type = claimableKind('', 'serviceaccounts');
    if (type === undefined) throw new Error('ServiceAccounts can be claimed');
    start();
    await loop.order();
    loop.accessHeldBy = { type, ref: { namespace: 'default', name: 'x-worker' }, uid: 'u', position: 0 };
    await loop.delete();
    expect(loop.condition('Ready')).toMatchObject({ message: expect.stringContaining('ServiceAccount x-worker') });
    loop.accessHeldBy = undefined;
    await loop.pass(6_000);

    expect(loop.server.get('main')).toBeUndefined();
  });
});
