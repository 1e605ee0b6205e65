import { expect } from '@jest/globals';
import { dig, eventually } from '@kcp-runtime/testing';
import type { ClaimDecision, RawBody, RawEvent, Workspace } from '@kcp-runtime/testing';
import type { Item } from '../../item.js';
import { expectNotServed, expectRefusal } from '../../world/expectations.js';
import { BINDINGS, T10, only } from '../../world/world.js';
import type { Scene } from '../../world/world.js';

const CONFIG_MAPS = '/api/v1/configmaps';
const VERBS = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete'];
const CLAIM: RawBody = { group: '', resource: 'configmaps', verbs: VERBS };

function decision(state: ClaimDecision['state']): ClaimDecision {
  return { group: '', resource: 'configmaps', verbs: VERBS, state };
}

async function decide(scene: Scene, consumer: Workspace, state: ClaimDecision['state']): Promise<void> {
  await consumer.startBinding({ path: scene.provider.path, export: scene.export, claims: [decision(state)] });
}

export const claims: Item = {
  number: '60',
  section: 'evolution',
  title: 'claimed kinds are seen and served where the consumer accepts, and no longer when he rejects; others are not served',
  check: async (world) => {
    const scene = await world.scene({ consumers: 1, claims: [CLAIM] });
    const consumer = only(scene);
    const there = `/${consumer.cluster}${CONFIG_MAPS}`;
    await consumer.apply([{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'theirs' }, data: { a: 'b' } }]);

    const before = await eventually(
      async () => {
        const answer = await scene.virtual.get(`/*${CONFIG_MAPS}`);
        return answer.status === 200 ? answer : undefined;
      },
      { ...T10, what: 'the claimed kind to be served' },
    );
    expect(dig(before.body, 'items')).toEqual([]);
    expectRefusal(await scene.virtual.get(there), 403, 'Forbidden');
    const watch = await world.watch(scene.virtual, `/*${CONFIG_MAPS}`);
    const theirs = (event: RawEvent, type: string): boolean => event.type === type && dig(event.object, 'metadata', 'name') === 'theirs';

    await decide(scene, consumer, 'Accepted');
    await watch.next((event) => theirs(event, 'ADDED'), { ...T10, what: 'the ConfigMap to appear' });
    await eventually(async () => ((await scene.virtual.get(there)).status === 200 ? true : undefined), { ...T10, what: 'access to the consumer' });
    const applied = await eventually(async () => dig((await consumer.client.get(`${BINDINGS}/${scene.export}`)).body, 'status', 'appliedPermissionClaims'), T10);
    expect(applied).toMatchObject([{ group: '', resource: 'configmaps' }]);

    await decide(scene, consumer, 'Rejected');
    await watch.next((event) => theirs(event, 'DELETED'), { ...T10, what: 'the ConfigMap to vanish' });
    await eventually(
      async () => {
        expectRefusal(await scene.virtual.get(there), 403, 'Forbidden');
        return true;
      },
      T10,
    );
    expect((await consumer.client.get('/api/v1/namespaces/default/configmaps/theirs')).status).toBe(200);
    expectNotServed(await scene.virtual.get('/*/api/v1/secrets'));
  },
};

export const claimedVerbsAreWords: Item = {
  number: '60b',
  section: 'evolution',
  title: 'a consumer who accepts every verb with a star gives none of those that the export lists one by one',
  check: async (world) => {
    const scene = await world.scene({ consumers: 1, claims: [CLAIM], decisions: [{ ...decision('Accepted'), verbs: ['*'] }] });
    const consumer = only(scene);
    await eventually(
      async () => (dig((await consumer.client.get(`${BINDINGS}/${scene.export}`)).body, 'status', 'appliedPermissionClaims') === undefined ? undefined : true),
      { ...T10, what: 'the claim to be applied' },
    );
    expectRefusal(await scene.virtual.get(`/${consumer.cluster}${CONFIG_MAPS}`), 403, 'Forbidden');
  },
};

export const claimedEvents: Item = {
  number: 'O2',
  section: 'evolution',
  title: 'with an accepted claim on events a provider writes Events into the workspace of its consumer',
  check: async (world) => {
    const scene = await world.scene({
      consumers: 1,
      claims: [{ group: '', resource: 'events', verbs: ['create', 'patch'] }],
      decisions: [{ group: '', resource: 'events', verbs: ['create', 'patch'], state: 'Accepted' }],
    });
    const consumer = only(scene);
    const event = {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: 'told', namespace: 'default' },
      involvedObject: { apiVersion: 'v1', kind: 'Namespace', name: 'default', namespace: 'default' },
      reason: 'Told',
      message: 'by the provider',
      type: 'Normal',
    };
    const path = '/api/v1/namespaces/default/events';
    await eventually(async () => ((await scene.virtual.post(`/${consumer.cluster}${path}`, event)).status === 201 ? true : undefined), { ...T10, what: 'the Event to be taken' });
    expect((await consumer.client.get(`${path}/told`)).body).toMatchObject({ message: 'by the provider' });
  },
};
