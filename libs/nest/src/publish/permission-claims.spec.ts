import { describe, expect, it } from '@jest/globals';
import { ProviderConfigApi, ServiceApi, providerConfigObject, serviceObject } from '@kcp-runtime/schema';
import { defineOffer } from '../offer/define-offer.js';
import { manages, reads } from '../offer/rights.js';
import type { Right } from '../offer/rights.js';
import { claimsOfExport, claimsOfOffer } from './permission-claims.js';

class Empty {}
@ServiceApi({ group: 'boxes.example.io', version: 'v1', kind: 'Box', plural: 'boxes' })
class Box extends serviceObject(Empty, Empty) {}
@ProviderConfigApi({ group: 'boxes.example.io', version: 'v1', kind: 'BoxConfig' })
class BoxConfig extends providerConfigObject(Empty) {}

const offer = (...customer: Right[]) => defineOffer(Box, { config: BoxConfig, customer });
const claimOf = (resource: string, ...customer: Right[]) => claimsOfOffer(offer(...customer)).find((claim) => claim.resource === resource);

describe('permission claims', () => {
  it('have every verb that apply and its watch use', () => {
    expect(claimOf('secrets', manages('', 'secrets'))?.verbs).toEqual(expect.arrayContaining(['create', 'delete', 'get', 'list', 'patch', 'watch']));
  });

  it('have them even where the author thought of fewer', () => {
    expect(claimOf('secrets', manages('', 'secrets', { verbs: ['create'] }))?.verbs).toEqual(['create', 'delete', 'get', 'list', 'patch', 'watch']);
  });

  it('only look at what is only read', () => {
    expect(claimOf('configmaps', reads('', 'configmaps'))?.verbs).toEqual(['get', 'list', 'watch']);
  });

  it('always ask for Events, and never wait for them', () => {
    expect(claimOf('events')).toMatchObject({ need: 'optional', verbs: ['create', 'get', 'patch'] });
  });

  it('leave out what kcp can not claim, and ask for what a credential for it is made of', () => {
    expect(claimsOfOffer(offer(manages('apps', 'deployments'))).map(({ resource }) => resource)).toEqual([
      'events', 'secrets', 'serviceaccounts', 'clusterrolebindings', 'clusterroles', 'rolebindings', 'roles',
    ]);
  });

  it('of two offers are one claim with the verbs of both', () => {
    const claims = claimsOfExport([offer(reads('', 'secrets')), offer(manages('', 'secrets'))]);
    expect(claims.filter(({ resource }) => resource === 'secrets')).toEqual([{ group: '', resource: 'secrets', verbs: expect.arrayContaining(['create', 'watch']) }]);
  });

  it('are needed when one of two rights on a kind is', () => {
    expect(claimOf('secrets', reads('', 'secrets', { optional: true }), manages('', 'secrets'))?.need).toBe('required');
  });
});
