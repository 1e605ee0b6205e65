import { describe, expect, it } from '@jest/globals';
import { kcpLeaseName, keptName } from './platform-names.js';

describe('names on the platform', () => {
  it('are the provider with what they are for', () => {
    expect([kcpLeaseName('postgres'), keptName('postgres')]).toEqual(['postgres-kcp', 'postgres-kcp-runtime']);
  });

  it('fit for a provider whose own name takes all the room, and stay apart', () => {
    const long = 'p'.repeat(250);
    const names = [keptName(`${long}a`), keptName(`${long}b`)];
    expect(names.every((name) => name.length <= 253 && name.endsWith('-kcp-runtime'))).toBe(true);
    expect(names[0]).not.toBe(names[1]);
  });

  it('stay apart for names that differ only in what a name can not have', () => {
    expect(kcpLeaseName('Team_A')).not.toBe(kcpLeaseName('team-a'));
    expect(kcpLeaseName('Team_A')).toMatch(/^[a-z0-9-]+$/);
  });
});
