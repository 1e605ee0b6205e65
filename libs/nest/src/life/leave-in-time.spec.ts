import { describe, expect, it } from '@jest/globals';
import { ManualClock } from '@kcp-runtime/kube';
import { leaveInTime } from './leave-in-time.js';

/** A lease and work under it, both in the hands of the test. */
function leased() {
  const clock = new ManualClock();
  const [lease, done] = [new AbortController(), new AbortController()];
  let stuck = 0;
  const work = (): Promise<void> => new Promise((resolve) => done.signal.addEventListener('abort', () => resolve()));
  const term = { signal: lease.signal, remainingMs: () => 0, holds: () => !lease.signal.aborted };
  const ended = leaveInTime({ term, clock, work, onStuck: () => void (stuck += 1) });
  return { clock, lose: () => lease.abort(), end: () => done.abort(), ended, stuck: () => stuck };
}

describe('work whose lease is lost', () => {
  it('that ends is no matter', async () => {
    const { clock, lose, end, ended, stuck } = leased();
    lose();
    await clock.advance(1_000);
    end();
    await ended;
    await clock.advance(60_000);
    expect(stuck()).toBe(0);
  });

  it('that goes on is told of before anybody else may begin, which is five seconds after the loss', async () => {
    const { clock, lose, stuck } = leased();
    lose();
    await clock.advance(4_500);
    expect(stuck()).toBe(1);
  });

  it('may take as long as it likes while the lease is held', async () => {
    const { clock, stuck } = leased();
    await clock.advance(3_600_000);
    expect(stuck()).toBe(0);
  });
});
