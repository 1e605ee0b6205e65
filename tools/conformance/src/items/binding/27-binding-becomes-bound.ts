import { expect } from '@jest/globals';
import { dig, eventually } from '@kcp-runtime/testing';
import type { Item } from '../../item.js';
import { condition } from '../../world/expectations.js';
import { GROUP } from '../../world/widgets.js';
import { BINDINGS, EXPORTS, SCHEMAS, T10, only } from '../../world/world.js';

export const bindingBecomesBound: Item = {
  number: '27',
  section: 'binding',
  title: 'a binding is held by a finalizer at once, becomes Bound, and the workspace serves the group',
  check: async (world) => {
    const scene = await world.scene({ consumers: 1, binding: 'none' });
    const consumer = only(scene);
    const reference = { export: { path: world.provider.path, name: scene.export } };
    const created = await consumer.client.post(BINDINGS, { apiVersion: 'apis.kcp.io/v1alpha2', kind: 'APIBinding', metadata: { name: 'mine' }, spec: { reference } });
    expect(created.status).toBe(201);
    expect(dig(created.body, 'metadata', 'finalizers')).toEqual(['apis.kcp.io/apibinding-finalizer']);
    expect(dig(created.body, 'status', 'phase')).toBeUndefined();

    const bound = await consumer.bind({ path: world.provider.path, export: scene.export, name: 'mine' });
    const schemaUid = dig((await world.provider.client.get(`${SCHEMAS}/${world.schema}`)).body, 'metadata', 'uid');
    const identityHash = dig((await world.provider.client.get(`${EXPORTS}/${scene.export}`)).body, 'status', 'identityHash');
    expect(bound).toMatchObject({
      metadata: { annotations: { 'kcp.io/cluster': consumer.cluster, 'kcp.io/path': consumer.path } },
      status: {
        apiExportClusterName: world.provider.cluster,
        boundResources: [{ group: GROUP, resource: 'widgets', schema: { name: world.schema, UID: schemaUid, identityHash }, storageVersions: ['v1'] }],
      },
    });
    await eventually(async () => (condition((await consumer.client.get(`${BINDINGS}/mine`)).body, 'Ready')?.status === 'True' ? true : undefined), { ...T10, what: 'Ready' });
    const groups = dig((await consumer.client.get('/apis')).body, 'groups') as unknown[];
    expect(groups.map((group) => dig(group, 'name'))).toContain(GROUP);
  },
};
