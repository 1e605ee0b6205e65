import { afterEach, describe, expect, it } from '@jest/globals';
import { ApiNotServed, ServerFault } from '@kcp-runtime/kube';
import { BoxConfigSpec, BoxSpec, FINALIZER, LoopFixture } from '../fixture/loop.fixture.js';
import type { LoopSettings } from '../fixture/loop.fixture.js';
import { answer } from '../fixture/order-server.fixture.js';
import { blocked, gone, progressing, ready, rejected } from '../offer/answer.js';
import type { Gone, Ready } from '../offer/answer.js';
import type { Order } from '../offer/order.js';

let loop: LoopFixture;

function start(settings?: LoopSettings): LoopFixture {
  loop = new LoopFixture(settings);
  return loop;
}

/** A handler call that the test ends. */
class Call<T> {
  answer: (value: T) => void = () => undefined;
  readonly promise = new Promise<T>((resolve) => (this.answer = resolve));
}

afterEach(async () => loop.stop());

describe('the plain way of an order', () => {
  it('takes two writes and no read, however late the watch is', async () => {
    const { server } = start();
    server.watchDelayMs = 700;
    await loop.order();
    await loop.pass(5_000);

    expect(loop.requests).toEqual(['patch', 'patchStatus']);
    expect(loop.status()).toMatchObject({ phase: 'Ready', host: 'box.test' });
  });

  it('is one pass: the echo of its own writes starts no other', async () => {
    start().server.watchDelayMs = 300;
    await loop.order();
    await loop.pass(5_000);

    expect(loop.handled).toHaveLength(1);
  });

  it('costs nothing more while nothing changes', async () => {
    await start().order();
    await loop.pass(600_000);

    expect(loop.handled.length).toBeGreaterThan(2);
    expect(loop.requests).toEqual(['patch', 'patchStatus']);
  });

  it('makes no Event', async () => {
    await start().order();

    expect(loop.events).toEqual([]);
  });

  it('tells each stage that it has passed', async () => {
    await start().order();

    expect(loop.status()).toMatchObject({
      observedGeneration: 1,
      conditions: [
        { type: 'Ready', status: 'True', reason: 'ReconcileSuccess', message: 'Domain Service is ready', lastTransitionTime: '2030-01-01T00:00:00Z' },
        { type: 'ConfigAvailable', status: 'True' },
        { type: 'SpecAccepted', status: 'True' },
        { type: 'PermissionClaimsAccepted', status: 'True' },
      ],
    });
  });

  it('hands spec and config to the handler as instances of their classes', async () => {
    let seen: Order | undefined;
    await start({ handlers: { onOrder: async (order) => ((seen = order), ready()) } }).order('main', { spec: { size: 7 } });

    expect(seen?.spec).toBeInstanceOf(BoxSpec);
    expect(seen?.spec).toEqual({ size: 7 });
    expect(seen?.config).toBeInstanceOf(BoxConfigSpec);
  });

  it('gives the handler a name for the outside world that another workspace cannot have', async () => {
    const identities: string[] = [];
    await start({ handlers: { onOrder: async ({ identity }) => (identities.push(identity), ready()) } }).order();

    expect(identities).toEqual([expect.stringMatching(/^[a-p][0-9a-v]{25}$/)]);
  });

  it('goes on with the order that the finalizer write has answered', async () => {
    const { server } = start();
    server.beforePatch = ({ verb }) => {
      if (verb === 'patch') server.edit('main', { status: { phase: 'Old', host: 'somebody', port: 'set' } });
      server.beforePatch = () => undefined;
    };
    await loop.order();
    await loop.pass(5_000);

    expect(loop.status()).toMatchObject({ phase: 'Ready', host: 'box.test' });
  });
});

describe('the operation annotation', () => {
  const operation = (value: string) => ({ metadata: { name: 'main', annotations: { 'openmcp.cloud/operation': value } } });

  it('ignore: nothing is written', async () => {
    await start().order('main', operation('ignore'));

    expect(loop.requests).toEqual([]);
  });

  it('ignore taken away: the order is fulfilled', async () => {
    await start().order('main', operation('ignore'));
    loop.server.edit('main', { metadata: { annotations: null } });
    await loop.pass();

    expect(loop.status()).toMatchObject({ phase: 'Ready' });
  });

  it('reconcile: it is taken away and the order is fulfilled', async () => {
    await start().order('main', operation('reconcile'));

    expect(loop.server.get('main')?.metadata.annotations).toEqual({});
    expect(loop.status()).toMatchObject({ phase: 'Ready' });
  });
});

