import { describe, expect, it } from '@jest/globals';
import { backoffMs } from './backoff.js';

const bounds = { fromMs: 100, upToMs: 5_000 };

describe('the delay after failures', () => {
  it('doubles its bound with each failure, up to a limit', () => {
    const highest = [0, 1, 2, 3, 10, 5000].map((attempt) => backoffMs(attempt, () => 1, bounds));
    expect(highest).toEqual([100, 200, 400, 800, 5_000, 5_000]);
  });

  it('is spread over the whole span, so that many do not come back at once', () => {
    expect([0, 0.25, 0.5].map((share) => backoffMs(3, () => share, bounds))).toEqual([0, 200, 400]);
  });
});
