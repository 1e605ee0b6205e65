import { beforeEach, describe, expect, it } from '@jest/globals';
import { ManualClock } from '../time/manual-clock.js';
import { DelayWheel } from './delay-wheel.js';

describe('many due times', () => {
  let clock: ManualClock;
  let due: [string, string, number][];
  let wheel: DelayWheel<string>;

  beforeEach(() => {
    clock = new ManualClock();
    due = [];
    wheel = new DelayWheel<string>({ clock, bucketMs: 100, onDue: (key, tag) => due.push([key, tag, clock.elapsed()]) });
    wheel.start();
  });

  it('come in their order, never early, and at most a bucket late', async () => {
    wheel.set('late', 950, 'poll');
    wheel.set('soon', 120, 'retry');
    await clock.advance(2000);
    expect(due).toEqual([['soon', 'retry', 200], ['late', 'poll', 1000]]);
  });

  it('need one timer, however many they are', () => {
    for (let index = 0; index < 10_000; index += 1) wheel.set(`order-${index}`, 1000 + index, 'poll');
    expect(clock.pendingTimers).toBe(1);
  });

  it('leave no timer when nothing waits', async () => {
    wheel.set('a', 100, 'poll');
    await clock.advance(100);
    expect(clock.pendingTimers).toBe(0);
  });

  it('are now for a time that is no number, so that nobody is forgotten', async () => {
    wheel.set('a', Number.NaN, 'retry');
    await clock.advance(200);
    expect(due).toEqual([['a', 'retry', 100]]);
  });

  it('may be far away', async () => {
    wheel.set('tomorrow', 86_400_000, 'poll');
    await clock.advance(86_300_000);
    expect(due).toEqual([]);
    await clock.advance(100_000);
    expect(due).toEqual([['tomorrow', 'poll', 86_400_000]]);
  });

  it('are one a key: the last one set holds', async () => {
    wheel.set('a', 500, 'poll');
    wheel.set('a', 200, 'retry');
    wheel.set('b', 200, 'poll');
    wheel.set('b', 500, 'poll');
    await clock.advance(1000);
    expect(due).toEqual([['a', 'retry', 200], ['b', 'poll', 500]]);
  });

  it('that are moved away and back are due once', async () => {
    for (const ms of [500, 300, 500]) wheel.set('a', ms, 'poll');
    await clock.advance(1000);
    expect(due).toEqual([['a', 'poll', 500]]);
  });

  it('can be taken back', async () => {
    wheel.set('a', 100, 'poll');
    wheel.delete('a');
    await clock.advance(1000);
    expect(due).toEqual([]);
  });

  it('stop with the wheel, and what was due meanwhile comes when it starts again', async () => {
    wheel.set('a', 100, 'poll');
    wheel.set('b', 90_000, 'poll');
    wheel.stop();
    expect(clock.pendingTimers).toBe(0);
    await clock.advance(70_000);
    wheel.start();
    await clock.advance(1);
    expect(due.map(([key]) => key)).toEqual(['a']);
    await clock.advance(20_000);
    expect(due.map(([key]) => key)).toEqual(['a', 'b']);
  });

  it('tell how long it still takes', async () => {
    wheel.set('a', 1000, 'poll');
    await clock.advance(400);
    expect(wheel.get('a')).toEqual({ inMs: 600, tag: 'poll' });
  });
});
