import { expect } from '@jest/globals';
import { dig } from '@kcp-runtime/testing';
import type { Item } from '../../item.js';
import { LOGICAL_CLUSTER } from '../../world/world.js';

export const logicalCluster: Item = {
  number: '7',
  section: 'server',
  title: 'the LogicalCluster tells the path for a name and the name for a path',
  check: async ({ client, provider }) => {
    const byPath = await client.get(`/clusters/${provider.path}${LOGICAL_CLUSTER}`);
    const byName = await client.get(`/clusters/${provider.cluster}${LOGICAL_CLUSTER}`);
    expect([byPath.status, byName.status]).toEqual([200, 200]);
    expect(dig(byName.body, 'metadata', 'annotations')).toMatchObject({ 'kcp.io/path': provider.path, 'kcp.io/cluster': provider.cluster });
    expect(dig(byPath.body, 'metadata', 'uid')).toBe(dig(byName.body, 'metadata', 'uid'));
  },
};
