import { expect } from '@jest/globals';
import { dig, eventually } from '@kcp-runtime/testing';
import type { Item } from '../../item.js';
import { expectRefusal } from '../../world/expectations.js';
import { ALL_WIDGETS, widget, widgetPath } from '../../world/widgets.js';
import { SLICES, only } from '../../world/world.js';

// A workspace is emptied in rounds that grow apart.
const GONE = { deadlineMs: 60_000 };

export const lastWorkspaceTakesTheUrl: Item = {
  number: '23b',
  section: 'slice',
  title: "the URL goes with the last consumer's workspace, whose orders are DELETED on a watch that stays open",
  check: async (world) => {
    const scene = await world.scene({ consumers: 1, schema: 'own' });
    const consumer = only(scene);
    await consumer.client.post(widgetPath(), widget('order'));
    const orders = await world.watch(scene.virtual, `/*${ALL_WIDGETS}`);
    const slice = await world.watch(world.provider.client, `${SLICES}?fieldSelector=metadata.name%3D${scene.export}`);
    await slice.next(({ object }) => dig(object, 'status', 'endpoints') !== undefined);

    await world.admin.deleteWorkspace(consumer.path);
    await orders.next(({ type }) => type === 'DELETED', { ...GONE, what: 'the order to go' });
    await world.admin.whenWorkspaceGone(consumer.path, GONE.deadlineMs);
    await slice.next(({ type, object }) => type === 'MODIFIED' && dig(object, 'status', 'endpoints') === undefined, { ...GONE, what: 'the URL to go' });
    await eventually(
      async () => {
        expectRefusal(await scene.virtual.get(`/${consumer.cluster}${ALL_WIDGETS}`), 403, 'Forbidden');
        return true;
      },
      { ...GONE, what: 'its place to be closed' },
    );
    expect(orders.isOpen).toBe(true);
  },
};
