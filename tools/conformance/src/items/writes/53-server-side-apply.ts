import { expect } from '@jest/globals';
import { dig } from '@kcp-runtime/testing';
import type { Item } from '../../item.js';
import { causeReasons, expectRefusal } from '../../world/expectations.js';
import { GROUP, widget, widgetPath } from '../../world/widgets.js';
import { only } from '../../world/world.js';

export const serverSideApply: Item = {
  number: '53',
  section: 'writes',
  title: "server-side apply needs a manager, a name for a new object, keeps what is another manager's, and takes it by force",
  check: async (world) => {
    const scene = await world.standing();
    const consumer = only(scene);
    const client = scene.virtual.below(`/${consumer.cluster}`);
    const order = widgetPath('item-53');
    const applied = widget('item-53', { spec: { note: 'mine' } });

    expect((await client.serverSideApply(`${order}?fieldManager=one`, applied)).status).toBe(200);
    expectRefusal(await client.serverSideApply(order, applied), 422, 'Invalid');
    expectRefusal(await client.serverSideApply(`${widgetPath('item-53-new')}?fieldManager=one`, { apiVersion: `${GROUP}/v1`, kind: 'Widget', metadata: {}, spec: { color: 'red' } }), 400, 'BadRequest');

    const foreign = widget('item-53', { spec: { note: 'yours' } });
    const refused = await client.serverSideApply(`${order}?fieldManager=two`, foreign);
    expectRefusal(refused, 409, 'Conflict');
    expect(causeReasons(refused)).toEqual(['FieldManagerConflict']);
    const forced = await client.serverSideApply(`${order}?fieldManager=two&force=true`, foreign);
    expect([forced.status, dig(forced.body, 'spec', 'note')]).toEqual([200, 'yours']);

    // Straight at the workspace a new object is 201.
    const direct = await consumer.client.serverSideApply(`${widgetPath('item-53-direct')}?fieldManager=one`, widget('item-53-direct'));
    expect(direct.status).toBe(201);
  },
};

export const appliedFieldsStay: Item = {
  number: '53b',
  section: 'writes',
  title: 'what was created by an apply through the virtual workspace is never pruned by the next apply',
  check: async (world) => {
    const scene = await world.standing();
    const consumer = only(scene);
    const prunedAfterApplies = async (client: typeof consumer.client, name: string): Promise<unknown> => {
      const order = `${widgetPath(name)}?fieldManager=one`;
      await client.serverSideApply(order, widget(name, { spec: { note: 'first' } }));
      return dig((await client.serverSideApply(order, widget(name))).body, 'spec', 'note');
    };
    expect(await prunedAfterApplies(scene.virtual.below(`/${consumer.cluster}`), 'item-53-virtual')).toBe('first');
    expect(await prunedAfterApplies(consumer.client, 'item-53-straight')).toBeUndefined();
  },
};
