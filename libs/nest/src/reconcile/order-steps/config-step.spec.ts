import { afterEach, describe, expect, it } from '@jest/globals';
import type { ServedConfig } from '../../config/config-snapshot.js';
import { BoxConfigSpec, FINALIZER } from '../../fixture/boxes.fixture.js';
import { LoopFixture } from '../../fixture/loop.fixture.js';
import type { LoopSettings } from '../../fixture/loop.fixture.js';
import { gone } from '../../offer/answer.js';

let loop: LoopFixture;

function start(settings?: LoopSettings): LoopFixture {
  loop = new LoopFixture(settings);
  return loop;
}

afterEach(async () => loop.stop());

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

  it('that an operator wants left alone: nothing is written, to a deletion neither', async () => {
    start();
    await loop.order('held');
    const before = loop.requests.length;
    loop.config = { kind: 'ignored' };
    await loop.order('main');
    await loop.delete('held');

    expect(loop.requests.slice(before)).toEqual([]);
    expect(loop.server.get('held')?.metadata.finalizers).toEqual([FINALIZER]);
  });

  it('never there: a deletion waits and says so', async () => {
    start().config = { kind: 'absent' };
    await loop.order('main', { metadata: { name: 'main', finalizers: [FINALIZER] } });
    await loop.delete();

    expect(loop.status()).toMatchObject({ phase: 'Terminating' });
    expect(loop.condition('Ready')).toMatchObject({ reason: 'ReconcileError', message: 'No ProviderConfig found' });
  });

  it('of a place that is being left: who orders anew is told, and nothing is done for him', async () => {
    start({ handlers: { onOrder: () => Promise.reject(new Error('nobody may call this')) } }).config = leaving;
    await loop.order();

    expect(loop.condition('Ready')).toMatchObject({ status: 'False', reason: 'Draining' });
    expect(loop.server.get('main')?.metadata.finalizers).toBeUndefined();
  });

  it('of a place that is being left: what is Ready stays as it is', async () => {
    start();
    await loop.order();
    const before = loop.server.get('main');
    loop.config = leaving;
    await loop.wake();

    expect(loop.condition('Ready')).toMatchObject({ status: 'True' });
    expect(loop.server.get('main')).toEqual(before);
  });

  it('of a place that is being left: deletions go on', async () => {
    start();
    await loop.order();
    loop.config = leaving;
    await loop.delete();

    expect(loop.server.get('main')).toBeUndefined();
  });
});

const leaving: ServedConfig = { kind: 'draining', last: { name: 'boxes', generation: 1, spec: new BoxConfigSpec(), pollIntervalMs: 60_000 } };
