import { expect } from '@jest/globals';
import { dig } from '@kcp-runtime/testing';
import type { RawClient } from '@kcp-runtime/testing';
import type { Item } from '../../item.js';
import { causeReasons, expectRefusal } from '../../world/expectations.js';
import { GROUP, widget, widgetPath } from '../../world/widgets.js';
import { only } from '../../world/world.js';

export const serverSideApply: Item = {
  number: '53',
  section: 'writes',
  title: "server-side apply needs a manager, a name for a new object, keeps what is another manager's, and takes it by force",
  servers: 'all',
  check: async ({ orders: client, client: straight }) => {
    const order = widgetPath('item-53');
    const applied = widget('item-53', { spec: { note: 'mine' } });

    const created = await client.serverSideApply(`${order}?fieldManager=one`, applied);
    expect(dig(created.body, 'spec', 'note')).toBe('mine');
    expectRefusal(await client.serverSideApply(order, applied), 422, 'Invalid');
    expectRefusal(await client.serverSideApply(`${widgetPath('item-53-new')}?fieldManager=one`, { apiVersion: `${GROUP}/v1`, kind: 'Widget', metadata: {}, spec: { color: 'red' } }), 400, 'BadRequest');

    const foreign = widget('item-53', { spec: { note: 'yours' } });
    const refused = await client.serverSideApply(`${order}?fieldManager=two`, foreign);
    expectRefusal(refused, 409, 'Conflict');
    expect(causeReasons(refused)).toEqual(['FieldManagerConflict']);
    const forced = await client.serverSideApply(`${order}?fieldManager=two&force=true`, foreign);
    expect([forced.status, dig(forced.body, 'spec', 'note')]).toEqual([200, 'yours']);

    const direct = await straight.serverSideApply(`${widgetPath('item-53-direct')}?fieldManager=one`, widget('item-53-direct'));
    expect(direct.status).toBe(201);
  },
};

/** Applies an order with a note and then without it, and gives how the first apply was answered and what is left of the note. */
async function applyTwice(client: RawClient, name: string): Promise<{ readonly first: number; readonly note: unknown }> {
  const order = `${widgetPath(name)}?fieldManager=one`;
  const { status } = await client.serverSideApply(order, widget(name, { spec: { note: 'first' } }));
  return { first: status, note: dig((await client.serverSideApply(order, widget(name))).body, 'spec', 'note') };
}

// kcp's alone: its virtual workspace sends a new object on as a POST, so that it is 200 and nobody's apply.
export const appliedFieldsStay: Item = {
  number: '53b',
  section: 'writes',
  title: 'what was created by an apply through the virtual workspace is never pruned by the next apply',
  check: async (world) => {
    const scene = await world.standing();
    expect(await applyTwice(scene.virtual.below(`/${only(scene).cluster}`), 'item-53-virtual')).toEqual({ first: 200, note: 'first' });
  },
};

export const appliedFieldsGo: Item = {
  number: '53c',
  section: 'writes',
  title: 'what the next apply of the same manager leaves out goes',
  servers: 'all',
  check: async ({ client }) => {
    expect(await applyTwice(client, 'item-53-straight')).toEqual({ first: 201, note: undefined });
  },
};
