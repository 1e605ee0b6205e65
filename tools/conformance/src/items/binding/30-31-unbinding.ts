import { expect } from '@jest/globals';
import { dig, eventually } from '@kcp-runtime/testing';
import type { Item } from '../../item.js';
import { condition, expectNotServed, expectRefusal } from '../../world/expectations.js';
import { ALL_WIDGETS, widget, widgetPath } from '../../world/widgets.js';
import { BINDINGS, T10, only } from '../../world/world.js';

export const unbindingDeletesOrders: Item = {
  number: '30',
  section: 'binding',
  title: 'unbinding deletes the orders, and then neither side has access',
  check: async (world) => {
    const scene = await world.scene({ consumers: 1, schema: 'own' });
    const consumer = only(scene);
    await consumer.client.post(widgetPath(), widget('free'));
    const watch = await world.watch(scene.virtual, `/*${ALL_WIDGETS}`);
    await watch.next(({ type }) => type === 'ADDED', T10);

    await consumer.unbind(scene.export);
    const gone = await watch.next(({ type }) => type === 'DELETED', { ...T10, what: 'the DELETED event' });
    expect(dig(gone.object, 'metadata', 'name')).toBe('free');
    await eventually(async () => ((await consumer.client.get(`${BINDINGS}/${scene.export}`)).status === 404 ? true : undefined), { ...T10, what: 'the binding to go' });
    await eventually(
      async () => {
        expectNotServed(await consumer.client.get(ALL_WIDGETS));
        expectRefusal(await scene.virtual.get(`/${consumer.cluster}${ALL_WIDGETS}`), 403, 'Forbidden');
        return true;
      },
      { ...T10, what: 'both sides to be closed' },
    );
  },
};

export const unbindingWaitsForFinalizers: Item = {
  number: '31',
  section: 'binding',
  title: "unbinding waits for a provider's finalizer, takes no new orders, and lets the provider take the finalizer off",
  check: async (world) => {
    const scene = await world.scene({ consumers: 1 });
    const consumer = only(scene);
    const binding = `${BINDINGS}/${scene.export}`;
    await consumer.client.post(widgetPath(), widget('held', { metadata: { finalizers: ['conformance.example.io/held'] } }));
    await consumer.unbind(scene.export);

    const waiting = await eventually(
      async () => {
        const { body } = await consumer.client.get(binding);
        return condition(body, 'BindingResourceDeleteSuccess')?.status === 'False' ? body : undefined;
      },
      { ...T10, what: 'the binding to wait' },
    );
    expect(dig(waiting, 'status', 'phase')).toBe('Bound');
    const order = `/${consumer.cluster}${widgetPath('held')}`;
    expect(dig((await scene.virtual.get(order)).body, 'metadata', 'deletionTimestamp')).toEqual(expect.any(String));
    const late = await scene.virtual.post(`/${consumer.cluster}${widgetPath()}`, widget('late'));
    expect(late.status).toBe(403);

    expect((await scene.virtual.merge(order, { metadata: { finalizers: [] } })).status).toBe(200);
    await eventually(async () => ((await consumer.client.get(binding)).status === 404 ? true : undefined), { ...T10, what: 'the binding to go' });
  },
};
