import { describe, expect, it } from '@jest/globals';
import type { KubeObject, ResourceType } from '@kcp-runtime/kube';
import { MadeObjects } from './made-objects.js';
import { ORDER_LABEL, ORDER_UID_LABEL } from './marks.js';

const SECRETS: ResourceType = { group: '', version: 'v1', plural: 'secrets', kind: 'Secret', scope: 'Namespaced' };
const identity = 'i'.repeat(26);

function secret(cluster: string, name: string): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name, namespace: 'default', uid: `${cluster}/${name}`, resourceVersion: '1', annotations: { 'kcp.io/cluster': cluster }, labels: { [ORDER_LABEL]: identity, [ORDER_UID_LABEL]: '1' } },
  };
}

describe('what was made for an order', () => {
  it('is in its own workspace: a label that somebody else sets in another one claims nothing', () => {
    const made = new MadeObjects({ kinds: [SECRETS], wake: () => undefined, isGranted: () => true });
    const cache = made.caches.get(SECRETS);
    cache?.put(secret('red', 'login'));
    cache?.put(secret('blue', 'forged'));
    expect(made.removable({ key: { cluster: 'red' }, identity, uid: '1' }).map(({ ref }) => ref.name)).toEqual(['login']);
  });

  it('is forgotten with the last object', () => {
    const made = new MadeObjects({ kinds: [SECRETS], wake: () => undefined, isGranted: () => true });
    const cache = made.caches.get(SECRETS);
    cache?.put(secret('red', 'login'));
    cache?.remove(secret('red', 'login'));
    expect(made.removable({ key: { cluster: 'red' }, identity, uid: '1' })).toEqual([]);
  });
});
