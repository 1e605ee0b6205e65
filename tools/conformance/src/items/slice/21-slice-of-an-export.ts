import { expect } from '@jest/globals';
import { dig, eventually } from '@kcp-runtime/testing';
import type { Item } from '../../item.js';
import { condition } from '../../world/expectations.js';
import { SLICES, T1 } from '../../world/world.js';

export const sliceOfAnExport: Item = {
  number: '21',
  section: 'slice',
  title: 'an APIExport has a slice of its name, and without a consumer that has no endpoints at all',
  check: async (world) => {
    const scene = await world.scene({ consumers: 0 });
    const slice = await eventually(
      async () => {
        const { status, body } = await world.provider.client.get(`${SLICES}/${scene.export}`);
        return status === 200 && condition(body, 'PartitionValid') !== undefined ? body : undefined;
      },
      { ...T1, what: 'the slice' },
    );
    expect(dig(slice, 'metadata', 'ownerReferences')).toMatchObject([{ kind: 'APIExport', name: scene.export }]);
    expect(dig(slice, 'spec', 'export')).toEqual({ name: scene.export, path: world.provider.path });
    expect([condition(slice, 'APIExportValid')?.status, condition(slice, 'PartitionValid')?.status]).toEqual(['True', 'True']);
    expect(Object.keys(dig(slice, 'status') as object)).not.toContain('endpoints');
  },
};
