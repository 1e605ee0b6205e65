import { expect } from '@jest/globals';
import { dig, eventually } from '@kcp-runtime/testing';
import type { RawBody } from '@kcp-runtime/testing';
import type { Item } from '../../item.js';
import { expectRefusal } from '../../world/expectations.js';
import { BINDINGS, T1 } from '../../world/world.js';

export const bindingsInTheVirtualWorkspace: Item = {
  number: '32',
  section: 'binding',
  title: 'the virtual workspace shows the bindings of its own export, to read only, and an empty list when there are none',
  check: async (world) => {
    const scene = await world.standing();
    const all = `/*${BINDINGS}`;
    const list = await scene.virtual.get(all);
    expect(list.status).toBe(200);
    const items = dig(list.body, 'items') as RawBody[];
    expect(items.map((item) => dig(item, 'metadata', 'annotations', 'kcp.io/cluster')).sort()).toEqual(scene.consumers.map(({ cluster }) => cluster).sort());
    expect(new Set(items.map((item) => dig(item, 'spec', 'reference', 'export', 'name')))).toEqual(new Set([scene.export]));

    const binding = { apiVersion: 'apis.kcp.io/v1alpha2', kind: 'APIBinding', metadata: { name: 'x' } };
    expectRefusal(await scene.virtual.post(all, binding), 405, 'MethodNotAllowed');
    expectRefusal(await scene.virtual.merge(`${all}/${scene.export}`, {}), 405, 'MethodNotAllowed');
    expectRefusal(await scene.virtual.delete(`${all}/${scene.export}`), 405, 'MethodNotAllowed');
    const [consumer] = scene.consumers;
    expectRefusal(await scene.virtual.merge(`/${consumer?.cluster}${BINDINGS}/${scene.export}`, {}), 403, 'Forbidden');

    const lonely = await world.scene({ consumers: 0 });
    const empty = await eventually(async () => dig((await lonely.virtual.get(all)).body, 'items'), { ...T1, what: 'the empty list' });
    expect(empty).toEqual([]);
  },
};
