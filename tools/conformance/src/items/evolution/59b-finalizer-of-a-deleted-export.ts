import { expect } from '@jest/globals';
import { eventually } from '@kcp-runtime/testing';
import type { Item } from '../../item.js';
import { expectRefusal } from '../../world/expectations.js';
import { ALL_WIDGETS, widget, widgetPath } from '../../world/widgets.js';
import { EXPORTS, T10, only } from '../../world/world.js';

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
        const answer = await world.recorder.unseen(() => scene.virtual.merge(`/${consumer.cluster}${order}`, { metadata: { labels: { asked: 'again' } } }));
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
  },
};
