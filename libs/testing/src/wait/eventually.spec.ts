import { describe, expect, it } from '@jest/globals';
import { DeadlinePassed, eventually } from './eventually.js';

const SOON = { deadlineMs: 50, intervalMs: 1 };

describe('eventually', () => {
  it('returns what a later look finds', async () => {
    let looks = 0;
    expect(await eventually(() => (++looks === 3 ? 'found' : undefined), { intervalMs: 1 })).toBe('found');
  });

  it('takes a look that throws for "not yet"', async () => {
    let looks = 0;
    const look = (): string => {
      if (++looks < 3) throw new Error('not there');
      return 'found';
    };
    expect(await eventually(look, { intervalMs: 1 })).toBe('found');
  });

  it('gives up at its deadline and says what it waited for and what the last look complained of', async () => {
    const look = (): never => {
      throw new Error('the server is asleep');
    };
    await expect(eventually(look, { ...SOON, what: 'an answer' })).rejects.toThrow(/50 ms for an answer, in vain\. Last look: the server is asleep/);
  });

  it('gives up with an error of its own', async () => {
    await expect(eventually(() => undefined, SOON)).rejects.toBeInstanceOf(DeadlinePassed);
  });

  it('ends at once when it is told to', async () => {
    const stop = new AbortController();
    const waiting = eventually(() => undefined, { deadlineMs: 60_000, signal: stop.signal });
    stop.abort(new Error('no longer needed'));
    await expect(waiting).rejects.toThrow();
  });
});
