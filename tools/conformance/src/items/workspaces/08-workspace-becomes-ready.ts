import { expect } from '@jest/globals';
import { dig, eventually } from '@kcp-runtime/testing';
import type { Item } from '../../item.js';
import { T10, WORKSPACES, uniqueName } from '../../world/world.js';

export const workspaceBecomesReady: Item = {
  number: '8',
  section: 'workspaces',
  title: 'a new Workspace gets a type, is scheduled, and becomes Ready with a cluster and a URL',
  check: async ({ client }) => {
    const name = uniqueName('item-8');
    const created = await client.post(`/clusters/root${WORKSPACES}`, { apiVersion: 'tenancy.kcp.io/v1alpha1', kind: 'Workspace', metadata: { name }, spec: {} });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({ spec: { type: { name: 'organization', path: 'root' } }, status: { phase: 'Scheduling' } });
    const ready = await eventually(
      async () => {
        const { body } = await client.get(`/clusters/root${WORKSPACES}/${name}`);
        return dig(body, 'status', 'phase') === 'Ready' ? body : undefined;
      },
      { ...T10, what: 'the workspace to be Ready' },
    );
    expect(ready['spec']).toMatchObject({ cluster: expect.stringMatching(/^[a-z0-9]+$/), URL: expect.stringMatching(/^https:\/\/.*\/clusters\//) });
  },
};
