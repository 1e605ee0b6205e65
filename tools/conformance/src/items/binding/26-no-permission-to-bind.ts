import { expect } from '@jest/globals';
import type { RawAnswer, RawBody } from '@kcp-runtime/testing';
import type { Item } from '../../item.js';
import { expectRefusal } from '../../world/expectations.js';
import { BINDINGS } from '../../world/world.js';

function binding(path: string, name: string): RawBody {
  return { apiVersion: 'apis.kcp.io/v1alpha2', kind: 'APIBinding', metadata: { name: 'refused' }, spec: { reference: { export: { path, name } } } };
}

function expectSecretive(answer: RawAnswer): void {
  expectRefusal(answer, 403, 'Forbidden');
  expect(String(answer.body['message'])).toContain('no permission to bind');
}

export const noPermissionToBind: Item = {
  number: '26',
  section: 'binding',
  title: 'a missing export, a missing path and a missing right are refused alike, so that nothing is learnt',
  check: async (world) => {
    const scene = await world.standing();
    const consumer = await world.workspace('item-26');
    const { token } = await consumer.serviceAccount({ name: 'consumer', clusterRoles: ['cluster-admin'] });
    const someone = consumer.client.as(token);
    expectSecretive(await consumer.client.post(BINDINGS, binding(world.provider.path, 'nosuch')));
    expectSecretive(await consumer.client.post(BINDINGS, binding('root:nosuch', scene.export)));
    expectSecretive(await someone.post(BINDINGS, binding(world.provider.path, scene.export)));
  },
};
