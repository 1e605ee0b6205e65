import { expect } from '@jest/globals';
import { dig, eventually } from '@kcp-runtime/testing';
import type { Item } from '../../item.js';
import { condition } from '../../world/expectations.js';
import { GROUP, widgetExport } from '../../world/widgets.js';
import { EXPORTS, T1, uniqueName } from '../../world/world.js';

export const exportGetsItsIdentity: Item = {
  number: '15',
  section: 'schema and export',
  title: 'a new APIExport gets an identity, its storage and its path within a moment',
  check: async ({ provider, schema }) => {
    const name = uniqueName('item-15');
    expect((await provider.client.post(EXPORTS, widgetExport(name, schema))).status).toBe(201);
    const ready = await eventually(
      async () => {
        const { body } = await provider.client.get(`${EXPORTS}/${name}`);
        return dig(body, 'status', 'identityHash') === undefined ? undefined : body;
      },
      { ...T1, what: 'the identity' },
    );
    expect(ready).toMatchObject({
      metadata: { annotations: { 'kcp.io/path': provider.path, 'kcp.io/cluster': provider.cluster } },
      spec: { identity: { secretRef: { namespace: 'kcp-system', name } }, resources: [{ name: 'widgets', group: GROUP, schema, storage: { crd: {} } }] },
      status: { identityHash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    expect(dig(ready, 'metadata', 'finalizers')).toBeUndefined();
    expect(condition(ready, 'IdentityValid')?.status).toBe('True');
  },
};
