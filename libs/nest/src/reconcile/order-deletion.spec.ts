import { afterEach, describe, expect, it } from '@jest/globals';
import { ApiNotServed, ServerFault } from '@kcp-runtime/kube';
import { CustomerObjectsUnseen } from '../customer/customer-errors.js';
import { FINALIZER } from '../fixture/boxes.fixture.js';
import { Call, LoopFixture } from '../fixture/loop.fixture.js';
import type { LoopSettings } from '../fixture/loop.fixture.js';
import { answer } from '../fixture/order-server.fixture.js';
import { blocked, gone, progressing } from '../offer/answer.js';
import type { Gone } from '../offer/answer.js';

let loop: LoopFixture;

function start(settings?: LoopSettings): LoopFixture {
  loop = new LoopFixture(settings);
  return loop;
}

afterEach(async () => loop.stop());

describe('a deletion', () => {
  it('takes one write, and cleans up before it', async () => {
    start({ handlers: { onDelete: async () => (expect(loop.server.get('main')?.metadata.finalizers).toEqual([FINALIZER]), gone()) } });
    await loop.order();
    await loop.delete();

    expect(loop.requests).toEqual(['patch', 'patchStatus', 'patch']);
    expect(loop.server.get('main')).toBeUndefined();
    expect(loop.removals).toBe(1);
  });

  it('goes on until the handler says that everything is gone', async () => {
    let calls = 0;
    start({ handlers: { onDelete: async () => (++calls < 3 ? progressing('Draining', 'It drains', { retryAfterMs: 1_000 }) : gone()) } });
    await loop.order();
    await loop.delete();
    expect(loop.status()).toMatchObject({ phase: 'Terminating', host: 'box.test' });
    expect(loop.condition('Ready')).toMatchObject({ status: 'False', reason: 'Draining' });

    await loop.pass(3_000);
    expect(calls).toBe(3);
    expect(loop.server.get('main')).toBeUndefined();
  });

  // Reported as zalando-incubator/kopf#361
  it('keeps the order while the handler fails', async () => {
    let calls = 0;
    start({ handlers: { onDelete: async () => (++calls < 3 ? Promise.reject(new Error('no connection')) : gone()) } });
    await loop.order();
    await loop.delete();
    expect(loop.condition('Ready')).toMatchObject({ reason: 'ReconcileError', message: 'no connection' });
    expect(loop.server.get('main')?.metadata.finalizers).toEqual([FINALIZER]);

    await loop.pass(60_000);
    expect(calls).toBe(3);
    expect(loop.server.get('main')).toBeUndefined();
  });

  it('blocked: waits for the user, and is looked at again from 30 s on, less and less often', async () => {
    let calls = 0;
    start({ handlers: { onDelete: async () => ((calls += 1), blocked('StillUsed', 'Remove the tables first')) } });
    await loop.order();
    await loop.delete();
    expect(loop.status()).toMatchObject({ phase: 'Terminating' });
    expect(loop.condition('Ready')).toMatchObject({ reason: 'StillUsed' });

    await loop.pass(29_000);
    expect(calls).toBe(1);
    await loop.pass(2_000);
    expect(calls).toBe(2);
    await loop.pass(40_000);
    expect(calls).toBe(2);
  });

  it('waits without a fault while nobody can say what was made in the workspace', async () => {
    start();
    await loop.order();
    const { removeAll } = loop.customer;
    loop.customer = { ...loop.customer, removeAll: () => Promise.reject(new CustomerObjectsUnseen('Secret')) };
    await loop.delete();
    expect(loop.server.get('main')?.metadata.finalizers).toEqual([FINALIZER]);
    expect(loop.condition('Ready')).toMatchObject({ status: 'False', reason: 'CustomerObjectsUnseen' });
    expect(loop.events).toEqual([]);

    loop.customer = { ...loop.customer, removeAll };
    await loop.wake();
    expect(loop.server.get('main')).toBeUndefined();
  });

  it('leaves the finalizers of others', async () => {
    start();
    await loop.order('main', { metadata: { name: 'main', finalizers: ['other/one'] } });
    await loop.delete();

    expect(loop.server.get('main')?.metadata.finalizers).toEqual(['other/one']);
  });

  it('of an order that is not there any more is done', async () => {
    start();
    await loop.order();
    loop.server.beforePatch = () => {
      loop.server.beforePatch = () => undefined;
      loop.server.edit('main', { metadata: { finalizers: null } });
    };
    await loop.delete();
    await loop.pass(60_000);

    expect(loop.server.get('main')).toBeUndefined();
    expect(loop.logged).toEqual([]);
  });

  it.each([
    ['does not serve the API', answer(ApiNotServed, 404, 'main')],
    ['fails', answer(ServerFault, 500, 'main')],
  ])('is tried again when the server %s', async (_what, fault) => {
    start();
    await loop.order();
    loop.server.beforePatch = () => {
      throw fault;
    };
    await loop.delete();
    expect(loop.server.get('main')?.metadata.finalizers).toEqual([FINALIZER]);

    loop.server.beforePatch = () => undefined;
    await loop.pass(60_000);
    expect(loop.server.get('main')).toBeUndefined();
  });

  it('that is slow is announced', async () => {
    const call = new Call<Gone>();
    start({ handlers: { onDelete: () => call.promise } });
    await loop.order();
    await loop.delete();
    await loop.pass(2_000);
    expect(loop.status()).toMatchObject({ phase: 'Terminating' });
    expect(loop.condition('Ready')).toMatchObject({ reason: 'Terminating', message: 'Cleanup in progress' });

    call.answer(gone());
    await loop.pass();
    expect(loop.server.get('main')).toBeUndefined();
  });
});
