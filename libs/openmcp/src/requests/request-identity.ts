import { requestLabels } from '../names/request-labels.js';
import type { RequestOwner } from '../names/request-labels.js';
import { shorten } from '../names/shorten.js';
import { requestName } from '../names/tenant-names.js';
import type { NamespacedName } from './request-kinds.js';

/** How a request of ours is called and marked. An AccessRequest and the ClusterRequest beside it share it. */
export interface RequestIdentity extends NamespacedName {
  /** By these it is known as ours; what stands there with others is never touched. */
  readonly labels: Readonly<Record<string, string>>;
  /** Labels that are set when it is made, and not looked at later. */
  readonly extraLabels: Readonly<Record<string, string>>;
  /** Hold a deleted request until we have seen that the platform is done with it. */
  readonly finalizers: readonly string[];
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

const MANAGED_BY = 'openmcp.cloud/managed-by';
const MANAGED_PURPOSE = 'openmcp.cloud/managed-purpose';

/** How the requests for an order of a tenant are called and marked. */
export function tenantRequest({ owner, namespace, suffix, labels = {} }: TenantRequest): RequestIdentity {
  const { [MANAGED_BY]: by, [MANAGED_PURPOSE]: purpose, ...names } = requestLabels(owner);
  return {
    namespace,
    name: requestName(owner.controller, owner.name, suffix),
    labels: { [MANAGED_BY]: by, [MANAGED_PURPOSE]: purpose },
    extraLabels: { ...names, ...labels },
    finalizers: [REQUEST_FINALIZER],
  };
}

/**
 * How the requests of the provider for itself are called and marked, such as `onboarding-run`: in its own namespace,
 * without a finalizer, since they stay as long as the provider is installed.
 */
export function ownRequest(controller: string, localName: string, namespace: string): RequestIdentity {
  return { namespace, name: requestName(controller, localName), labels: { [MANAGED_BY]: shorten(controller) }, extraLabels: {}, finalizers: [] };
}

/** Whether an object of that name is the one that we would make. */
export function isOurs(labels: Readonly<Record<string, string>> | undefined, identity: RequestIdentity): boolean {
  return Object.entries(identity.labels).every(([name, value]) => labels?.[name] === value);
}

/** Shortening leaves so much at the beginning of a request's name as it is, since suffixes are short. */
const KEPT_BEGINNING = 30;

/** Whether requests of that name may be those of one of the controllers: never no for one that is, seldom yes for others. */
export function mayBeNamedBy(controllers: readonly string[]): (name: string) => boolean {
  const beginnings = controllers.map((controller) => `${controller.toLowerCase()}--`.slice(0, KEPT_BEGINNING));
  return (name) => beginnings.some((beginning) => name.startsWith(beginning));
}
