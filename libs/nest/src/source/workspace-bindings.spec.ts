import { beforeEach, describe, expect, it } from '@jest/globals';
import type { KubeObject } from '@kcp-runtime/kube';
import type { NeededClaim } from '../publish/permission-claims.js';
import { WorkspaceBindings } from './workspace-bindings.js';

const needed: NeededClaim[] = [
  { group: '', resource: 'secrets', verbs: ['create', 'get'], need: 'required' },
  { group: '', resource: 'events', verbs: ['create'], need: 'optional' },
];

interface Grants {
  readonly [resource: string]: readonly string[];
}

let version = 0;
function binding(cluster: string, grants: Grants, { name = 'boxes', phase = 'Bound' } = {}): KubeObject {
  version += 1;
  return {
    apiVersion: 'apis.kcp.io/v1alpha2',
    kind: 'APIBinding',
    metadata: { name, uid: `${cluster}/${name}`, resourceVersion: String(version), annotations: { 'kcp.io/cluster': cluster, 'kcp.io/path': `root:${cluster}` } },
    status: { phase, appliedPermissionClaims: Object.entries(grants).map(([resource, verbs]) => ({ group: '', resource, verbs })) },
  };
}

describe('the bindings of an endpoint', () => {
  let woken: string[];
  let told: string[];
  let bindings: WorkspaceBindings;

  beforeEach(() => {
    woken = [];
    told = [];
    bindings = new WorkspaceBindings({
      needed,
      onGrant: (cluster) => woken.push(cluster),
      onEngagement: ({ kind, cluster }) => told.push(`${cluster} ${kind}`),
      onFault: () => told.push('fault'),
    });
  });

  it('know nothing of a workspace whose binding was not seen', () => {
    expect(bindings.claims('red', needed)).toEqual({ kind: 'unseen' });
  });

  it('wait for a binding that kcp has not bound yet', () => {
    bindings.cache.put(binding('red', { secrets: ['*'] }, { phase: 'Binding' }));
    expect(bindings.claims('red', needed)).toEqual({ kind: 'unseen' });
  });

  it('are content when all that is required is granted', () => {
    bindings.cache.put(binding('red', { secrets: ['create', 'get', 'list'] }));
    expect(bindings.claims('red', needed)).toEqual({ kind: 'accepted' });
  });

  it('say what is granted by now, when the consumer has taken a claim back or given another', () => {
    const said = (grants: Grants): string => {
      bindings.cache.put(binding('red', grants));
      return bindings.claims('red', needed).kind;
    };
    expect([said({}), said({ secrets: ['*'] }), said({ secrets: ['get'] })]).toEqual(['missing', 'accepted', 'missing']);
  });

  it('know nothing any more of a workspace that has left', () => {
    const left = binding('red', { secrets: ['*'] });
    bindings.cache.put(left);
    bindings.claims('red', needed);
    bindings.cache.remove(left);
    expect(bindings.claims('red', needed)).toEqual({ kind: 'unseen' });
  });

  it('take the star for every verb', () => {
    bindings.cache.put(binding('red', { secrets: ['*'] }));
    expect(bindings.claims('red', needed)).toEqual({ kind: 'accepted' });
  });

  it('count only verbs that export and consumer write alike: kcp compares them as words, and a star is one', () => {
    const starred = binding('red', { secrets: ['*'] });
    const exportPermissionClaims = [{ group: '', resource: 'secrets', verbs: ['create', 'get', 'list'] }];
    bindings.cache.put({ ...starred, status: { ...Object(starred['status']), exportPermissionClaims } });
    expect(bindings.claims('red', needed)).toEqual({ kind: 'missing', claims: [{ group: '', resource: 'secrets', verbs: ['create', 'get'] }] });
  });

  it('name the verbs that are missing', () => {
    bindings.cache.put(binding('red', { secrets: ['get'] }));
    expect(bindings.claims('red', needed)).toEqual({ kind: 'missing', claims: [{ group: '', resource: 'secrets', verbs: ['create'] }] });
  });

  it('tell one workspace from the other', () => {
    bindings.cache.put(binding('red', { secrets: ['*'] }));
    bindings.cache.put(binding('blue', {}));
    expect([bindings.claims('red', needed).kind, bindings.claims('blue', needed).kind]).toEqual(['accepted', 'missing']);
  });

  it('put the grants of two bindings of one workspace together', () => {
    bindings.cache.put(binding('red', { secrets: ['get'] }));
    bindings.cache.put(binding('red', { secrets: ['create'] }, { name: 'again' }));
    expect(bindings.claims('red', needed)).toEqual({ kind: 'accepted' });
  });

  it('wake a workspace when its grants change, and not when something else does', () => {
    bindings.cache.put(binding('red', {}));
    bindings.cache.put(binding('red', {}));
    bindings.cache.put(binding('red', { secrets: ['*'] }));
    expect(woken).toEqual(['red', 'red']);
  });

  it('forget a workspace that has unbound', () => {
    const bound = binding('red', { secrets: ['*'] });
    bindings.cache.put(bound);
    bindings.cache.remove(bound);
    expect([bindings.claims('red', needed).kind, bindings.consumers()]).toEqual(['unseen', []]);
  });

  it('count workspaces, not bindings', () => {
    bindings.cache.put(binding('red', {}));
    bindings.cache.put(binding('red', {}, { name: 'again' }));
    expect(bindings.consumers()).toMatchObject([{ cluster: 'red', path: 'root:red' }]);
  });

  it('tell of a workspace once it is bound, and when its binding is deleted', () => {
    bindings.cache.put(binding('red', { secrets: ['*'] }, { phase: 'Binding' }));
    const bound = binding('red', { secrets: ['*'] });
    bindings.cache.put(bound);
    bindings.cache.put(binding('red', { secrets: ['get'] }));
    bindings.cache.remove(bound);
    expect(told.filter((each) => each !== 'fault')).toEqual(['red bound', 'red left']);
  });

  it('begin nothing with a binding that is being deleted, and yet count its grants for what is to be cleaned up', () => {
    const leaving = binding('red', { secrets: ['*'] });
    bindings.cache.put({ ...leaving, metadata: { ...leaving.metadata, deletionTimestamp: '2030-01-01T00:00:00Z' } });
    expect([told, bindings.claims('red', needed).kind]).toEqual([[], 'accepted']);
  });

  it('tell who left while nobody watched, once they are listed again', async () => {
    bindings.cache.put(binding('red', { secrets: ['*'] }));
    bindings.cache.put(binding('blue', { secrets: ['*'] }));
    await bindings.replace(async () => [binding('blue', { secrets: ['*'] })]);
    expect(told).toEqual(['red bound', 'blue bound', 'red left']);
  });

  it('say of a workspace that grants too little what is missing there', () => {
    bindings.cache.put(binding('red', { secrets: ['get'] }));
    expect(bindings.consumers()[0]?.fault).toMatchObject({ reason: 'PermissionClaimsNotAccepted', message: expect.stringContaining('secrets (create)') });
  });
});
