import { expect } from '@jest/globals';
import type { Item } from '../../item.js';
import { ALL_WIDGETS } from '../../world/widgets.js';

export const exportByNameOnly: Item = {
  number: '34',
  section: 'virtual workspace',
  title: "the path of the export's workspace, and an unknown export, are a 500 in plain text",
  check: async (world) => {
    const scene = await world.standing();
    const byPath = await world.client.get(`/services/apiexport/${world.provider.path}/${scene.export}/clusters/*${ALL_WIDGETS}`);
    const unknown = await world.client.get(`/services/apiexport/${world.provider.cluster}/nosuch/clusters/*${ALL_WIDGETS}`);
    expect([byPath, unknown].map(({ status, contentType }) => [status, contentType])).toEqual([
      [500, 'text/plain'],
      [500, 'text/plain'],
    ]);
  },
};
