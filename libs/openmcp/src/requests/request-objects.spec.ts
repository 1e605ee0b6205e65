import { describe, expect, it } from '@jest/globals';
import { tenantRequest } from './request-identity.js';
import type { AccessRequest, TokenRights } from './request-kinds.js';
import { accessRequest, clusterRequest, mendingOf } from './request-objects.js';

const OWNER = { controller: 'foo', namespace: 'default', name: 'sample' };
const NAMESPACE = 'mcp--c90acbdb-2980-8a96-aa1c-bf4e7306cf92';
const IDENTITY = tenantRequest({ owner: { ...OWNER, id: 'mcp' }, namespace: NAMESPACE, suffix: 'mcp' });
const RULE = { apiGroups: [''], resources: ['secrets'], verbs: ['get'] };
const RIGHTS: TokenRights = { permissions: [{ rules: [RULE] }] };

/** What the server has. */
function found(spec: AccessRequest['spec'], finalizers = ['clusters.openmcp.cloud/clusteraccess']): AccessRequest {
  return { apiVersion: 'clusters.openmcp.cloud/v1alpha1', kind: 'AccessRequest', metadata: { name: IDENTITY.name, namespace: NAMESPACE, resourceVersion: '7', finalizers }, spec };
}

describe('a request', () => {
  it('for access to a ControlPlane is that of the Go library', () => {
    expect(accessRequest(IDENTITY, { namespace: NAMESPACE, name: 'sample' }, RIGHTS)).toEqual({
      apiVersion: 'clusters.openmcp.cloud/v1alpha1',
      kind: 'AccessRequest',
      metadata: {
        name: 'foo--sample--mcp',
        namespace: NAMESPACE,
        labels: {
          'openmcp.cloud/managed-by': 'foo',
          'openmcp.cloud/managed-purpose': 'default.sample.mcp',
          'openmcp.cloud/onboarding-name': 'sample',
          'openmcp.cloud/onboarding-namespace': 'default',
        },
        finalizers: ['clusters.openmcp.cloud/clusteraccess'],
      },
      spec: { requestRef: { name: 'sample', namespace: NAMESPACE }, token: { permissions: [{ rules: [RULE] }] } },
    });
  });

  it('for a workload cluster bears the id of the access as a label and its suffix in the name', () => {
    const identity = tenantRequest({ owner: { ...OWNER, id: 'workload' }, namespace: NAMESPACE, suffix: 'wl' });
    const { metadata, spec } = clusterRequest(identity, 'workload');
    expect([metadata.name, metadata.labels?.['openmcp.cloud/managed-purpose'], spec]).toEqual(['foo--sample--wl', 'default.sample.workload', { purpose: 'workload' }]);
  });

  it('bears the labels that its order has beside those of openMCP', () => {
    const identity = tenantRequest({ owner: { ...OWNER, id: 'mcp' }, namespace: NAMESPACE, suffix: 'mcp', labels: { 'example.io/cluster': 'red' } });
    expect(clusterRequest(identity, 'workload').metadata.labels).toMatchObject({ 'example.io/cluster': 'red', 'openmcp.cloud/managed-by': 'foo' });
  });
});

describe('an AccessRequest that stands there', () => {
  it.each<[string, AccessRequest['spec']]>([
    ['word for word', { token: { permissions: [{ rules: [RULE] }] } }],
    ['with what is empty written down', { token: { permissions: [{ disableAutomaticNamespaceCreation: false, rules: [{ ...RULE, resourceNames: [], nonResourceURLs: [] }] }], roleRefs: [] } }],
  ])('is left alone when it says the same, %s', (_how, spec) => {
    expect(mendingOf(found(spec), IDENTITY, RIGHTS)).toBeUndefined();
  });

  it.each<[string, AccessRequest['spec']]>([
    ['more verbs', { token: { permissions: [{ rules: [{ ...RULE, verbs: ['get', 'list'] }] }] } }],
    ['one namespace', { token: { permissions: [{ namespace: 'shop', rules: [RULE] }] } }],
    ['a role', { token: { permissions: [{ rules: [RULE] }], roleRefs: [{ kind: 'ClusterRole', name: 'cluster-admin' }] } }],
    ['no rights at all', { token: {} }],
  ])('gets the rights that are wanted when it says %s', (_what, spec) => {
    expect(mendingOf(found(spec), IDENTITY, RIGHTS)).toEqual({ patch: { spec: { token: { permissions: [{ rules: [RULE] }], roleRefs: null } } } });
  });

  it('gets a token in place of a login for people', () => {
    const mending = mendingOf(found({ oidc: { name: 'login' } }), IDENTITY, RIGHTS);
    expect(mending?.patch).toEqual({ spec: { token: { permissions: [{ rules: [RULE] }], roleRefs: null }, oidc: null } });
  });

  it('gets our finalizer beside those of others, unless it has changed meanwhile', () => {
    const mending = mendingOf(found({ token: RIGHTS }, ['clusters.openmcp.cloud/finalizer']), IDENTITY, RIGHTS);
    const finalizers = ['clusters.openmcp.cloud/finalizer', 'clusters.openmcp.cloud/clusteraccess'];
    expect(mending).toEqual({ finalizers, patch: { metadata: { resourceVersion: '7', finalizers } } });
  });
});
