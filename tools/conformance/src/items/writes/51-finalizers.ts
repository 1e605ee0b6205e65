import { expect } from '@jest/globals';
import { dig } from '@kcp-runtime/testing';
import type { Item } from '../../item.js';
import { expectRefusal } from '../../world/expectations.js';
import { ALL_WIDGETS, widget, widgetPath } from '../../world/widgets.js';

const FINALIZER = 'conformance.example.io/held';

export const finalizers: Item = {
  number: '51',
  section: 'writes',
  title: 'an order with a finalizer is marked when it is deleted, takes no other finalizer, and goes with its last one',
  servers: 'all',
  check: async (site) => {
    const { orders: client } = site;
    const order = widgetPath('item-51');
    await client.post(widgetPath(), widget('item-51', { metadata: { finalizers: [FINALIZER] } }));
    const watch = await site.watch(site.everywhere, `${ALL_WIDGETS}?fieldSelector=metadata.name%3Ditem-51`);

    const deleted = await client.delete(order);
    expect(deleted.body).toMatchObject({ kind: 'Widget', metadata: { generation: 2, deletionTimestamp: expect.any(String), finalizers: [FINALIZER] } });
    const again = await client.delete(order);
    expect([again.status, dig(again.body, 'metadata', 'deletionTimestamp')]).toEqual([200, dig(deleted.body, 'metadata', 'deletionTimestamp')]);
    await watch.next(({ type, object }) => type === 'MODIFIED' && dig(object, 'metadata', 'deletionTimestamp') !== undefined);

    expectRefusal(await client.merge(order, { metadata: { finalizers: [FINALIZER, 'conformance.example.io/late'] } }), 422, 'Invalid');
    expect((await client.merge(`${order}/status`, { status: { phase: 'Terminating' } })).status).toBe(200);
    expect((await client.merge(order, { spec: { color: 'blue' } })).status).toBe(200);

    const last = await client.merge(order, { metadata: { finalizers: null } });
    expect(last.status).toBe(200);
    await watch.next(({ type }) => type === 'DELETED');
    expectRefusal(await client.get(order), 404, 'NotFound');
  },
};
