import { describe, expect, it } from '@jest/globals';
import { failureOf } from '../fixture/until.fixture.js';
import { ManualClock } from './manual-clock.js';

describe('a clock that stands still', () => {
  it('fires timers in the order in which they are due, each at its own time', async () => {
    const clock = new ManualClock(1000);
    const fired: string[] = [];
    clock.timer(30, () => fired.push(`late at ${clock.now()}`));
    clock.timer(10, () => fired.push(`early at ${clock.now()}`));
    await clock.advance(50);
    expect(fired).toEqual(['early at 1010', 'late at 1030']);
    expect(clock.now()).toBe(1050);
  });

  it('fires a timer that another one has set on the way', async () => {
    const clock = new ManualClock();
    let isDone = false;
    void clock.sleep(10).then(() => clock.sleep(10)).then(() => (isDone = true));
    await clock.advance(20);
    expect(isDone).toBe(true);
  });

  it('does not fire what was cancelled, and counts it no more', async () => {
    const clock = new ManualClock();
    let hasFired = false;
    clock.timer(10, () => (hasFired = true)).cancel();
    await clock.advance(20);
    expect([hasFired, clock.pendingTimers]).toEqual([false, 0]);
  });

  it('leaves no timer behind an aborted sleep', async () => {
    const clock = new ManualClock();
    const stop = new AbortController();
    const sleeping = failureOf(clock.sleep(10, stop.signal));
    stop.abort('stop');
    expect([await sleeping, clock.pendingTimers]).toEqual(['stop', 0]);
  });

  it('steps the wall time without letting time pass', () => {
    const clock = new ManualClock(1000);
    clock.stepWallTime(-500);
    expect([clock.now(), clock.elapsed()]).toEqual([500, 0]);
  });
});
