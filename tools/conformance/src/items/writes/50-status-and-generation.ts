import { expect } from '@jest/globals';
import { dig } from '@kcp-runtime/testing';
import type { Item } from '../../item.js';
import { widget, widgetPath } from '../../world/widgets.js';

export const statusAndGeneration: Item = {
  number: '50',
  section: 'writes',
  title: 'spec and status are written apart, the generation counts changes of the spec, and a write of nothing is none',
  servers: 'all',
  check: async ({ orders: client }) => {
    const order = widgetPath('item-50');
    const meta = (object: unknown, key: string): unknown => dig(object, 'metadata', key);

    const created = await client.post(widgetPath(), { ...widget('item-50'), status: { phase: 'Ready' } });
    expect([dig(created.body, 'status'), meta(created.body, 'generation')]).toEqual([undefined, 1]);

    const status = await client.merge(`${order}/status`, {
      metadata: { labels: { by: 'status' }, finalizers: ['conformance.example.io/by-status'] },
      spec: { color: 'blue' },
      status: { phase: 'Ready' },
    });
    expect(status.body).toMatchObject({ spec: { color: 'red' }, status: { phase: 'Ready' } });
    expect([meta(status.body, 'labels'), meta(status.body, 'finalizers'), meta(status.body, 'generation')]).toEqual([undefined, undefined, 1]);

    const spec = await client.merge(order, { metadata: { labels: { a: 'b' } }, spec: { color: 'blue' }, status: { phase: 'Lost' } });
    expect(spec.body).toMatchObject({ metadata: { generation: 2, labels: { a: 'b' } }, spec: { color: 'blue' }, status: { phase: 'Ready' } });
    expect(meta((await client.merge(order, { metadata: { labels: { a: 'c' } } })).body, 'generation')).toBe(2);

    const before = meta((await client.get(order)).body, 'resourceVersion');
    const nothing = await Promise.all([client.merge(order, { spec: { color: 'blue' } }), client.merge(`${order}/status`, { status: { phase: 'Ready' } })]);
    expect(nothing.map(({ body }) => meta(body, 'resourceVersion'))).toEqual([before, before]);
  },
};
