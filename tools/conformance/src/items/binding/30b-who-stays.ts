import { expect } from '@jest/globals';
import { dig, eventually } from '@kcp-runtime/testing';
import type { Item } from '../../item.js';
import { expectNotServedBehind, expectRefusal } from '../../world/expectations.js';
import { ALL_WIDGETS, widget, widgetPath } from '../../world/widgets.js';
import { BINDINGS, SLICES, T10, only, pair } from '../../world/world.js';

export const oneOfTwoUnbinds: Item = {
  number: '30b',
  section: 'binding',
  title: 'where one of two consumers unbinds, its place is closed, and slice and watch go on for the other one',
  check: async (world) => {
    const scene = await world.scene({ consumers: 2, schema: 'own' });
    const [leaves, stays] = pair(scene);
    for (const { client } of [leaves, stays]) await client.post(widgetPath(), widget('order'));
    const endpoints = async (): Promise<unknown> => dig((await world.provider.client.get(`${SLICES}/${scene.export}`)).body, 'status', 'endpoints');
    const before = await endpoints();
    const watch = await world.watch(scene.virtual, `/*${ALL_WIDGETS}`);

    await leaves.unbind(scene.export);
    const { object } = await watch.next(({ type }) => type === 'DELETED', { ...T10, what: 'the order of who left to go' });
    expect(dig(object, 'metadata', 'annotations', 'kcp.io/cluster')).toBe(leaves.cluster);
    await eventually(
      async () => {
        expectRefusal(await scene.virtual.get(`/${leaves.cluster}${ALL_WIDGETS}`), 403, 'Forbidden');
        return true;
      },
      { ...T10, what: 'its place to be closed' },
    );

    expect((await scene.virtual.get(`/${stays.cluster}${ALL_WIDGETS}`)).status).toBe(200);
    expect(await endpoints()).toEqual(before);
    await stays.client.merge(widgetPath('order'), { spec: { color: 'blue' } });
    await watch.next(({ type }) => type === 'MODIFIED', { ...T10, what: 'a change of who stays' });
  },
};

export const lastConsumerUnbinds: Item = {
  number: '30c',
  section: 'binding',
  title: 'where the last consumer unbinds, a new list is a 404 from behind and an open watch stays',
  check: async (world) => {
    const scene = await world.scene({ consumers: 1, schema: 'own' });
    const consumer = only(scene);
    const watch = await world.watch(scene.virtual, `/*${ALL_WIDGETS}`);
    await consumer.unbind(scene.export);
    await eventually(async () => ((await consumer.client.get(`${BINDINGS}/${scene.export}`)).status === 404 ? true : undefined), { ...T10, what: 'the binding to go' });
    await eventually(
      async () => {
        expectNotServedBehind(await scene.virtual.get(`/*${ALL_WIDGETS}`));
        return true;
      },
      { ...T10, what: 'the list to go' },
    );
    expect(watch.isOpen).toBe(true);
  },
};
