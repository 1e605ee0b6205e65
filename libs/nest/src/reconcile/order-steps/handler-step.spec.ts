import { afterEach, describe, expect, it } from '@jest/globals';
import { Forbidden } from '@kcp-runtime/kube';
import { ForeignObject } from '../../customer/customer-errors.js';
import type { AnyOrder } from '../../discovery/offer-handlers.js';
import { Call, LoopFixture } from '../../fixture/loop.fixture.js';
import type { LoopSettings } from '../../fixture/loop.fixture.js';
import { progressing, ready, rejected } from '../../offer/answer.js';
import type { Ready } from '../../offer/answer.js';

let loop: LoopFixture;

function start(settings?: LoopSettings): LoopFixture {
  loop = new LoopFixture(settings);
  return loop;
}

afterEach(async () => loop.stop());

describe('the answer of the handler', () => {
  it('progressing: told with its reason, and asked again when it says', async () => {
    let calls = 0;
    start({ handlers: { onOrder: async () => (++calls === 1 ? progressing('CreatingServer', 'It boots', { retryAfterMs: 4_000 }) : ready()) } });
    await loop.order();
    expect(loop.condition('Ready')).toMatchObject({ status: 'False', reason: 'CreatingServer', message: 'It boots' });

    await loop.pass(4_100);
    expect(loop.status()).toMatchObject({ phase: 'Ready' });
  });

  it('progressing: the fields of the last time stay', async () => {
    let calls = 0;
    start({ handlers: { onOrder: async () => (++calls === 1 ? ready({ host: 'old.test' }) : progressing('Moving', 'It moves')) } });
    await loop.order();
    loop.server.edit('main', { spec: { size: 2 } });
    await loop.pass();

    expect(loop.status()).toMatchObject({ phase: 'Progressing', host: 'old.test', observedGeneration: 2 });
  });

  it('ready: a field that it no longer names vanishes', async () => {
    let calls = 0;
    start({ handlers: { onOrder: async () => (++calls === 1 ? ready({ host: 'h', port: '1' }) : ready({ host: 'h' })) } });
    await loop.order();
    await loop.wake();

    expect(loop.status()).not.toHaveProperty('port');
  });

  it('rejected: told by status and Event, and not asked again until something changes', async () => {
    let calls = 0;
    start({ handlers: { onOrder: async () => ((calls += 1), rejected('TooLarge', 'Nothing is so large')) } });
    await loop.order();
    await loop.pass(3_600_000);

    expect(calls).toBe(1);
    expect(loop.condition('Ready')).toMatchObject({ status: 'False', reason: 'TooLarge' });
    expect(loop.events).toMatchObject([{ type: 'Warning', reason: 'TooLarge' }]);
  });

  it('a call that failed: told to the tenant without the host, and to the log with it', async () => {
    const url = 'https://kcp.inside:6443/clusters/red/api/v1/namespaces/default/secrets';
    start({ handlers: { onOrder: () => Promise.reject(new Forbidden({ method: 'POST', url, status: 403, message: 'secrets is forbidden' })) } });
    await loop.order();

    expect(loop.condition('Ready')).toMatchObject({ reason: 'ReconcileError', message: 'The API server answered 403: secrets is forbidden' });
    expect(JSON.stringify(loop.events)).not.toContain('kcp.inside');
    expect(loop.logged.join()).toContain(url);
  });

  it('an error: told in the status, tried again, and over when it succeeds', async () => {
    let calls = 0;
    start({ handlers: { onOrder: async () => (++calls < 3 ? Promise.reject(new Error('no connection')) : ready()) } });
    await loop.order();
    expect(loop.condition('Ready')).toMatchObject({ status: 'False', reason: 'ReconcileError', message: 'no connection' });

    await loop.pass(10_000);
    expect(loop.status()).toMatchObject({ phase: 'Ready' });
    expect(loop.events.map(({ reason }) => reason)).toEqual(['ReconcileError', 'ReconcileSuccess']);
  });

  it('an error that somebody can do something about: named as the reason', async () => {
    const foreign = new ForeignObject({ apiVersion: 'v1', kind: 'Secret', namespace: 'default', name: 'login' });
    await start({ handlers: { onOrder: async () => Promise.reject(foreign) } }).order();

    expect(loop.condition('Ready')).toMatchObject({ status: 'False', reason: 'ForeignObject', message: expect.stringContaining('Delete or rename it') });
  });

  it('an error that repeats itself costs one status write', async () => {
    start({ handlers: { onOrder: async () => Promise.reject(new Error('no connection')) } });
    await loop.order();
    await loop.pass(60_000);

    expect(loop.requests).toEqual(['patch', 'patchStatus']);
  });

  it('a condition keeps its time as long as its status stays', async () => {
    let calls = 0;
    start({ handlers: { onOrder: async () => progressing('Step', `step ${++calls}`, { retryAfterMs: 60_000 }) } });
    await loop.order();
    await loop.pass(61_000);

    expect(loop.condition('Ready')).toMatchObject({ message: 'step 2', lastTransitionTime: '2030-01-01T00:00:00Z' });
  });
});

