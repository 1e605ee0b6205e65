import { expect } from '@jest/globals';
import { dig, eventually } from '@kcp-runtime/testing';
import type { Item } from '../../item.js';
import { condition, expectNotServed } from '../../world/expectations.js';
import { ALL_WIDGETS, widget, widgetPath } from '../../world/widgets.js';
import { BINDINGS, SCHEMAS, SLICES, T10, only } from '../../world/world.js';

export const schemaIsDeleted: Item = {
  number: '58b',
  section: 'evolution',
  title: 'a deleted schema breaks the open watch and is not served to the provider, while binding and slice stay',
  check: async (world) => {
    const scene = await world.scene({ consumers: 1, schema: 'own' });
    const consumer = only(scene);
    await consumer.client.post(widgetPath(), widget('kept'));
    const watch = await world.watch(scene.virtual, `/*${ALL_WIDGETS}`);
    await watch.next(({ type }) => type === 'ADDED');

    await world.provider.client.delete(`${SCHEMAS}/${scene.schema}`);
    expect(await watch.end).toBe('ended');
    expect(dig(watch.events.at(-1), 'object', 'code')).toBe(500);
    await eventually(
      async () => {
        expectNotServed(await scene.virtual.get(`/*${ALL_WIDGETS}`));
        return true;
      },
      { ...T10, what: 'the provider to lose it' },
    );
    const binding = await eventually(
      async () => {
        const { body } = await consumer.client.get(`${BINDINGS}/${scene.export}`);
        return condition(body, 'APIExportValid')?.status === 'False' ? body : undefined;
      },
      { ...T10, what: 'the binding to say so' },
    );
    expect([dig(binding, 'status', 'phase'), condition(binding, 'APIExportValid')?.reason]).toEqual(['Bound', 'InternalError']);
    expect((await world.provider.client.get(`${SLICES}/${scene.export}`)).status).toBe(200);
  },
};
