import { expect } from '@jest/globals';
import { dig, eventually } from '@kcp-runtime/testing';
import type { Workspace } from '@kcp-runtime/testing';
import type { Item } from '../../item.js';
import { expectRefusal } from '../../world/expectations.js';
import { widget, widgetPath } from '../../world/widgets.js';
import { BINDINGS, WORKSPACES, only } from '../../world/world.js';
import type { Scene, World } from '../../world/world.js';

// A workspace is emptied in rounds that grow apart; under load the last one takes this long.
const GONE = { deadlineMs: 60_000 };

/** Deletes a consumer's workspace that holds an order with a provider's finalizer, and waits until kcp has marked the order. */
async function deleteWithOrder(world: World): Promise<{ readonly scene: Scene; readonly consumer: Workspace; readonly order: string }> {
  const scene = await world.scene({ consumers: 1 });
  const consumer = only(scene);
  await consumer.client.post(widgetPath(), widget('held', { metadata: { finalizers: ['conformance.example.io/held'] } }));
  await world.admin.deleteWorkspace(consumer.path);
  const order = `/${consumer.cluster}${widgetPath('held')}`;
  await eventually(async () => dig((await scene.virtual.get(order)).body, 'metadata', 'deletionTimestamp'), { ...GONE, what: 'the order to be marked' });
  return { scene, consumer, order };
}

export const workspaceWaitsForFinalizers: Item = {
  number: '10',
  section: 'workspaces',
  title: "a deleted Workspace waits for a provider's finalizer, which the virtual workspace still takes off; then it is 403 by name and 404 by path",
  check: async (world) => {
    const { scene, consumer, order } = await deleteWithOrder(world);
    const parent = `/clusters/${world.home}${WORKSPACES}/${consumer.path.slice(world.home.length + 1)}`;
    expect(dig((await world.client.get(parent)).body, 'status', 'phase')).toBe('Deleting');

    expect((await scene.virtual.merge(order, { metadata: { finalizers: null } })).status).toBe(200);
    await world.admin.whenWorkspaceGone(consumer.path, GONE.deadlineMs);
    await eventually(async () => ((await world.client.get(`/clusters/${consumer.path}/api/v1/namespaces`)).status === 404 ? true : undefined), GONE);
    expectRefusal(await world.client.get(`/clusters/${consumer.cluster}/api/v1/namespaces`), 403, 'Forbidden');
    expectRefusal(await scene.virtual.get(order), 403, 'Forbidden');
  },
};

export const bindingOutlivesContent: Item = {
  number: '11',
  section: 'workspaces',
  title: 'while a Workspace is deleted, its binding is left alone until the orders are gone',
  check: async (world) => {
    const { scene, consumer, order } = await deleteWithOrder(world);
    const binding = await world.client.get(`/clusters/${consumer.cluster}${BINDINGS}/${scene.export}`);
    expect(binding.body).toMatchObject({ status: { phase: 'Bound' } });
    expect(dig(binding.body, 'metadata', 'deletionTimestamp')).toBeUndefined();
    await scene.virtual.merge(order, { metadata: { finalizers: null } });
    await world.admin.whenWorkspaceGone(consumer.path, GONE.deadlineMs);
  },
};
