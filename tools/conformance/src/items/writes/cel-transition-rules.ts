import { expect } from '@jest/globals';
import { dig } from '@kcp-runtime/testing';
import type { Item } from '../../item.js';
import { causeFields, expectRefusal } from '../../world/expectations.js';
import { widget, widgetPath } from '../../world/widgets.js';

export const transitionRules: Item = {
  number: 'CEL',
  section: 'writes',
  title: 'rules in CEL compare fields, and the new state with the old one; nothing is compared when an object is new',
  servers: 'all',
  check: async ({ orders: client }) => {
    const order = widgetPath('item-cel');
    expect((await client.post(widgetPath(), widget('item-cel', { spec: { region: 'eu', low: 1, high: 2 } }))).status).toBe(201);

    const moved = await client.merge(order, { spec: { region: 'us' } });
    expectRefusal(moved, 422, 'Invalid');
    expect(causeFields(moved)).toEqual(['spec']);
    expect(String(dig(moved.body, 'details', 'causes', 0, 'message'))).toContain('region is immutable');
    expectRefusal(await client.merge(order, { spec: { region: null } }), 422, 'Invalid');
    expect((await client.merge(order, { spec: { region: 'eu', color: 'blue' } })).status).toBe(200);

    expectRefusal(await client.merge(order, { spec: { low: 3 } }), 422, 'Invalid');
    expect((await client.merge(order, { spec: { low: 2 } })).status).toBe(200);

    await client.post(widgetPath(), widget('item-cel-2'));
    expectRefusal(await client.merge(widgetPath('item-cel-2'), { spec: { region: 'eu' } }), 422, 'Invalid');
  },
};
