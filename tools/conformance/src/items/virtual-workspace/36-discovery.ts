import { expect } from '@jest/globals';
import { dig } from '@kcp-runtime/testing';
import type { Item } from '../../item.js';
import { GROUP } from '../../world/widgets.js';

export const discovery: Item = {
  number: '36',
  section: 'virtual workspace',
  title: "discovery lists the export's group beside apis.kcp.io, and what can be done with its resources",
  check: async (world) => {
    const scene = await world.standing();
    const groups = dig((await scene.virtual.get('/*/apis')).body, 'groups') as unknown[];
    expect(groups.map((group) => dig(group, 'name')).sort()).toEqual(['apis.kcp.io', GROUP]);

    const resources = dig((await scene.virtual.get(`/*/apis/${GROUP}/v1`)).body, 'resources') as unknown[];
    const verbs = Object.fromEntries(resources.map((resource) => [String(dig(resource, 'name')), [...(dig(resource, 'verbs') as string[])].sort()]));
    expect(verbs).toEqual({
      widgets: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
      'widgets/status': ['get', 'patch', 'update'],
    });
  },
};
