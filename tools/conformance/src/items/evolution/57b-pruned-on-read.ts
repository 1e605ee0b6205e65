import { expect } from '@jest/globals';
import { dig, eventually } from '@kcp-runtime/testing';
import type { RawBody } from '@kcp-runtime/testing';
import type { Item } from '../../item.js';
import { ALL_WIDGETS, WIDGET_SCHEMA, widget, widgetPath, widgetResourceSchema } from '../../world/widgets.js';
import { EXPORTS, T10, only } from '../../world/world.js';
import type { Scene, World } from '../../world/world.js';

/** The schema of widgets without one property of their spec. */
function withoutProperty(property: string): RawBody {
  const root = WIDGET_SCHEMA['properties'] as Record<string, RawBody>;
  const properties = { ...(root['spec']?.['properties'] as RawBody), [property]: undefined };
  return { ...WIDGET_SCHEMA, properties: { ...root, spec: { ...root['spec'], properties } } };
}

/** Puts a schema in force and waits until every side follows it. */
async function replaceSchema(world: World, scene: Scene, prefix: string, schema: RawBody, isFollowed: () => Promise<boolean>): Promise<void> {
  await world.recorder.unseen(async () => {
    const name = `${scene.export}-${prefix}.widgets.conformance.example.io`;
    await world.provider.apply([widgetResourceSchema(name, schema)]);
    await world.provider.client.jsonPatch(`${EXPORTS}/${scene.export}`, [{ op: 'replace', path: '/spec/resources/0/schema', value: name }]);
    await eventually(async () => ((await isFollowed()) ? true : undefined), { ...T10, what: `schema ${prefix} to be in force` });
  });
}

export const prunedOnRead: Item = {
  number: '57b',
  section: 'evolution',
  title: 'what the schema in force does not know is not shown of a stored order, comes back with a schema that knows it, and is lost with the next write',
  check: async (world) => {
    const scene = await world.scene({ consumers: 1, schema: 'own' });
    const { client, cluster } = only(scene);
    const note = async (name: string): Promise<unknown> => dig((await client.get(widgetPath(name))).body, 'spec', 'note');
    const listed = async (): Promise<unknown> => {
      const items = dig((await scene.virtual.get(`/*${ALL_WIDGETS}`)).body, 'items');
      return Array.isArray(items) ? items.map((item: unknown) => dig(item, 'spec', 'note')) : undefined;
    };
    for (const name of ['left', 'written']) await client.post(widgetPath(), widget(name, { spec: { note: 'kept' } }));

    await replaceSchema(world, scene, 'v2', withoutProperty('note'), async () => (await note('left')) === undefined && JSON.stringify(await listed()) === '[null,null]');
    expect((await client.get(widgetPath('left'))).body['spec']).toEqual({ color: 'red', size: 3 });
    expect((await scene.virtual.get(`/${cluster}${widgetPath('left')}`)).body['spec']).toEqual({ color: 'red', size: 3 });
    expect((await client.merge(widgetPath('written'), { spec: { color: 'blue' } })).body['spec']).toEqual({ color: 'blue', size: 3 });

    await replaceSchema(world, scene, 'v3', WIDGET_SCHEMA, async () => (await note('left')) === 'kept' && JSON.stringify(await listed()) === '["kept",null]');
    expect((await client.get(widgetPath('left'))).body['spec']).toEqual({ color: 'red', size: 3, note: 'kept' });
    expect((await client.get(widgetPath('written'))).body['spec']).toEqual({ color: 'blue', size: 3 });
  },
};
