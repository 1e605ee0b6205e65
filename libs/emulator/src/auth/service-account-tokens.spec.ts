import { describe, expect, it } from '@jest/globals';
import { ServiceAccountTokens } from './service-account-tokens.js';

const subject = { cluster: 'c', namespace: 'n', name: 'sa', uid: 'u' };

describe('a ServiceAccount token', () => {
  it('tells whose it is', () => {
    const tokens = new ServiceAccountTokens(() => 1000);
    expect(tokens.verify(tokens.issueBound(subject, 600, []))).toEqual({ ...subject, secret: undefined });
    expect(tokens.verify(tokens.issueForSecret(subject, 's'))).toEqual({ ...subject, secret: 's' });
  });

  it('ends with its lifetime, also when it was seen before', () => {
    let now = 1000;
    const tokens = new ServiceAccountTokens(() => now);
    const token = tokens.issueBound(subject, 600, []);
    expect(tokens.verify(token)).toBeDefined();
    now += 600_001;
    expect(tokens.verify(token)).toBeUndefined();
  });

  it('of another emulator, or changed on its way, says nothing', () => {
    const tokens = new ServiceAccountTokens(() => 1000);
    expect(tokens.verify(new ServiceAccountTokens(() => 1000).issueBound(subject, 600, []))).toBeUndefined();
    const [head, , signature] = tokens.issueBound(subject, 600, []).split('.');
    const other = Buffer.from(JSON.stringify({ sub: 'system:serviceaccount:n:admin' })).toString('base64url');
    expect(tokens.verify(`${head}.${other}.${signature}`)).toBeUndefined();
    expect(tokens.verify('no-token')).toBeUndefined();
  });
});