describe('the config', () => {
  it('missing: the order waits and says so', async () => {
    start().config = { kind: 'absent' };
    await loop.order();

    expect(loop.status()).toMatchObject({ phase: 'Progressing', observedGeneration: 1 });
    expect(loop.condition('Ready')).toMatchObject({ status: 'False', reason: 'ReconcileError', message: 'No ProviderConfig found' });
    expect(loop.server.get('main')?.metadata.finalizers).toBeUndefined();
  });

  it('being deleted: the order waits and says so', async () => {
    start().config = { kind: 'deleting' };
    await loop.order();

    expect(loop.condition('Ready')).toMatchObject({ reason: 'ReconcileError', message: 'ProviderConfig is marked for deletion' });
  });

  it('gone after the order was made: the deletion goes on with the last valid one', async () => {
    let color: unknown;
    start({ handlers: { onDelete: async ({ config }) => ((color = (config as BoxConfigSpec).color), gone()) } });
    await loop.order();
    loop.config = { kind: 'absent', last: { name: 'boxes', generation: 1, spec: Object.assign(new BoxConfigSpec(), { color: 'blue' }), pollIntervalMs: 60_000 } };
    await loop.delete();

    expect(color).toBe('blue');
    expect(loop.server.get('main')).toBeUndefined();
  });

  it('never there: a deletion waits and says so', async () => {
    start().config = { kind: 'absent' };
    await loop.order('main', { metadata: { name: 'main', finalizers: [FINALIZER] } });
    await loop.delete();

    expect(loop.status()).toMatchObject({ phase: 'Terminating' });
    expect(loop.condition('Ready')).toMatchObject({ reason: 'ReconcileError', message: 'No ProviderConfig found' });
  });
});

describe('the spec', () => {
  it('invalid: refused with every path, and nothing outside is touched', async () => {
    let calls = 0;
    await start({ handlers: { onOrder: async () => ((calls += 1), ready()) } }).order('main', { spec: { size: 99, shape: 'round' } });

    expect(loop.condition('Ready')).toMatchObject({ status: 'False', reason: 'InvalidSpec', message: expect.stringMatching(/size.*shape|shape.*size/) });
    expect(calls).toBe(0);
  });

  it('invalid: the tenant is told by an Event, once', async () => {
    await start().order('main', { spec: { size: 99 } });
    await loop.wake();

    expect(loop.events).toMatchObject([{ type: 'Warning', reason: 'InvalidSpec' }]);
  });

  it('mended: the order is fulfilled, and the Event says that it is over', async () => {
    await start().order('main', { spec: { size: 99 } });
    loop.server.edit('main', { spec: { size: 2 } });
    await loop.pass();

    expect(loop.status()).toMatchObject({ phase: 'Ready', observedGeneration: 2 });
    expect(loop.events.at(-1)).toMatchObject({ type: 'Normal', reason: 'ReconcileSuccess' });
  });

  it('invalid: does not stop a deletion, and the handler gets it as it stands', async () => {
    let seen: unknown;
    start({ handlers: { onDelete: async ({ spec }) => ((seen = spec), gone()) } });
    await loop.order();
    loop.server.edit('main', { spec: { size: 99 } });
    await loop.delete();

    expect(seen).toEqual({ kind: 'raw', value: { size: 99 } });
    expect(loop.server.get('main')).toBeUndefined();
  });
});

describe('the permission claims', () => {
  const missing = { kind: 'missing', claims: [{ group: '', resource: 'secrets', verbs: ['create', 'get'] }] } as const;

  it('not accepted: the order says which, and is not held', async () => {
    start().claims = missing;
    await loop.order();

    expect(loop.condition('PermissionClaimsAccepted')).toMatchObject({ status: 'False', reason: 'PermissionClaimsNotAccepted', message: expect.stringContaining('secrets (create, get)') });
    expect(loop.status()).toMatchObject({ phase: 'Progressing' });
    expect(loop.server.get('main')?.metadata.finalizers).toBeUndefined();
  });

  it('accepted later: the order is fulfilled', async () => {
    start().claims = missing;
    await loop.order();
    loop.claims = { kind: 'accepted' };
    await loop.wake();

    expect(loop.status()).toMatchObject({ phase: 'Ready' });
  });

  it('of a binding that was not seen yet: nothing is written', async () => {
    start().claims = { kind: 'unseen' };
    await loop.order();

    expect(loop.requests).toEqual([]);
  });

  it('taken back: does not stop a deletion, and the handler knows that the tenant is out of reach', async () => {
    let reach: string | undefined;
    start({ handlers: { onDelete: async ({ customer }) => ((reach = customer.kind), gone()) } });
    await loop.order();
    loop.claims = missing;
    await loop.delete();

    expect(reach).toBe('gone');
    expect(loop.server.get('main')).toBeUndefined();
  });
});

