import { afterEach, describe, expect, it } from '@jest/globals';
import { BoxConfigSpec, BoxSpec } from '../fixture/boxes.fixture.js';
import { LoopFixture } from '../fixture/loop.fixture.js';
import type { LoopSettings } from '../fixture/loop.fixture.js';
import { ready } from '../offer/answer.js';
import type { Order } from '../offer/order.js';

let loop: LoopFixture;

function start(settings?: LoopSettings): LoopFixture {
  loop = new LoopFixture(settings);
  return loop;
}

afterEach(async () => loop.stop());

describe('the plain way of an order', () => {
  // Reported as kubernetes-sigs/controller-runtime#245
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

  // Reported as openkube-hub/KubeUser#58
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
