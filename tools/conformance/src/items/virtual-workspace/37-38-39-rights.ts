import { expect } from '@jest/globals';
import { dig, eventually } from '@kcp-runtime/testing';
import type { RawClient } from '@kcp-runtime/testing';
import type { Item } from '../../item.js';
import { expectRefusal } from '../../world/expectations.js';
import { ALL_WIDGETS, GROUP, widget, widgetPath } from '../../world/widgets.js';
import { T1, T10, only, uniqueName } from '../../world/world.js';
import type { Scene, World } from '../../world/world.js';

interface Someone {
  readonly name: string;
  readonly token: string;
  readonly virtual: RawClient;
}

/** A ServiceAccount of the provider's workspace that may do `verbs` on the content of the scene's export. */
async function someoneWith(world: World, scene: Scene, verbs: readonly string[]): Promise<Someone> {
  const name = uniqueName('someone');
  const rules = [{ apiGroups: ['apis.kcp.io'], resources: ['apiexports/content'], resourceNames: [scene.export], verbs }];
  const { token } = await world.provider.serviceAccount({ name, rules });
  return { name, token, virtual: scene.virtual.as(token) };
}

export const rightsByVerb: Item = {
  number: '37',
  section: 'virtual workspace',
  title: "the verb of a request is asked on the export's content: who may only list can neither watch nor discover",
  check: async (world) => {
    const scene = await world.standing();
    const { virtual } = await someoneWith(world, scene, ['list']);
    await eventually(async () => ((await virtual.get(`/*${ALL_WIDGETS}`)).status === 200 ? true : undefined), { ...T1, what: 'the right to count' });
    expectRefusal(await virtual.get(`/*${ALL_WIDGETS}?watch=true`), 403, 'Forbidden');
    expectRefusal(await virtual.get(`/*/apis/${GROUP}/v1`), 403, 'Forbidden');
  },
};

export const providersAccount: Item = {
  number: '38',
  section: 'virtual workspace',
  title: "a ServiceAccount of the provider's workspace works in the virtual workspace and nowhere else",
  check: async (world) => {
    const scene = await world.standing();
    const { token, virtual } = await someoneWith(world, scene, ['*']);
    const consumer = only(scene);
    await eventually(async () => ((await virtual.get(`/${consumer.cluster}${ALL_WIDGETS}`)).status === 200 ? true : undefined), { ...T1, what: 'the right to count' });
    const outside = world.client.as(token);
    expectRefusal(await outside.get(`/clusters/${consumer.cluster}${ALL_WIDGETS}`), 403, 'Forbidden');
    expectRefusal(await outside.get(`/clusters/${consumer.path}${ALL_WIDGETS}`), 403, 'Forbidden');
  },
};

export const revokedRights: Item = {
  number: '39',
  section: 'virtual workspace',
  title: 'a right that is taken away ends new requests, and not a watch that runs',
  check: async (world) => {
    const scene = await world.standing();
    const consumer = only(scene);
    const { name, virtual } = await someoneWith(world, scene, ['*']);
    await eventually(async () => ((await virtual.get(`/*${ALL_WIDGETS}`)).status === 200 ? true : undefined), { ...T1, what: 'the right to count' });
    const watch = await world.watch(virtual, `/*${ALL_WIDGETS}`);
    const removed = await world.provider.client.delete(`/apis/rbac.authorization.k8s.io/v1/clusterrolebindings/default-${name}-default-${name}`);
    expect(removed.status).toBe(200);
    await eventually(async () => ((await virtual.get(`/*${ALL_WIDGETS}`)).status === 403 ? true : undefined), { ...T1, what: 'the refusal' });

    const late = uniqueName('item-39');
    await consumer.client.post(widgetPath(), widget(late));
    await watch.next((event) => dig(event, 'object', 'metadata', 'name') === late, { ...T10, what: 'the event after the refusal' });
  },
};
