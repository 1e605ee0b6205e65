/** The bindings that kcp itself makes in every new workspace. What they bind is built in here, so they are only to be seen. */
import { randomBytes } from 'node:crypto';
import { objectAt, textAt, type JsonObject, type KubeObject } from '../storage/kube-object.js';
import type { NewObject } from '../registry/new-object.js';

/** kcp's own exports in the root workspace, with the resources that come from each. */
const SHIPPED: Readonly<Record<string, readonly string[]>> = {
  'tenancy.kcp.io': ['workspaceauthenticationconfigurations', 'workspaces', 'workspacetypes'],
  'topology.kcp.io': ['partitions', 'partitionsets'],
};
const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';
const CONDITIONS = ['Ready', 'APIExportValid', 'BindingUpToDate', 'InitialBindingCompleted', 'PermissionClaimsApplied', 'PermissionClaimsValid'];

/** Whether a binding is one of those. */
export function isShippedBinding(binding: KubeObject): boolean {
  const reference = objectAt(objectAt(objectAt(binding.spec).reference).export);
  return reference.path === 'root' && SHIPPED[textAt(reference.name) ?? ''] !== undefined;
}

/** New bindings to kcp's own exports, for the workspace at `path`. */
export function shippedBindings(now: string, path: string): NewObject[] {
  return Object.entries(SHIPPED).map(([name, resources]) => ({
    apiVersion: 'apis.kcp.io/v1alpha2',
    kind: 'APIBinding',
    metadata: { name: `${name}-${suffix()}`, generation: 1, annotations: { 'kcp.io/path': path }, finalizers: ['apis.kcp.io/apibinding-finalizer'] },
    spec: { reference: { export: { path: 'root', name } } },
    status: {
      phase: 'Bound',
      apiExportClusterName: 'root',
      boundResources: resources.map((resource) => boundResource(name, resource)),
      conditions: CONDITIONS.map((type) => ({ type, status: 'True', lastTransitionTime: now })),
    },
  }));
}

/** Which binding serves which resource, as the annotation on the LogicalCluster says it. */
export function resourceLocks(bindings: readonly NewObject[]): string {
  const locks = bindings.flatMap((binding) => {
    const { name } = binding.metadata;
    const group = name.slice(0, name.lastIndexOf('-'));
    return (SHIPPED[group] ?? []).map((resource): [string, JsonObject] => [`${resource}.${group}`, { n: name }]);
  });
  return JSON.stringify(Object.fromEntries(locks));
}

function boundResource(group: string, resource: string): JsonObject {
  return { group, resource, schema: { name: `v240903-d6797056a.${resource}.${group}`, UID: `shipped-${resource}`, identityHash: '' }, storageVersions: ['v1alpha1'] };
}

function suffix(): string {
  return [...randomBytes(5)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
}
