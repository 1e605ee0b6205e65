import { expect } from '@jest/globals';
import { dig } from '@kcp-runtime/testing';
import type { Item } from '../../item.js';
import { expectRefusal } from '../../world/expectations.js';
import { widget, widgetPath } from '../../world/widgets.js';
import { pair } from '../../world/world.js';

export const deletes: Item = {
  number: '54',
  section: 'writes',
  title: 'a delete with another uid is a conflict, and a collection is deleted in one namespace of one cluster',
  check: async (world) => {
    const scene = await world.standing();
    const [red, blue] = pair(scene);
    const virtual = scene.virtual.below(`/${red.cluster}`);
    for (const consumer of [red, blue]) {
      for (const namespace of ['item-54-a', 'item-54-b']) {
        await consumer.apply([{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }]);
        expect((await consumer.client.post(widgetPath(undefined, namespace), widget('one'))).status).toBe(201);
      }
    }
    const options = { apiVersion: 'v1', kind: 'DeleteOptions', preconditions: { uid: '11111111-1111-1111-1111-111111111111' } };
    expectRefusal(await virtual.delete(widgetPath('one', 'item-54-a'), options), 409, 'Conflict');

    expect((await virtual.delete(widgetPath(undefined, 'item-54-a'))).status).toBe(200);
    const left = await Promise.all(
      [red, blue].flatMap(({ client }) => ['item-54-a', 'item-54-b'].map(async (namespace) => (dig((await client.get(widgetPath(undefined, namespace))).body, 'items') as unknown[]).length)),
    );
    expect(left).toEqual([0, 1, 1, 1]);
  },
};
