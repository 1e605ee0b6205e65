import { expect } from '@jest/globals';
import type { Item } from '../../item.js';
import { widget, widgetPath } from '../../world/widgets.js';
import { only } from '../../world/world.js';

export const bothSidesSeeTheSame: Item = {
  number: '55',
  section: 'writes',
  title: "a write through the virtual workspace is seen in the consumer's workspace at once, and the reverse",
  check: async (world) => {
    const scene = await world.standing();
    const consumer = only(scene);
    const virtual = scene.virtual.below(`/${consumer.cluster}`);
    const order = widgetPath('item-55');

    const created = await virtual.post(widgetPath(), widget('item-55'));
    expect((await consumer.client.get(order)).body).toEqual(created.body);
    const changed = await consumer.client.merge(order, { spec: { color: 'blue' } });
    expect((await virtual.get(order)).body).toEqual(changed.body);
    await virtual.delete(order);
    expect((await consumer.client.get(order)).status).toBe(404);
  },
};
