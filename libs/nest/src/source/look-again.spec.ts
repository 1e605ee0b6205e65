import { describe, expect, it } from '@jest/globals';
import { ManualClock, WorkQueue } from '@kcp-runtime/kube';
import { lookAgain } from './look-again.js';

describe('a new look at all orders', () => {
  it('is spread over a time, and behind what users have changed meanwhile', async () => {
    const clock = new ManualClock();
    const stop = new AbortController();
    const handled: string[] = [];
    const keys = Array.from({ length: 1_000 }, (_, index) => `order-${index}`);
    const queue = new WorkQueue({ tenantOf: (key) => key, workers: 1, clock, random: () => 0.5, onError: () => undefined });
    const running = queue.run(async (key) => {
      handled.push(key);
      if (handled.length === 1) queue.add('changed', 'changed');
      return { kind: 'done' };
    }, stop.signal);
    let drawn = 0;
    lookAgain(keys, queue, () => (drawn++ % 100) / 100);
    await clock.advance(2_500);
    const half = handled.length;
    await clock.advance(2_500);
    expect(half).toBeGreaterThan(400);
    expect(half).toBeLessThan(600);
    expect(handled.indexOf('changed')).toBe(1);
    expect(handled).toHaveLength(1_001);
    stop.abort();
    await running;
  });
});
