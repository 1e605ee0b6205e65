import { describe, expect, it } from '@jest/globals';

import { durationMs } from './duration-string.js';

describe('a duration', () => {
  it.each([['90s', 90_000], ['1h30m', 5_400_000], ['1.5h', 5_400_000], ['250ms', 250], ['2m500us', 120_000.5], ['0s', 0]])('%s is %d ms', (text, ms) => {
    expect(durationMs(text)).toBe(ms);
  });

  it.each(['', '5', '1d', '-1s', '1 h', 'h', '1h 30m'])('%j is none', (text) => {
    expect(durationMs(text)).toBeUndefined();
  });
});