describe('the finalizer', () => {
  it('keeps those of others', async () => {
    await start().order('main', { metadata: { name: 'main', finalizers: ['other/one'] } });

    expect(loop.server.get('main')?.metadata.finalizers).toEqual(['other/one', FINALIZER]);
  });

  it('keeps one that is added between reading and writing', async () => {
    const { server } = start();
    server.beforePatch = () => {
      server.beforePatch = () => undefined;
      server.edit('main', { metadata: { finalizers: ['other/late'] } });
    };
    await loop.order();
    await loop.pass(5_000);

    expect(server.get('main')?.metadata.finalizers).toEqual(['other/late', FINALIZER]);
    expect(loop.status()).toMatchObject({ phase: 'Ready' });
  });

  it('stands on the order before the handler is called', async () => {
    let held: readonly string[] | undefined;
    start({ handlers: { onOrder: async () => ((held = loop.server.get('main')?.metadata.finalizers), ready()) } });
    await loop.order();

    expect(held).toEqual([FINALIZER]);
  });

  it('is never added to an order that is being deleted', async () => {
    await start().order('main', { metadata: { name: 'main', finalizers: ['other/one'], deletionTimestamp: '2030-01-01T00:00:00Z' } });

    expect(loop.requests).toEqual([]);
  });
});

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

  it('an error: told in the status, tried again, and over when it succeeds', async () => {
    let calls = 0;
    start({ handlers: { onOrder: async () => (++calls < 3 ? Promise.reject(new Error('no connection')) : ready()) } });
    await loop.order();
    expect(loop.condition('Ready')).toMatchObject({ status: 'False', reason: 'ReconcileError', message: 'no connection' });

    await loop.pass(10_000);
    expect(loop.status()).toMatchObject({ phase: 'Ready' });
    expect(loop.events.map(({ reason }) => reason)).toEqual(['ReconcileError', 'ReconcileSuccess']);
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

describe('somebody else at the same time', () => {
  it('an edit of the spec during the handler is seen after it', async () => {
    const sizes: unknown[] = [];
    start({
      handlers: {
        onOrder: async ({ spec }) => {
          sizes.push((spec as BoxSpec).size);
          if (sizes.length === 1) loop.server.edit('main', { spec: { size: 5 } });
          return ready();
        },
      },
    });
    loop.server.watchDelayMs = 400;
    await loop.order();
    await loop.pass(5_000);

    expect(sizes).toEqual([1, 5]);
    expect(loop.status()).toMatchObject({ phase: 'Ready', observedGeneration: 2 });
  });

  it('an order that vanishes during the pass is not brought back', async () => {
    start({ handlers: { onOrder: async () => (loop.server.edit('main', { metadata: { finalizers: null } }), loop.server.delete('main'), ready()) } });
    await loop.order();
    await loop.pass(5_000);

    expect(loop.server.get('main')).toBeUndefined();
    expect(loop.logged).toEqual([]);
  });
});

describe('the poll', () => {
  it('comes at the interval of the config, and in kcp mode less and less often', async () => {
    await start().order();
    const passes = async (ms: number): Promise<number> => {
      const before = loop.handled.length;
      await loop.pass(ms);
      return loop.handled.length - before;
    };

    expect(await passes(61_000)).toBe(1);
    expect(await passes(91_000)).toBe(1);
    expect(await passes(3_600_000)).toBeLessThan(9);
  });

  it('stays as it is in standard mode', async () => {
    await start({ mode: 'standard' }).order();
    await loop.pass(600_000 + 1_000);

    expect(loop.handled).toHaveLength(11);
  });

  it('repairs the status that somebody has broken', async () => {
    await start().order();
    loop.server.edit('main', { status: { host: 'evil.test' } });
    await loop.pass();

    expect(loop.status()).toMatchObject({ host: 'box.test' });
  });
});

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
