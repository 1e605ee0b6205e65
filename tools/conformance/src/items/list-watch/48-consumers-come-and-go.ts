import { expect } from '@jest/globals';
import { dig, eventually } from '@kcp-runtime/testing';
import type { Item } from '../../item.js';
import { ALL_WIDGETS, widget, widgetPath } from '../../world/widgets.js';
import { BINDINGS, T10, pair } from '../../world/world.js';
import type { Scene, World } from '../../world/world.js';

async function bindAndOrder(world: World, scene: Scene, at: 0 | 1, name: string): Promise<void> {
  const consumer = pair(scene)[at];
  await world.bind(scene, consumer);
  expect((await consumer.client.post(widgetPath(), widget(name))).status).toBe(201);
}

export const consumersComeAndGo: Item = {
  number: '48',
  section: 'list and watch',
  title: 'one wildcard watch lives through new consumers, and through a time without any',
  check: async (world) => {
    const scene = await world.scene({ consumers: 2, binding: 'none', schema: 'own' });
    const [red, blue] = pair(scene);
    await bindAndOrder(world, scene, 0, 'first');
    const watch = await world.watch(scene.virtual, `/*${ALL_WIDGETS}`);
    const told = (type: string, cluster: string): Promise<unknown> =>
      watch.next((event) => event.type === type && dig(event, 'object', 'metadata', 'annotations', 'kcp.io/cluster') === cluster, { ...T10, what: `${type} of ${cluster}` });
    await told('ADDED', red.cluster);

    await bindAndOrder(world, scene, 1, 'second');
    await told('ADDED', blue.cluster);

    for (const consumer of [red, blue]) {
      await consumer.unbind(scene.export);
      await told('DELETED', consumer.cluster);
      await eventually(async () => ((await consumer.client.get(`${BINDINGS}/${scene.export}`)).status === 404 ? true : undefined), { ...T10, what: 'the binding to go' });
    }
    await bindAndOrder(world, scene, 1, 'third');
    await told('ADDED', blue.cluster);
    expect(watch.isOpen).toBe(true);
  },
};
