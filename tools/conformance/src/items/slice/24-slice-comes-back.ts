import { expect } from '@jest/globals';
import { dig, eventually } from '@kcp-runtime/testing';
import type { Item } from '../../item.js';
import { EXPORTS, SLICES, T1, T10 } from '../../world/world.js';

export const sliceComesBack: Item = {
  number: '24',
  section: 'slice',
  title: 'a slice that was deleted is made again, and goes with its export',
  check: async (world) => {
    const { provider } = world;
    const scene = await world.scene({ consumers: 0 });
    const path = `${SLICES}/${scene.export}`;
    const uid = await eventually(async () => dig((await provider.client.get(path)).body, 'metadata', 'uid'), T1);
    expect((await provider.client.delete(path)).status).toBe(200);
    await eventually(
      async () => {
        const again = dig((await provider.client.get(path)).body, 'metadata', 'uid');
        return again === undefined || again === uid ? undefined : true;
      },
      { ...T10, what: 'another slice' },
    );
    await provider.client.delete(`${EXPORTS}/${scene.export}`);
    await eventually(async () => ((await provider.client.get(path)).status === 404 ? true : undefined), { ...T10, what: 'the slice to go' });
  },
};
