import { describe, expect, it } from '@jest/globals';
import { failureOf } from '../fixture/until.fixture.js';
import { systemClock } from './clock.js';

describe('the clock of this machine', () => {
  it('wakes a sleeper', async () => {
    const before = systemClock.elapsed();
    await systemClock.sleep(20);
    expect(systemClock.elapsed() - before).toBeGreaterThanOrEqual(19);
  });

  it('wakes a sleeper early with the reason of the signal', async () => {
    const stop = new AbortController();
    const sleeping = failureOf(systemClock.sleep(60_000, stop.signal));
    stop.abort(new Error('enough'));
    expect(await sleeping).toEqual(new Error('enough'));
  });

  it('does not fall asleep when the signal is aborted already', async () => {
    expect(await failureOf(systemClock.sleep(60_000, AbortSignal.abort('gone')))).toBe('gone');
  });

  it('does not fire a timer of two months at once', async () => {
    let hasFired = false;
    const timer = systemClock.timer(60 * 24 * 3600 * 1000, () => (hasFired = true));
    await systemClock.sleep(20);
    timer.cancel();
    expect(hasFired).toBe(false);
  });
});
