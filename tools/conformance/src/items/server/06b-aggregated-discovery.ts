import { expect } from '@jest/globals';
import { dig } from '@kcp-runtime/testing';
import type { RawAnswer } from '@kcp-runtime/testing';
import type { Item } from '../../item.js';

const wanting = (version: string): Readonly<Record<string, string>> => ({ accept: `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList,application/json` });

export const aggregatedDiscovery: Item = {
  number: '6b',
  section: 'server',
  title: 'a workspace tells the core group in one document to who asks for it so, and everything else as ever',
  check: async (world) => {
    const base = `/clusters/${world.provider.path}`;
    const whole = await world.client.get(`${base}/api`, wanting('v2'));
    expect([whole.status, kindOf(whole), dig(whole.body, 'items', 0, 'versions', 0, 'version')]).toEqual([200, 'APIGroupDiscoveryList', 'v1']);

    const told = dig(whole.body, 'items', 0, 'versions', 0, 'resources') as unknown[];
    const plain = (dig((await world.client.get(`${base}/api/v1`)).body, 'resources') as unknown[]).map((resource) => String(dig(resource, 'name')));
    expect(told.map((resource) => dig(resource, 'resource'))).toEqual(plain.filter((name) => !name.includes('/')));
    expect(told.find((resource) => dig(resource, 'resource') === 'serviceaccounts')).toEqual({
      resource: 'serviceaccounts',
      responseKind: { group: '', version: '', kind: 'ServiceAccount' },
      scope: 'Namespaced',
      singularResource: 'serviceaccount',
      verbs: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
      shortNames: ['sa'],
      subresources: [{ subresource: 'token', responseKind: { group: 'authentication.k8s.io', version: 'v1', kind: 'TokenRequest' }, verbs: ['create'] }],
    });

    expect(kindOf(await world.client.get(`${base}/apis`, wanting('v2')))).toBe('APIGroupList');
    expect(kindOf(await world.client.get(`${base}/api`, wanting('v2beta1')))).toBe('APIVersions');
    const scene = await world.standing();
    expect(kindOf(await scene.virtual.get('/*/apis', wanting('v2')))).toBe('APIGroupList');
  },
};

function kindOf(answer: RawAnswer): unknown {
  return dig(answer.body, 'kind');
}
