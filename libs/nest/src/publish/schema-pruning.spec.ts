import { describe, expect, it } from '@jest/globals';
import { Forbidden } from '@kcp-runtime/kube';
import type { KubeApi, KubeObject } from '@kcp-runtime/kube';
import { EXPORT_ANNOTATION, PROVIDER_ANNOTATION } from './api-export.js';
import { idleSchemas, pruneSchemas } from './schema-pruning.js';

const never = new AbortController().signal;
const schema = (name: string, provider?: string, exportName?: string): KubeObject => ({
  apiVersion: 'apis.kcp.io/v1alpha1',
  kind: 'APIResourceSchema',
  metadata: { name, annotations: { ...(provider && { [PROVIDER_ANNOTATION]: provider }), ...(exportName && { [EXPORT_ANNOTATION]: exportName }) } },
});
const api = (client: object): KubeApi => ({ resource: () => client }) as unknown as KubeApi;

describe('schemas that nothing refers to', () => {
  it('are those that this provider has made for this export, and no others', async () => {
    const items = [
      schema('old', 'boxes', 'boxes.io'), schema('served', 'boxes', 'boxes.io'), schema('of-another', 'crates', 'boxes.io'),
      schema('for-another-export', 'boxes', 'crates.io'), schema('by-hand'),
    ];
    const owner = { providerName: 'boxes', exportName: 'boxes.io', inUse: new Set(['served']) };
    expect(await idleSchemas(api({ list: () => Promise.resolve({ items }) }), owner, never)).toEqual(['old']);
  });

  it('stay where the provider has no right to delete them, and that is said', async () => {
    const refuse = () => Promise.reject(new Forbidden({ method: 'DELETE', url: 'https://kcp', status: 403, message: 'cannot delete' }));
    expect(await pruneSchemas(api({ delete: refuse }), ['old'], never)).toMatchObject({ kind: 'refused', message: expect.stringContaining('cannot delete') });
  });
});
