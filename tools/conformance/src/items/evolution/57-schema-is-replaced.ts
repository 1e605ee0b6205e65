import { expect } from '@jest/globals';
import { dig, eventually } from '@kcp-runtime/testing';
import type { Item } from '../../item.js';
import { ALL_WIDGETS, WIDGET_SCHEMA, widget, widgetPath, widgetResourceSchema } from '../../world/widgets.js';
import { BINDINGS, EXPORTS, T10, only } from '../../world/world.js';

export const schemaIsReplaced: Item = {
  number: '57',
  section: 'evolution',
  title: 'another schema breaks open watches with an ERROR of code 500, and the orders keep their data',
  check: async (world) => {
    const scene = await world.scene({ consumers: 1, schema: 'own' });
    const consumer = only(scene);
    await consumer.client.post(widgetPath(), widget('kept', { spec: { note: 'from the first schema' } }));
    const watch = await world.watch(scene.virtual, `/*${ALL_WIDGETS}`);
    await watch.next(({ type }) => type === 'ADDED', T10);
    const before = String(dig((await scene.virtual.get(`/*${ALL_WIDGETS}`)).body, 'metadata', 'resourceVersion'));

    const second = `${scene.export}-v2.widgets.conformance.example.io`;
    await world.provider.apply([widgetResourceSchema(second, { ...WIDGET_SCHEMA, description: 'the second' })]);
    const replaced = await world.provider.client.jsonPatch(`${EXPORTS}/${scene.export}`, [{ op: 'replace', path: '/spec/resources/0/schema', value: second }]);
    expect(replaced.status).toBe(200);

    expect(await watch.end).toBe('ended');
    expect(watch.events.at(-1)).toMatchObject({ type: 'ERROR', object: { code: 500 } });
    await eventually(
      async () => {
        const { body } = await consumer.client.get(`${BINDINGS}/${scene.export}`);
        return dig(body, 'status', 'boundResources', 0, 'schema', 'name') === second ? true : undefined;
      },
      { ...T10, what: 'the binding to follow' },
    );
    const list = await eventually(async () => dig((await scene.virtual.get(`/*${ALL_WIDGETS}`)).body, 'items'), { ...T10, what: 'the list' });
    expect(list).toMatchObject([{ metadata: { name: 'kept' }, spec: { note: 'from the first schema' } }]);

    const fromBefore = await world.watch(scene.virtual, `/*${ALL_WIDGETS}?resourceVersion=${before}`);
    expect(await fromBefore.end).toBe('ended');
    expect(fromBefore.events).toMatchObject([{ type: 'ERROR', object: { code: 410 } }]);
  },
};
