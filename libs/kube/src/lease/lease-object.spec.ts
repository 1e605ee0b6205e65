import { describe, expect, it } from '@jest/globals';
import { microTime } from './lease-object.js';

describe('a MicroTime', () => {
  it('has six digits, as Kubernetes demands', () => {
    expect(microTime(Date.UTC(2030, 0, 2, 3, 4, 5, 67))).toBe('2030-01-02T03:04:05.067000Z');
  });
});
