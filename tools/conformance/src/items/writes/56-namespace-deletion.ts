import { expect } from '@jest/globals';
import { dig, eventually } from '@kcp-runtime/testing';
import type { Item } from '../../item.js';
import { causeReasons, expectRefusal } from '../../world/expectations.js';
import { widget, widgetPath } from '../../world/widgets.js';

const GONE = { deadlineMs: 60_000 };

export const namespaceDeletion: Item = {
  number: '56',
  section: 'writes',
  title: 'a deleted namespace marks its orders, takes no new ones, and goes when the last finalizer is off',
  servers: 'all',
  check: async ({ orders, client }) => {
    const namespace = 'item-56';
    await client.post('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
    await orders.post(widgetPath(undefined, namespace), widget('held', { metadata: { finalizers: ['conformance.example.io/held'] } }));
    await client.delete(`/api/v1/namespaces/${namespace}`);

    const order = widgetPath('held', namespace);
    await eventually(async () => dig((await orders.get(order)).body, 'metadata', 'deletionTimestamp'), { ...GONE, what: 'the order to be marked' });
    const late = await orders.post(widgetPath(undefined, namespace), widget('late'));
    expectRefusal(late, 403, 'Forbidden');
    expect(causeReasons(late)).toEqual(['NamespaceTerminating']);

    await orders.merge(order, { metadata: { finalizers: null } });
    await eventually(async () => ((await client.get(`/api/v1/namespaces/${namespace}`)).status === 404 ? true : undefined), { ...GONE, what: 'the namespace to go' });
  },
};
