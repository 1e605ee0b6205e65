import { expect } from '@jest/globals';
import { dig } from '@kcp-runtime/testing';
import type { RawBody } from '@kcp-runtime/testing';
import type { Item } from '../../item.js';
import { WORKSPACES } from '../../world/world.js';

export const typeAndClusterAreFixed: Item = {
  number: '9',
  section: 'workspaces',
  title: 'neither the type nor the cluster of a Workspace can be changed',
  check: async ({ client, home }) => {
    const path = `/clusters/${home}${WORKSPACES}/provider`;
    const before = await client.get(path);
    const spec = before.body['spec'] as RawBody;
    const answers = [
      await client.put(path, { ...before.body, spec: { ...spec, type: { name: 'organization', path: 'root' } } }),
      await client.put(path, { ...before.body, spec: { ...spec, cluster: 'another' } }),
    ];
    for (const { status } of answers) expect([403, 422]).toContain(status);
    expect(dig((await client.get(path)).body, 'spec')).toEqual(spec);
  },
};
