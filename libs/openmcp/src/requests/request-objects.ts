import { apiVersionOf } from '@kcp-runtime/kube';
import type { KubeObject, MergePatch, ObjectMeta, ResourceType } from '@kcp-runtime/kube';
import { isDeepStrictEqual } from 'node:util';
import type { RequestIdentity } from './request-identity.js';
import { ACCESS_REQUESTS, CLUSTER_REQUESTS } from './request-kinds.js';
import type { AccessRequest, NamespacedName, PermissionsRequest, TokenRights } from './request-kinds.js';

/** The ClusterRequest that asks for a cluster of a purpose. */
export function clusterRequest(identity: RequestIdentity, purpose: string): KubeObject {
  return request(CLUSTER_REQUESTS, identity, { purpose });
}

/** The AccessRequest for the cluster of a ClusterRequest. */
export function accessRequest(identity: RequestIdentity, { namespace, name }: NamespacedName, token: TokenRights): KubeObject {
  return request(ACCESS_REQUESTS, identity, { requestRef: { name, namespace }, token: tokenSpec(token) });
}

/** What has to change in a request of ours; `undefined` where it stands as it is wanted. */
export interface Mending {
  readonly patch: MergePatch;
  /** The finalizers that it has then, where they change. */
  readonly finalizers?: readonly string[];
}

/** Compares what an AccessRequest may do with what is wanted. Its references can't change and are not looked at. */
export function mendingOf({ metadata, spec }: AccessRequest, identity: RequestIdentity, token: TokenRights): Mending | undefined {
  const missing = identity.finalizers.filter((finalizer) => metadata.finalizers?.includes(finalizer) !== true);
  const finalizers = missing.length === 0 ? undefined : [...(metadata.finalizers ?? []), ...missing];
  const hasRights = spec?.oidc === undefined && isDeepStrictEqual(comparable(spec?.token), comparable(token));
  if (hasRights && finalizers === undefined) return undefined;
  // A list of finalizers is replaced whole: somebody else's must not get lost in between.
  const marks = finalizers === undefined ? {} : { metadata: { resourceVersion: metadata.resourceVersion, finalizers } };
  return { patch: { ...marks, ...(hasRights ? {} : { spec: rightsPatch(spec, token) }) }, finalizers };
}

function rightsPatch(spec: AccessRequest['spec'], token: TokenRights): MergePatch {
  const { permissions, roleRefs = null } = tokenSpec(token);
  const rights = { token: { permissions: permissions ?? null, roleRefs } };
  return spec?.oidc === undefined ? rights : { ...rights, oidc: null };
}

function request(type: ResourceType, { namespace, name, labels, extraLabels, finalizers }: RequestIdentity, spec: object): KubeObject {
  const metadata: ObjectMeta = { name, namespace, labels: { ...labels, ...extraLabels } };
  if (finalizers.length > 0) metadata.finalizers = [...finalizers];
  return { apiVersion: apiVersionOf(type), kind: type.kind, metadata, spec };
}

function tokenSpec({ permissions, roleRefs = [] }: TokenRights): { readonly permissions?: unknown; readonly roleRefs?: unknown } {
  return { ...(permissions.length > 0 && { permissions }), ...(roleRefs.length > 0 && { roleRefs }) };
}

/** A server may leave out what is empty, or write down what is meant without a word. */
function comparable({ permissions = [], roleRefs = [] }: Partial<TokenRights> = {}): unknown {
  const role = ({ kind, name, namespace = '' }: { readonly kind: string; readonly name: string; readonly namespace?: string }) => ({ kind, name, namespace });
  return { permissions: permissions.map(comparablePermissions), roleRefs: roleRefs.map(role) };
}

function comparablePermissions({ name = '', namespace = '', disableAutomaticNamespaceCreation = false, rules }: PermissionsRequest): unknown {
  return {
    name,
    namespace,
    disableAutomaticNamespaceCreation,
    rules: rules.map(({ apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [], verbs }) => ({ apiGroups, resources, resourceNames, nonResourceURLs, verbs })),
  };
}
