import { requestLabels } from '../names/request-labels.js';
import type { RequestOwner } from '../names/request-labels.js';
import { requestName } from '../names/tenant-names.js';
import type { NamespacedName, TokenRights } from './request-kinds.js';

/** Whose cluster: one that somebody else has asked for, such as a ControlPlane's, or one that we ask for. */
export type ClusterSource =
  | { readonly kind: 'existing'; readonly request: NamespacedName }
  | { readonly kind: 'ordered'; readonly purpose: string };

/** How a request of ours is called and marked. An AccessRequest and the ClusterRequest beside it share it. */
export interface RequestIdentity extends NamespacedName {
  /** By these it is known as ours; what stands there with others is never touched. */
  readonly labels: Readonly<Record<string, string>>;
  /** Labels that are only set when it is made. */
  readonly extraLabels: Readonly<Record<string, string>>;
  /** Holds a deleted request until we have seen that the platform is done with it. */
  readonly finalizers: readonly string[];
}

/** One access that is wanted. */
export interface AccessOrder {
  readonly request: RequestIdentity;
  readonly cluster: ClusterSource;
  /** The least that is needed. */
  readonly token: TokenRights;
  /** Called when something of it has changed, so that whoever wants it looks again; from the first `open` to the end of `close`. */
  readonly wake: () => void;
  /** Makes the namespace of the request. Called where it turns out to be missing; without it that is an error. */
  readonly prepareNamespace?: (signal: AbortSignal) => Promise<void>;
}

/** Whose request, in which namespace, and with which end of its name. */
export interface TenantRequest {
  readonly owner: RequestOwner;
  /** From `tenantNamespace` or `workspaceTenantNamespace`. */
  readonly namespace: string;
  /** Such as `mcp` or `wl`. */
  readonly suffix: string;
  /** Labels beside those of openMCP. */
  readonly labels?: Readonly<Record<string, string>>;
}

/** Finalizer of the requests that are made for a tenant. */
export const REQUEST_FINALIZER = 'clusters.openmcp.cloud/clusteraccess';

/** How the requests for an order of a tenant are called and marked. */
export function tenantRequest({ owner, namespace, suffix, labels = {} }: TenantRequest): RequestIdentity {
  const { 'openmcp.cloud/managed-by': by = '', 'openmcp.cloud/managed-purpose': purpose = '', ...names } = requestLabels(owner);
  return {
    namespace,
    name: requestName(owner.controller, owner.name, suffix),
    labels: { 'openmcp.cloud/managed-by': by, 'openmcp.cloud/managed-purpose': purpose },
    extraLabels: { ...names, ...labels },
    finalizers: [REQUEST_FINALIZER],
  };
}

/**
 * How the requests of the provider for itself are called and marked, such as `onboarding-run`: in its own namespace,
 * without a finalizer, since they stay as long as the provider is installed.
 */
export function ownRequest(controller: string, localName: string, namespace: string): RequestIdentity {
  return { namespace, name: requestName(controller, localName), labels: { 'openmcp.cloud/managed-by': controller }, extraLabels: {}, finalizers: [] };
}
