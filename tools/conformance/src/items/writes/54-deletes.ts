import { expect } from '@jest/globals';
import { dig } from '@kcp-runtime/testing';
import type { RawClient } from '@kcp-runtime/testing';
import type { Item } from '../../item.js';
import { expectRefusal } from '../../world/expectations.js';
import { widget, widgetPath } from '../../world/widgets.js';
import { pair } from '../../world/world.js';

async function orderIn(client: RawClient, namespace: string): Promise<void> {
  await client.post('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
  expect((await client.post(widgetPath(undefined, namespace), widget('one'))).status).toBe(201);
}

async function ordersIn(client: RawClient, namespace: string): Promise<number> {
  return (dig((await client.get(widgetPath(undefined, namespace))).body, 'items') as unknown[]).length;
}

export const deletes: Item = {
  number: '54',
  section: 'writes',
  title: 'a delete with another uid is a conflict, and a collection is deleted in one namespace',
  servers: 'all',
  check: async ({ orders, client }) => {
    for (const namespace of ['item-54-a', 'item-54-b']) await orderIn(client, namespace);
    const options = { apiVersion: 'v1', kind: 'DeleteOptions', preconditions: { uid: '11111111-1111-1111-1111-111111111111' } };
    expectRefusal(await orders.delete(widgetPath('one', 'item-54-a'), options), 409, 'Conflict');

    expect((await orders.delete(widgetPath(undefined, 'item-54-a'))).status).toBe(200);
    expect([await ordersIn(client, 'item-54-a'), await ordersIn(client, 'item-54-b')]).toEqual([0, 1]);
  },
};

// kcp's alone: elsewhere there is no other cluster.
export const deletesOfOneCluster: Item = {
  number: '54b',
  section: 'writes',
  title: 'a collection is deleted in one cluster',
  check: async (world) => {
    const scene = await world.standing();
    const [red, blue] = pair(scene);
    for (const { client } of [red, blue]) await orderIn(client, 'item-54-c');
    expect((await scene.virtual.delete(`/${red.cluster}${widgetPath(undefined, 'item-54-c')}`)).status).toBe(200);
    expect([await ordersIn(red.client, 'item-54-c'), await ordersIn(blue.client, 'item-54-c')]).toEqual([0, 1]);
  },
};
