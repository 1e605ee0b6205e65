import { describe, expect, it } from '@jest/globals';
import { ManualClock } from '@kcp-runtime/kube';
import { Alarm } from './alarm.js';

const never = new AbortController().signal;

describe('an alarm', () => {
  it('lets sleep until the time is over', async () => {
    const clock = new ManualClock();
    let isAwake = false;
    const sleeping = new Alarm(clock).sleep(1000, never).then(() => (isAwake = true));
    await clock.advance(999);
    expect(isAwake).toBe(false);
    await clock.advance(1);
    await sleeping;
    expect(isAwake).toBe(true);
  });

  it('wakes at a ring', async () => {
    const alarm = new Alarm(new ManualClock());
    const sleeping = alarm.sleep(1000, never);
    alarm.ring();
    await expect(sleeping).resolves.toBeUndefined();
  });

  it('does not lose a ring that came while nobody slept', async () => {
    const alarm = new Alarm(new ManualClock());
    alarm.ring();
    await expect(alarm.sleep(1000, never)).resolves.toBeUndefined();
  });

  it('sleeps on after a ring that was answered', async () => {
    const clock = new ManualClock();
    const alarm = new Alarm(clock);
    alarm.ring();
    alarm.answer();
    let isAwake = false;
    void alarm.sleep(1000, never).then(() => (isAwake = true));
    await clock.advance(10);
    expect(isAwake).toBe(false);
  });

  it('wakes when it is told to stop', async () => {
    const stop = new AbortController();
    const sleeping = new Alarm(new ManualClock()).sleep(1000, stop.signal);
    stop.abort();
    await expect(sleeping).resolves.toBeUndefined();
  });
});
