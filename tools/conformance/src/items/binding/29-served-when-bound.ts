import { expect } from '@jest/globals';
import { eventually } from '@kcp-runtime/testing';
import type { Item } from '../../item.js';
import { expectNotServedBehind } from '../../world/expectations.js';
import { ALL_WIDGETS } from '../../world/widgets.js';
import { T10, only } from '../../world/world.js';

export const servedWhenBound: Item = {
  number: '29',
  section: 'binding',
  title: 'the virtual workspace answers a 404 from behind until somebody is Bound, and then lists',
  check: async (world) => {
    const scene = await world.scene({ consumers: 1, binding: 'none', schema: 'own' });
    expectNotServedBehind(await scene.virtual.get(`/*${ALL_WIDGETS}`));
    await only(scene).bind({ path: world.provider.path, export: scene.export });
    const list = await eventually(
      async () => {
        const answer = await scene.virtual.get(`/*${ALL_WIDGETS}`);
        return answer.status === 200 ? answer : undefined;
      },
      { ...T10, what: 'the list' },
    );
    expect(list.body).toMatchObject({ kind: 'WidgetList', items: [] });
  },
};
