/**
 * The kinds of an openMCP platform for tests without its operator, in our own words: the fields that providers, the scheduler and the
 * cluster provider use, and the rules by which the real ones refuse a write.
 */
import type { RawBody } from '../admin/raw-client.js';

const free: RawBody = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
const text: RawBody = { type: 'string', minLength: 1 };
const named = object(['name'], { name: text });
const reference = object(['name', 'namespace'], { name: text, namespace: text });
const endpoints = list(object(['name', 'url'], { name: text, url: text }));
const permission = object(['rules'], { name: text, namespace: text, disableAutomaticNamespaceCreation: { type: 'boolean' }, rules: list(free) });
const roleReference = object(['kind', 'name'], { kind: { type: 'string', enum: ['Role', 'ClusterRole'] }, name: text, namespace: text });
const commonStatus: RawBody = { observedGeneration: { type: 'integer', format: 'int64' }, phase: { type: 'string' }, conditions: list(free) };

/** What is served on the platform cluster. */
export const platformDefinitions: readonly RawBody[] = [
  definition('platform', { group: 'clusters.openmcp.cloud', version: 'v1alpha1', scope: 'Namespaced', kind: 'Cluster', plural: 'clusters' }, {
    spec: object(['profile', 'tenancy'], {
      profile: fixed(text, 'profile'),
      tenancy: { type: 'string', enum: ['Exclusive', 'Shared'] },
      purposes: list(text),
      kubernetes: free,
      clusterConfigs: list(named),
    }),
    status: status({ apiServer: { type: 'string' }, endpoints, providerStatus: free }),
  }),
  definition('platform', { group: 'clusters.openmcp.cloud', version: 'v1alpha1', scope: 'Namespaced', kind: 'ClusterRequest', plural: 'clusterrequests' }, {
    spec: fixed(object(['purpose'], { purpose: text, waitForClusterDeletion: { type: 'boolean' } }), 'spec'),
    status: { ...status({ cluster: fixed(reference, 'cluster') }), ...rules(kept('cluster')) },
  }),
  definition('platform', { group: 'clusters.openmcp.cloud', version: 'v1alpha1', scope: 'Namespaced', kind: 'AccessRequest', plural: 'accessrequests' }, {
    spec: {
      ...object([], {
        clusterRef: fixed(reference, 'clusterRef'),
        requestRef: fixed(reference, 'requestRef'),
        token: object([], { permissions: list(permission), roleRefs: list(roleReference) }),
        oidc: free,
        ttl: text,
      }),
      ...rules(rule('has(self.token) != has(self.oidc)', 'exactly one of token and oidc must be set'), kept('clusterRef'), kept('requestRef')),
    },
    status: status({ secretRef: named }),
  }),
  definition('platform', { group: 'clusters.openmcp.cloud', version: 'v1alpha1', scope: 'Cluster', kind: 'ClusterProfile', plural: 'clusterprofiles' }, {
    spec: object(['providerRef', 'providerConfigRef', 'supportedVersions'], {
      providerRef: named,
      providerConfigRef: named,
      supportedVersions: list(object(['version'], { version: text })),
    }),
  }),
  definition('platform', { group: 'openmcp.cloud', version: 'v1alpha1', scope: 'Cluster', kind: 'ServiceProvider', plural: 'serviceproviders' }, {
    spec: { ...object(['image'], { image: text }), 'x-kubernetes-preserve-unknown-fields': true },
    status: object(['observedGeneration'], { ...commonStatus, resources: list(object(['group', 'version', 'kind'], { group: text, version: text, kind: text })) }),
  }),
];

/** What is served on the onboarding cluster. */
export const onboardingDefinitions: readonly RawBody[] = [
  definition('onboarding', { group: 'core.open-control-plane.io', version: 'v2alpha1', scope: 'Namespaced', kind: 'ControlPlane', plural: 'controlplanes' }, {
    spec: object(['iam'], { iam: free }),
    status: status({ endpoints, access: free }),
  }),
];

interface Names {
  readonly group: string;
  readonly version: string;
  readonly scope: 'Namespaced' | 'Cluster';
  readonly kind: string;
  readonly plural: string;
}

function definition(cluster: 'platform' | 'onboarding', { group, version, scope, kind, plural }: Names, properties: Record<string, RawBody>): RawBody {
  const subresources = properties['status'] === undefined ? {} : { subresources: { status: {} } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}`, labels: { 'openmcp.cloud/cluster': cluster } },
    spec: {
      group,
      scope,
      names: { kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List` },
      versions: [{ name: version, served: true, storage: true, ...subresources, schema: { openAPIV3Schema: object([], properties) } }],
    },
  };
}

/** A status of conditions alone is refused: observedGeneration and phase are required. */
function status(more: Record<string, RawBody>): RawBody {
  return object(['observedGeneration', 'phase'], { ...commonStatus, ...more });
}

function object(required: readonly string[], properties: Readonly<Record<string, unknown>>): RawBody {
  return { type: 'object', ...(required.length === 0 ? {} : { required }), properties };
}

function list(items: RawBody): RawBody {
  return { type: 'array', items };
}

function fixed(schema: RawBody, what: string): RawBody {
  return { ...schema, ...rules(rule('self == oldSelf', `${what} is immutable`)) };
}

function kept(field: string): RawBody {
  return rule(`!has(oldSelf.${field}) || has(self.${field})`, `${field} may not be removed once set`);
}

function rule(expression: string, message: string): RawBody {
  return { rule: expression, message };
}

function rules(...validations: readonly RawBody[]): RawBody {
  return { 'x-kubernetes-validations': validations };
}
