import { expect } from '@jest/globals';
import { dig } from '@kcp-runtime/testing';
import type { Item } from '../../item.js';
import { expectRefusal } from '../../world/expectations.js';

export const unknownCluster: Item = {
  number: '3',
  section: 'server',
  title: 'an unknown cluster name is 403, and an unknown path is 404 and speaks of workspaces',
  check: async ({ client }) => {
    expectRefusal(await client.get('/clusters/nosuch/api/v1/namespaces'), 403, 'Forbidden');
    const byPath = await client.get('/clusters/root:nosuch/api/v1/namespaces');
    expectRefusal(byPath, 404, 'NotFound');
    expect(dig(byPath.body, 'details')).toMatchObject({ group: 'tenancy.kcp.io', kind: 'workspaces', name: 'root:nosuch' });
  },
};
