import { describe, expect, it } from '@jest/globals';
import { shortened } from './conditions.js';

describe('the message of a condition or an Event', () => {
  it('is one line, and ends where it gets too long', () => {
    expect(shortened('one\n  two ')).toBe('one two');
    expect(shortened('x'.repeat(2_000))).toHaveLength(1_000);
  });

  it('has no secret that a driver or a library put into its error', () => {
    expect(shortened('connect postgres://admin:hunter2@db:5432/x failed: password=hunter2')).not.toContain('hunter2');
  });
});
