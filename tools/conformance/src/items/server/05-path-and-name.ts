import { expect } from '@jest/globals';
import { dig } from '@kcp-runtime/testing';
import type { Item } from '../../item.js';
import { uniqueName } from '../../world/world.js';

export const pathAndName: Item = {
  number: '5',
  section: 'server',
  title: 'an object is the same by path and by name, and says which cluster it is in, whatever its author wrote there',
  check: async ({ client, provider }) => {
    const name = uniqueName('same');
    const configMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, annotations: { 'kcp.io/cluster': 'invented' } } };
    const created = await client.post(`/clusters/${provider.path}/api/v1/namespaces/default/configmaps`, configMap);
    expect(created.status).toBe(201);
    const path = `/api/v1/namespaces/default/configmaps/${name}`;
    const [byPath, byName] = await Promise.all([client.get(`/clusters/${provider.path}${path}`), client.get(`/clusters/${provider.cluster}${path}`)]);
    expect(byPath.body).toEqual(byName.body);
    expect(dig(byName.body, 'metadata', 'annotations', 'kcp.io/cluster')).toBe(provider.cluster);
  },
};
