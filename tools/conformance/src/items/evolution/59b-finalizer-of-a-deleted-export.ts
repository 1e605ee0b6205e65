import { expect } from '@jest/globals';
import { dig, eventually } from '@kcp-runtime/testing';
import type { Item } from '../../item.js';
import { condition, expectRefusal } from '../../world/expectations.js';
import { ALL_WIDGETS, widget, widgetPath } from '../../world/widgets.js';
import { BINDINGS, EXPORTS, T10, only } from '../../world/world.js';

export const finalizerOfADeletedExport: Item = {
  number: '59b',
  section: 'evolution',
  title: "the finalizer of a provider whose export is deleted can be taken off by the consumer alone, and the provider's watch goes on",
  check: async (world) => {
    const scene = await world.scene({ consumers: 1, schema: 'own' });
    const consumer = only(scene);
    await consumer.client.post(widgetPath(), widget('held', { metadata: { finalizers: ['conformance.example.io/held'] } }));
    const watch = await world.watch(scene.virtual, `/*${ALL_WIDGETS}`);
    await watch.next(({ type }) => type === 'ADDED');
    await world.provider.client.delete(`${EXPORTS}/${scene.export}`);

    const order = widgetPath('held');
    const refused = await eventually(
      async () => {
        const answer = await world.recorder.unseen(() => scene.virtual.get(`/${consumer.cluster}${order}`));
        return answer.status === 200 ? undefined : answer;
      },
      { ...T10, what: 'the provider to lose it' },
    );
    expect([refused.status, refused.contentType]).toEqual([500, 'text/plain']);
    expect(watch.isOpen).toBe(true);

    expect((await consumer.client.delete(order)).status).toBe(200);
    expect((await scene.virtual.merge(`/${consumer.cluster}${order}`, { metadata: { finalizers: null } })).status).toBe(500);
    expect((await consumer.client.merge(order, { metadata: { finalizers: null } })).status).toBe(200);
    expectRefusal(await consumer.client.get(order), 404, 'NotFound');
    await watch.next(({ type }) => type === 'DELETED', { ...T10, what: 'the order to go' });
  },
};

export const unbindingFromADeletedExport: Item = {
  number: '59c',
  section: 'evolution',
  title: 'unbinding from a deleted export waits for the finalizer of its provider, and goes on when the consumer takes it off',
  check: async (world) => {
    const scene = await world.scene({ consumers: 1, schema: 'own' });
    const consumer = only(scene);
    await consumer.client.post(widgetPath(), widget('held', { metadata: { finalizers: ['conformance.example.io/held'] } }));
    await world.provider.client.delete(`${EXPORTS}/${scene.export}`);
    const binding = `${BINDINGS}/${scene.export}`;
    await eventually(
      async () => {
        const { body } = await consumer.client.get(binding);
        const isShown = Object.keys(dig(body, 'metadata', 'labels') ?? {}).some((label) => label.startsWith('claimed.'));
        return condition(body, 'APIExportValid')?.status === 'False' && !isShown ? true : undefined;
      },
      { ...T10, what: 'the binding to say so, and to be shown to the provider no more' },
    );

    await consumer.unbind(scene.export);
    const waiting = await eventually(
      async () => {
        const found = condition((await consumer.client.get(binding)).body, 'BindingResourceDeleteSuccess');
        return found?.status === 'False' ? found : undefined;
      },
      { ...T10, what: 'the binding to wait' },
    );
    expect(waiting.reason).toBe('SomeFinalizersRemain');
    expect((await consumer.client.merge(widgetPath('held'), { metadata: { finalizers: null } })).status).toBe(200);
    await eventually(async () => ((await consumer.client.get(binding)).status === 404 ? true : undefined), { ...T10, what: 'the binding to go' });
  },
};