describe('a handler that takes its time', () => {
  it('is announced after two seconds', async () => {
    const call = new Call<Ready>();
    start({ handlers: { onOrder: () => call.promise } });
    await loop.order();
    expect(loop.requests).toEqual(['patch']);

    await loop.pass(2_000);
    expect(loop.condition('Ready')).toMatchObject({ status: 'False', reason: 'Provisioning' });
    call.answer(ready());
    await loop.pass();
    expect(loop.status()).toMatchObject({ phase: 'Ready' });
  });

  it('does not make a Ready order unready', async () => {
    let call = new Call<Ready>();
    start({ handlers: { onOrder: () => call.promise } });
    call.answer(ready());
    await loop.order();
    call = new Call<Ready>();
    await loop.wake();
    await loop.pass(10_000);

    expect(loop.status()).toMatchObject({ phase: 'Ready' });
    call.answer(ready());
  });

  it('is told to stop at its deadline, and the order says so', async () => {
    const call = new Call<Ready>();
    let signal: AbortSignal | undefined;
    start({ handlerDeadlineMs: 30_000, handlers: { onOrder: (order) => ((signal = order.signal), call.promise) } });
    await loop.order();
    await loop.pass(30_000);

    expect(signal?.aborted).toBe(true);
    expect(loop.condition('Ready')).toMatchObject({ status: 'False', reason: 'HandlerOverdue' });
    call.answer(ready());
  });

  it('is never run beside itself, however long it overstays', async () => {
    const call = new Call<Ready>();
    let running = 0;
    start({ handlerDeadlineMs: 30_000, handlers: { onOrder: () => ((running += 1), call.promise) } });
    await loop.order();
    await loop.pass(60_000);
    loop.server.edit('main', { spec: { size: 3 } });
    await loop.pass(600_000);
    expect(running).toBe(1);

    call.answer(ready());
    await loop.pass();
    expect(loop.status()).toMatchObject({ phase: 'Ready', observedGeneration: 2 });
  });

  it('that fails after its deadline was overdue, whatever it throws', async () => {
    start({
      handlerDeadlineMs: 30_000,
      handlers: { onOrder: ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('socket closed')))) },
    });
    await loop.order();
    await loop.pass(30_000);

    expect(loop.condition('Ready')).toMatchObject({ reason: 'HandlerOverdue' });
  });

  it('writes nothing when the mode has ended meanwhile', async () => {
    const call = new Call<Ready>();
    start({ handlers: { onOrder: () => call.promise } });
    await loop.order();
    const stopped = loop.stop();
    call.answer(ready());
    await stopped;

    expect(loop.requests).toEqual(['patch']);
  });
});

describe('a process that stood still until its lease had run out', () => {
  it('tells a handler that goes on as soon as that looks at its signal, though no timer has come yet', async () => {
    const call = new Call<void>();
    let isOver = false;
    let told: boolean | undefined;
    const onOrder = async (order: AnyOrder): Promise<Ready> => {
      await call.promise;
      told = order.signal.aborted;
      return ready();
    };
    start({ handlers: { onOrder }, lookAtLease: () => void (isOver && loop.stop()) });
    await loop.order();
    isOver = true;
    call.answer();
    await loop.pass();
    expect(told).toBe(true);
  });

  it('begins with no other order', async () => {
    let calls = 0;
    start({ handlers: { onOrder: async () => ((calls += 1), ready()) }, lookAtLease: () => void loop.stop() });
    await loop.order();
    expect(calls).toBe(0);
  });
});
