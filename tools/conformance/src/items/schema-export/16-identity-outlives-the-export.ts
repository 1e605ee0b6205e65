import { expect } from '@jest/globals';
import { dig, eventually } from '@kcp-runtime/testing';
import type { Item } from '../../item.js';
import { widgetExport } from '../../world/widgets.js';
import { EXPORTS, T1, uniqueName } from '../../world/world.js';

export const identityOutlivesTheExport: Item = {
  number: '16',
  section: 'schema and export',
  title: 'an APIExport that is deleted and made again has the same identity',
  check: async ({ provider, schema }) => {
    const name = uniqueName('item-16');
    const made = async (): Promise<unknown> => {
      expect((await provider.client.post(EXPORTS, widgetExport(name, schema))).status).toBe(201);
      return eventually(async () => dig((await provider.client.get(`${EXPORTS}/${name}`)).body, 'status', 'identityHash'), { ...T1, what: 'the identity' });
    };
    const first = await made();
    expect((await provider.client.delete(`${EXPORTS}/${name}`)).status).toBe(200);
    expect(await made()).toBe(first);
  },
};
