import { expect } from '@jest/globals';
import { dig, eventually } from '@kcp-runtime/testing';
import type { Item } from '../../item.js';
import { causeReasons, expectRefusal } from '../../world/expectations.js';
import { widget, widgetPath } from '../../world/widgets.js';
import { only } from '../../world/world.js';

const GONE = { deadlineMs: 60_000 };

export const namespaceDeletion: Item = {
  number: '56',
  section: 'writes',
  title: 'a deleted namespace marks its orders, takes no new ones, and goes when the last finalizer is off',
  check: async (world) => {
    const scene = await world.standing();
    const consumer = only(scene);
    const virtual = scene.virtual.below(`/${consumer.cluster}`);
    const namespace = 'item-56';
    await consumer.apply([{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }]);
    await virtual.post(widgetPath(undefined, namespace), widget('held', { metadata: { finalizers: ['conformance.example.io/held'] } }));
    await consumer.client.delete(`/api/v1/namespaces/${namespace}`);

    const order = widgetPath('held', namespace);
    await eventually(async () => dig((await virtual.get(order)).body, 'metadata', 'deletionTimestamp'), { ...GONE, what: 'the order to be marked' });
    const late = await virtual.post(widgetPath(undefined, namespace), widget('late'));
    expectRefusal(late, 403, 'Forbidden');
    expect(causeReasons(late)).toEqual(['NamespaceTerminating']);

    await virtual.merge(order, { metadata: { finalizers: null } });
    await eventually(async () => ((await consumer.client.get(`/api/v1/namespaces/${namespace}`)).status === 404 ? true : undefined), { ...GONE, what: 'the namespace to go' });
  },
};
