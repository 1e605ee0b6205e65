import { describe, expect, it } from '@jest/globals';
import { AlreadyExists, ApiNotServed, Invalid, ManualClock } from '@kcp-runtime/kube';
import { inTime } from './in-time.js';
import { CrdNotEstablished, InitTimedOut } from './init-errors.js';

const context = { method: 'POST', url: 'https://platform.test/apis', status: 404 };
const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** A step of a minute. It fails with these errors, one after another, and then succeeds. */
function step(...failures: readonly Error[]) {
  const clock = new ManualClock();
  const stop = new AbortController();
  let tries = 0;
  const attempt = async (): Promise<string> => {
    const failure = failures[tries++];
    if (failure !== undefined) throw failure;
    return 'done';
  };
  const ended = inTime({ clock, random: () => 0.5, log: quiet, stepMs: 60_000 }, 'install boxes', attempt, stop.signal);
  ended.catch(() => undefined);
  return { clock, stop, ended, tries: () => tries };
}

describe('a step of init', () => {
  it.each([
    ['the cluster does not serve the kind yet', new ApiNotServed(context)],
    ['somebody makes the same object at the same time', new AlreadyExists({ ...context, status: 409 })],
    ['the kind is not served yet', new CrdNotEstablished('boxes', 'the platform cluster', 'not looked at')],
  ])('is tried again where %s', async (_why, failure) => {
    const { clock, ended, tries } = step(failure, failure);
    await clock.advance(0);
    await clock.advance(20_000);
    await expect(ended).resolves.toBe('done');
    expect(tries()).toBe(3);
  });

  it.each([
    ['what the server refuses for good', new Invalid({ ...context, status: 422 })],
    ['a fault of the program', new TypeError('of nothing')],
  ])('fails at once with %s', async (_what, failure) => {
    const { ended, tries } = step(failure);
    await expect(ended).rejects.toBe(failure);
    expect(tries()).toBe(1);
  });

  it('says after its time what it tried and what it saw last', async () => {
    const { clock, ended } = step(...Array.from({ length: 1_000 }, () => new CrdNotEstablished('boxes', 'the platform cluster', 'boxies has the name')));
    await clock.advance(0);
    await clock.advance(61_000);
    await expect(ended).rejects.toThrow(InitTimedOut);
    await expect(ended).rejects.toThrow(/^It took longer than 60 s to install boxes\. Seen last: .*boxies has the name$/);
  });

  it('ends with the reason for which it was stopped', async () => {
    const { clock, stop, ended } = step(new ApiNotServed(context), new ApiNotServed(context));
    await clock.advance(0);
    stop.abort('SIGTERM');
    await expect(ended).rejects.toBe('SIGTERM');
  });

  it('leaves no timer behind', async () => {
    const { clock, ended } = step();
    await clock.advance(0);
    await ended;
    expect(clock.pendingTimers).toBe(0);
  });
});
