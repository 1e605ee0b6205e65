import { describe, expect, it } from '@jest/globals';
import { ApiNotServed, Forbidden, Unauthorized } from '@kcp-runtime/kube';
import { CaBundleMissing } from '../config/ca-bundle.js';
import { accessFinding, connectionFinding, ordersFinding } from './onboarding-findings.js';

const answered = (status: number, message: string) => ({ method: 'GET', url: 'https://onboarding.test/apis', status, message });

describe('what is said of the access to the onboarding cluster', () => {
  it.each([
    ['is on its way', { kind: 'waiting', reason: 'WaitingForAccessRequest', message: 'asked', since: '2030-01-01T00:00:00Z' } as const, 'Unknown', 'WaitingForAccessRequest'],
    ['is denied', { kind: 'denied', reason: 'AccessDenied', message: 'no' } as const, 'False', 'AccessDenied'],
    ['can not be used', { kind: 'unusable', reason: 'KubeconfigKeyMissing', message: 'no key' } as const, 'False', 'KubeconfigKeyMissing'],
    ['is somebody else’s', { kind: 'foreign', reason: 'ForeignRequest', message: 'theirs' } as const, 'False', 'ForeignRequest'],
    ['is nothing that the platform knows', { kind: 'notServed', message: 'unknown' } as const, 'False', 'OpenMcpNotServed'],
  ])('that %s', (_case, state, status, reason) => {
    expect(accessFinding(state)).toMatchObject({ status, reason });
  });
});

describe('what is said of orders that can not be followed', () => {
  it('sends the operator to init where a kind is not served', () => {
    expect(ordersFinding({ trouble: new ApiNotServed(answered(404, 'page not found')), isFollowing: false })).toMatchObject({ reason: 'ApiNotServed', message: expect.stringContaining('`init`') });
  });

  it('names the right that is missing', () => {
    const refused = new Forbidden(answered(403, 'boxes.boxes.io is forbidden: User "sa" cannot list resource "boxes" in API group "boxes.io" at the cluster scope'));
    expect(ordersFinding({ trouble: refused, isFollowing: false })).toMatchObject({ reason: 'RightMissing', message: expect.stringMatching(/list boxes\.boxes\.io\. The provider's AccessRequest/) });
  });

  it('is what the server has against it', () => {
    expect(ordersFinding({ trouble: new Unauthorized(answered(401, 'Unauthorized')), isFollowing: false })).toMatchObject({ status: 'False', reason: 'CredentialRefused' });
  });

  it('is nothing while they are being listed, and that all is well when they are watched', () => {
    expect([ordersFinding({ trouble: undefined, isFollowing: false }), ordersFinding({ trouble: undefined, isFollowing: true })].map(({ status }) => status)).toEqual(['Unknown', 'True']);
  });
});

describe('what is said of a connection that fails', () => {
  it('names the certificates that are not there', () => {
    expect(connectionFinding(new CaBundleMissing({ name: 'ca', key: 'ca.crt' }, 'does not exist'))).toMatchObject({ reason: 'CaBundleMissing', message: expect.stringContaining('ConfigMap ca') });
  });
});
