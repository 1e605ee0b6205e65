import { eventually } from '@kcp-runtime/testing';
import type { Item } from '../../item.js';
import { expectRefusal } from '../../world/expectations.js';
import { SLICES, T1 } from '../../world/world.js';

export const sliceKeepsItsExport: Item = {
  number: '25',
  section: 'slice',
  title: 'a slice cannot be pointed at another export',
  check: async (world) => {
    const scene = await world.scene({ consumers: 0 });
    const path = `${SLICES}/${scene.export}`;
    await eventually(async () => ((await world.provider.client.get(path)).status === 200 ? true : undefined), T1);
    expectRefusal(await world.provider.client.merge(path, { spec: { export: { name: 'another' } } }), 422, 'Invalid');
  },
};
