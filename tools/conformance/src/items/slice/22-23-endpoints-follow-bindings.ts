import { expect } from '@jest/globals';
import { dig, eventually } from '@kcp-runtime/testing';
import type { Item } from '../../item.js';
import { SLICES, T1, T10 } from '../../world/world.js';

export const firstBindingPublishesAUrl: Item = {
  number: '22',
  section: 'slice',
  title: "the first binding brings a URL with the name of the export's cluster into the slice",
  check: async (world) => {
    const scene = await world.scene({ consumers: 1, binding: 'none' });
    await scene.consumers[0]?.startBinding({ path: world.provider.path, export: scene.export });
    const endpoints = await eventually(async () => dig((await world.provider.client.get(`${SLICES}/${scene.export}`)).body, 'status', 'endpoints'), { ...T1, what: 'the URL' });
    expect(endpoints).toEqual([{ url: expect.stringMatching(new RegExp(`^https://[^/]+/services/apiexport/${world.provider.cluster}/${scene.export}$`)) }]);
  },
};

export const lastBindingTakesTheUrl: Item = {
  number: '23',
  section: 'slice',
  title: 'the URL goes with the last binding, and a watch of that one slice tells',
  check: async (world) => {
    const scene = await world.scene({ consumers: 1, binding: 'none' });
    const watch = await world.watch(world.provider.client, `${SLICES}?fieldSelector=metadata.name%3D${scene.export}`);
    const endpointsIn = (event: unknown): unknown => dig(event, 'object', 'status', 'endpoints');
    const [consumer] = scene.consumers;
    await consumer?.bind({ path: world.provider.path, export: scene.export });
    await watch.next((event) => event.type === 'MODIFIED' && endpointsIn(event) !== undefined, { ...T1, what: 'the URL' });
    await consumer?.unbind(scene.export);
    await watch.next((event) => event.type === 'MODIFIED' && endpointsIn(event) === undefined, { ...T10, what: 'the URL to go' });
    expect(watch.events.map((event) => dig(event, 'object', 'metadata', 'name')).filter((name) => name !== undefined && name !== scene.export)).toEqual([]);
  },
};
