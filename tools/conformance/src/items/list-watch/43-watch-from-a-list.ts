import { expect } from '@jest/globals';
import { dig } from '@kcp-runtime/testing';
import type { Item } from '../../item.js';
import { ALL_WIDGETS, widget, widgetPath } from '../../world/widgets.js';
import { pair } from '../../world/world.js';

export const watchFromAList: Item = {
  number: '43',
  section: 'list and watch',
  title: 'a watch from a list tells every later change of every consumer once, with rising versions',
  check: async (world) => {
    const scene = await world.standing();
    const name = 'item-43';
    const list = await scene.virtual.get(`/*${ALL_WIDGETS}`);
    const watch = await world.watch(scene.virtual, `/*${ALL_WIDGETS}?resourceVersion=${String(dig(list.body, 'metadata', 'resourceVersion'))}&fieldSelector=metadata.name%3D${name}`);
    for (const { cluster } of pair(scene)) {
      const order = `/${cluster}${widgetPath(name)}`;
      await scene.virtual.post(`/${cluster}${widgetPath()}`, widget(name));
      await scene.virtual.merge(order, { spec: { color: 'blue' } });
      await scene.virtual.merge(`${order}/status`, { status: { phase: 'Ready' } });
      await scene.virtual.delete(order);
      await watch.next((event) => event.type === 'DELETED' && dig(event, 'object', 'metadata', 'annotations', 'kcp.io/cluster') === cluster);
    }
    const told = watch.events.map(({ type, object }) => [type, dig(object, 'metadata', 'annotations', 'kcp.io/cluster')]);
    expect(told).toEqual(pair(scene).flatMap(({ cluster }) => ['ADDED', 'MODIFIED', 'MODIFIED', 'DELETED'].map((type) => [type, cluster])));
    const versions = watch.events.map(({ object }) => Number(dig(object, 'metadata', 'resourceVersion')));
    expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));
  },
};
