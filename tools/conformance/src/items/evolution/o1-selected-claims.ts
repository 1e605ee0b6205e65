import { expect } from '@jest/globals';
import { dig, eventually } from '@kcp-runtime/testing';
import type { Item } from '../../item.js';
import { expectRefusal } from '../../world/expectations.js';
import { BINDINGS, T10, only } from '../../world/world.js';

const VERBS = ['get', 'list', 'watch', 'create', 'delete'];

function secret(name: string) {
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name }, stringData: { a: 'b' } };
}

export const selectedClaims: Item = {
  number: 'O1',
  section: 'evolution',
  title: 'what is created under a claim with labels gets them, and what has none is not seen',
  check: async (world) => {
    const scene = await world.scene({
      consumers: 1,
      claims: [{ group: '', resource: 'secrets', verbs: VERBS }],
      decisions: [{ group: '', resource: 'secrets', verbs: VERBS, state: 'Accepted', selector: { matchLabels: { seen: 'yes' } } }],
    });
    const consumer = only(scene);
    const there = `/${consumer.cluster}/api/v1/namespaces/default/secrets`;
    await consumer.apply([secret('unlabelled')]);
    const created = await eventually(
      async () => {
        const answer = await scene.virtual.post(there, secret('mine'));
        return answer.status === 201 ? answer : undefined;
      },
      { ...T10, what: 'the Secret to be taken' },
    );
    const labels = dig(created.body, 'metadata', 'labels') as Record<string, string>;
    expect(labels['seen']).toBe('yes');
    expect(Object.keys(labels).some((label) => label.startsWith('claimed.internal.apis.kcp.io/'))).toBe(true);
    expectRefusal(await scene.virtual.get(`${there}/unlabelled`), 404, 'NotFound');
  },
};

export const claimedLeftOvers: Item = {
  number: 'O1b',
  section: 'evolution',
  title: 'after unbinding, the wildcard list still shows what was claimed once',
  check: async (world) => {
    const claims = [{ group: '', resource: 'configmaps', verbs: VERBS }];
    const scene = await world.scene({ consumers: 2, claims, decisions: [{ group: '', resource: 'configmaps', verbs: VERBS, state: 'Accepted' }] });
    const consumer = only(scene);
    await consumer.apply([{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'left-over' } }]);
    const isShown = async (): Promise<true | undefined> => {
      const items = dig((await scene.virtual.get('/*/api/v1/configmaps?fieldSelector=metadata.name%3Dleft-over')).body, 'items');
      return Array.isArray(items) && items.length === 1 ? true : undefined;
    };
    await eventually(isShown, { ...T10, what: 'the ConfigMap to be shown' });
    await consumer.unbind(scene.export);
    await eventually(async () => ((await consumer.client.get(`${BINDINGS}/${scene.export}`)).status === 404 ? true : undefined), T10);
    expect(await isShown()).toBe(true);
    expectRefusal(await scene.virtual.get(`/${consumer.cluster}/api/v1/configmaps`), 403, 'Forbidden');
  },
};
