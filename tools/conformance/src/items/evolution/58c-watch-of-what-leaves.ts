import { expect } from '@jest/globals';
import type { Item } from '../../item.js';
import { ALL_WIDGETS, widget, widgetPath } from '../../world/widgets.js';
import { EXPORTS, T10, only } from '../../world/world.js';

export const watchOfWhatLeaves: Item = {
  number: '58c',
  section: 'evolution',
  title: "a resource that leaves the export breaks the provider's watches, of all consumers and of one, with an ERROR of code 500",
  check: async (world) => {
    const scene = await world.scene({ consumers: 1, schema: 'own' });
    const { client, cluster } = only(scene);
    await client.post(widgetPath(), widget('kept'));
    const watches = [await world.watch(scene.virtual, `/*${ALL_WIDGETS}`), await world.watch(scene.virtual, `/${cluster}${ALL_WIDGETS}`)];
    for (const watch of watches) await watch.next(({ type }) => type === 'ADDED', T10);

    await world.provider.client.merge(`${EXPORTS}/${scene.export}`, { spec: { resources: [] } });
    for (const watch of watches) {
      expect(await watch.end).toBe('ended');
      expect(watch.events.slice(1)).toEqual([{ type: 'ERROR', object: expect.objectContaining({ kind: 'Status', code: 500, reason: 'InternalError' }) }]);
    }
  },
};

export const consumersWatchOfWhatLeaves: Item = {
  number: '58d',
  section: 'evolution',
  title: "a resource that leaves the export leaves the consumer's own watch open",
  check: async (world) => {
    const scene = await world.scene({ consumers: 1, schema: 'own' });
    const { client } = only(scene);
    const watch = await world.watch(client, ALL_WIDGETS);
    const providers = await world.watch(scene.virtual, `/*${ALL_WIDGETS}`);
    await world.provider.client.merge(`${EXPORTS}/${scene.export}`, { spec: { resources: [] } });
    await providers.end;
    expect((await client.post(widgetPath(), widget('later'))).status).toBe(201);
    await watch.next(({ type }) => type === 'ADDED', T10);
    expect(watch.isOpen).toBe(true);
  },
};
