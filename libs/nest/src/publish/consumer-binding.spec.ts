import { describe, expect, it } from '@jest/globals';
import { load } from 'js-yaml';
import { consumerBinding } from './consumer-binding.js';

describe('the APIBinding for a consumer', () => {
  it('leads to the export by path and accepts every claim', () => {
    const binding = load(consumerBinding({ exportName: 'boxes.io', claims: [{ group: '', resource: 'secrets', verbs: ['get'] }] }, 'root:boxes'));
    expect(binding).toEqual({
      apiVersion: 'apis.kcp.io/v1alpha2',
      kind: 'APIBinding',
      metadata: { name: 'boxes.io' },
      spec: {
        reference: { export: { path: 'root:boxes', name: 'boxes.io' } },
        permissionClaims: [{ group: '', resource: 'secrets', verbs: ['get'], state: 'Accepted', selector: { matchAll: true } }],
      },
    });
  });
});
