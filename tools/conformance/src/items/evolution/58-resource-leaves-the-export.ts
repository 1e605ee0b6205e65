import { expect } from '@jest/globals';
import { dig, eventually } from '@kcp-runtime/testing';
import type { Item } from '../../item.js';
import { expectNotServed } from '../../world/expectations.js';
import { ALL_WIDGETS, GROUP, widget, widgetPath } from '../../world/widgets.js';
import { BINDINGS, EXPORTS, T10, only } from '../../world/world.js';

export const resourceLeavesTheExport: Item = {
  number: '58',
  section: 'evolution',
  title: "a resource that leaves the export is not served to the provider, stays the consumer's, and comes back with its data",
  check: async (world) => {
    const scene = await world.scene({ consumers: 1, schema: 'own' });
    const consumer = only(scene);
    await consumer.client.post(widgetPath(), widget('kept'));
    const path = `${EXPORTS}/${scene.export}`;
    await world.provider.client.merge(path, { spec: { resources: [] } });
    await eventually(
      async () => {
        expectNotServed(await scene.virtual.get(`/*${ALL_WIDGETS}`));
        return true;
      },
      { ...T10, what: 'the provider to lose it' },
    );
    expect(dig((await consumer.client.get(`${BINDINGS}/${scene.export}`)).body, 'status', 'phase')).toBe('Bound');
    expect((await consumer.client.get(ALL_WIDGETS)).status).toBe(200);

    await world.provider.client.merge(path, { spec: { resources: [{ group: GROUP, name: 'widgets', schema: scene.schema }] } });
    const items = await eventually(async () => dig((await scene.virtual.get(`/*${ALL_WIDGETS}`)).body, 'items'), { ...T10, what: 'the provider to get it back' });
    expect(items).toMatchObject([{ metadata: { name: 'kept' } }]);
  },
};
