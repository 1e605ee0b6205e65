import { afterEach, describe, expect, it } from '@jest/globals';
import { LoopFixture } from '../../fixture/loop.fixture.js';
import type { LoopSettings } from '../../fixture/loop.fixture.js';
import { gone, ready } from '../../offer/answer.js';

let loop: LoopFixture;

function start(settings?: LoopSettings): LoopFixture {
  loop = new LoopFixture(settings);
  return loop;
}

afterEach(async () => loop.stop());

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

  it('invalid: a rule of the offer that stumbles over it does not stop a deletion', async () => {
    await start().order();
    loop.server.edit('main', { spec: { size: 'large' } });
    await loop.delete();

    expect(loop.server.get('main')).toBeUndefined();
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
