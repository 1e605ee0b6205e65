import { expect } from '@jest/globals';
import { dig, eventually } from '@kcp-runtime/testing';
import type { Item } from '../../item.js';
import { condition } from '../../world/expectations.js';
import { ALL_WIDGETS, widget, widgetExport, widgetPath } from '../../world/widgets.js';
import { BINDINGS, EXPORTS, SLICES, T10, only } from '../../world/world.js';

export const exportIsDeleted: Item = {
  number: '59',
  section: 'evolution',
  title: 'a deleted export is a 500 in plain text, its consumers go on, and it comes back with their data',
  check: async (world) => {
    const scene = await world.scene({ consumers: 1, schema: 'own' });
    const consumer = only(scene);
    const { client } = world.provider;
    await consumer.client.post(widgetPath(), widget('before'));
    await client.delete(`${EXPORTS}/${scene.export}`);

    const refused = await eventually(
      async () => {
        const answer = await scene.virtual.get(`/*${ALL_WIDGETS}`);
        return answer.status === 200 ? undefined : answer;
      },
      { ...T10, what: 'the provider to lose it' },
    );
    expect([refused.status, refused.contentType]).toEqual([500, 'text/plain']);
    await eventually(async () => ((await client.get(`${SLICES}/${scene.export}`)).status === 404 ? true : undefined), { ...T10, what: 'the slice to go' });
    const isValid = async (): Promise<{ status: unknown; reason: unknown } | undefined> => condition((await consumer.client.get(`${BINDINGS}/${scene.export}`)).body, 'APIExportValid');
    await eventually(async () => ((await isValid())?.status === 'False' ? true : undefined), { ...T10, what: 'the binding to say so' });
    expect((await isValid())?.reason).toBe('APIExportNotFound');
    expect((await consumer.client.post(widgetPath(), widget('between'))).status).toBe(201);

    expect((await client.post(EXPORTS, widgetExport(scene.export, scene.schema))).status).toBe(201);
    const items = await eventually(async () => dig((await scene.virtual.get(`/*${ALL_WIDGETS}`)).body, 'items'), { ...T10, what: 'the provider to get it back' });
    expect((items as unknown[]).map((item) => dig(item, 'metadata', 'name'))).toEqual(['before', 'between']);
    await eventually(async () => ((await isValid())?.status === 'True' ? true : undefined), { ...T10, what: 'the binding to be valid again' });
    await eventually(async () => ((await client.get(`${SLICES}/${scene.export}`)).status === 200 ? true : undefined), { ...T10, what: 'another slice' });
  },
};
