import { describe, expect, it } from '@jest/globals';
import { ControllerLoop, type Controller } from '../control/controller-loop.js';
import { Shard } from '../storage/shard.js';
import { Storage } from '../storage/storage.js';
import { KCP_DELAYS } from './delays.js';

describe("kcp's own slowness", () => {
  it('lets a controller look at a change only after its delay', async () => {
    const storage = new Storage(new Shard('root', 1, 10));
    const loop = new ControllerLoop(storage, () => undefined);
    const begunAt = performance.now();
    const waited = await new Promise<number>((resolve) => {
      const slices: Controller = { name: 'slices', collections: undefined, keys: () => ['key'], delayMs: () => KCP_DELAYS.sliceMs, reconcile: () => void resolve(performance.now() - begunAt) };
      loop.add(slices);
      storage.collection('things').put('c', { apiVersion: 'v1', kind: 'Thing', metadata: { name: 'a' } });
    });
    loop.stop();
    // Timers of Node may fire a millisecond early.
    expect(waited).toBeGreaterThanOrEqual(KCP_DELAYS.sliceMs - 1);
  });
});
