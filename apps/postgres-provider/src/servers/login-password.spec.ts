import { describe, expect, it } from '@jest/globals';
import { keyFingerprint, loginPassword } from './login-password.js';

const input = { key: 'a'.repeat(32), identity: 'one', rotation: 0 };

describe('the password of a login', () => {
  it('is the same for the same order, whenever it is asked for', () => {
    expect(loginPassword(input)).toBe(loginPassword({ ...input }));
  });

  it.each([
    ['key', { ...input, key: 'b'.repeat(32) }],
    ['identity', { ...input, identity: 'two' }],
    ['rotation', { ...input, rotation: 1 }],
  ])('is another one for another %s', (_, other) => {
    expect(loginPassword(other)).not.toBe(loginPassword(input));
  });

  it('needs no escaping in a connection URI', () => {
    expect(loginPassword(input)).toMatch(/^[\w-]{43}$/);
  });
});

describe('the fingerprint of a provider key', () => {
  it('tells two keys apart', () => {
    expect(keyFingerprint('a'.repeat(32))).not.toBe(keyFingerprint('b'.repeat(32)));
  });
});
