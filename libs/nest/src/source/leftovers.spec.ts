import { beforeEach, describe, expect, it } from '@jest/globals';
import type { KubeObject, ResourceType } from '@kcp-runtime/kube';
import { MADE_BY_LABEL, ORDER_LABEL, ORDER_UID_LABEL } from '../customer/marks.js';
import { MadeObjects } from '../customer/made-objects.js';
import { WorkspaceBindings } from './workspace-bindings.js';

const secrets: ResourceType = { group: '', version: 'v1', plural: 'secrets', kind: 'Secret', scope: 'Namespaced' };
const asked = ['get', 'list', 'watch'];
const identity = 'a'.repeat(26);

let version = 0;
/** The binding of workspace red, with what its consumer has accepted. */
function binding(accepted: readonly string[]): KubeObject {
  version += 1;
  const claim = (verbs: readonly string[]): object => ({ group: '', resource: 'secrets', verbs });
  const applied = accepted.length === 0 ? {} : { appliedPermissionClaims: [claim(accepted)] };
  return {
    apiVersion: 'apis.kcp.io/v1alpha2',
    kind: 'APIBinding',
    metadata: { name: 'boxes', uid: 'red/boxes', resourceVersion: String(version), annotations: { 'kcp.io/cluster': 'red' } },
    status: { phase: 'Bound', exportPermissionClaims: [claim(asked)], ...applied },
  };
}

describe('a Secret of a workspace that kcp still shows', () => {
  let bindings: WorkspaceBindings;
  let made: MadeObjects;
  const shown = (): boolean[] => [made.get(secrets, 'red', { namespace: 'default', name: 'login' }) !== undefined, made.removable({ key: { cluster: 'red' }, identity, uid: 'uid-main' }).length === 1];

  beforeEach(() => {
    bindings = new WorkspaceBindings({ needed: [], onGrant: () => undefined, onEngagement: () => undefined, onFault: () => undefined });
    made = new MadeObjects({
      kinds: [secrets],
      wake: () => undefined,
      isGranted: (cluster, { group, plural }) => bindings.grants(cluster, { group, resource: plural, verbs: ['list', 'watch'] }),
    });
    made.caches.get(secrets)?.put({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'login', namespace: 'default', uid: '1', resourceVersion: '1', labels: { [MADE_BY_LABEL]: 'boxes', [ORDER_LABEL]: identity, [ORDER_UID_LABEL]: 'uid-main' }, annotations: { 'kcp.io/cluster': 'red' } },
    });
  });

  it('is believed while the claim is in effect there', () => {
    bindings.cache.put(binding(asked));
    expect(shown()).toEqual([true, true]);
  });

  it('is not believed before a binding was seen', () => {
    expect(shown()).toEqual([false, false]);
  });

  it('is not believed after the workspace has unbound, nor after it has bound again without the claim', () => {
    const bound = binding(asked);
    bindings.cache.put(bound);
    bindings.cache.remove(bound);
    expect(shown()).toEqual([false, false]);
    bindings.cache.put(binding([]));
    expect(shown()).toEqual([false, false]);
  });

  it('is not believed where the consumer accepts with a star what the export asks verb by verb', () => {
    bindings.cache.put(binding(['*']));
    expect(shown()).toEqual([false, false]);
  });
});
