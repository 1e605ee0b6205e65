/**
 * Tells openMCP which kinds this provider serves: when a ControlPlane is deleted, openMCP deletes the orders of exactly the kinds
 * that stand in `status.resources` of the ServiceProviders. `init` writes them, and a provider that runs keeps them there.
 */
import { isDeepStrictEqual } from 'node:util';
import { ApiNotServed, NotFound } from '@kcp-runtime/kube';
import type { KubeApi, KubeObject, ResourceType } from '@kcp-runtime/kube';
import { readApiClass } from '@kcp-runtime/schema';
import type { Provider } from '../offer/provider.js';

/** The kind of openMCP that installs a provider. */
export const SERVICE_PROVIDERS: ResourceType = { group: 'openmcp.cloud', version: 'v1alpha1', plural: 'serviceproviders', kind: 'ServiceProvider', scope: 'Cluster' };

/** A kind as `status.resources` names it. */
export interface ServiceResource {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** What became of it. `notServed`: the platform cluster is no openMCP platform. `missing`: openMCP has not installed this provider. */
export type ResourcesRegistration = 'written' | 'unchanged' | 'missing' | 'notServed';

/** Whose kinds are told, and where. */
export interface RegistrationPlace {
  /** Of the platform cluster. */
  readonly platform: KubeApi;
  readonly provider: Provider;
  readonly providerName: string;
}

interface ProviderStatus {
  readonly phase?: string;
  readonly observedGeneration?: number;
  readonly resources?: readonly ServiceResource[];
}

/** The kinds that can be ordered on the onboarding cluster. */
export function serviceResources({ offers, modes }: Provider): ServiceResource[] {
  if (!modes.includes('standard')) return [];
  return offers.map(({ api }) => {
    const { group, version, kind } = readApiClass(api);
    return { group, version, kind };
  });
}

/** Writes them where they are not told yet. Throws a KubeError for everything but a platform without openMCP. */
export async function registerServiceResources({ platform, provider, providerName }: RegistrationPlace, signal: AbortSignal): Promise<ResourcesRegistration> {
  const client = platform.resource(SERVICE_PROVIDERS);
  const resources = serviceResources(provider);
  try {
    const found = await client.get({ name: providerName }, { signal });
    const patch = resourcesPatch(found, resources);
    if (patch === undefined) return 'unchanged';
    await client.status.mergePatch({ name: providerName }, { status: patch }, { signal });
    return 'written';
  } catch (error) {
    if (error instanceof NotFound) return 'missing';
    if (error instanceof ApiNotServed) return 'notServed';
    throw error;
  }
}

/**
 * Undefined where all is told. What else stands in the status is openMCP's; where that has not begun one yet, the server
 * refuses a status without what its schema requires.
 */
export function resourcesPatch({ status }: KubeObject, resources: readonly ServiceResource[]): ProviderStatus | undefined {
  const told = status as ProviderStatus | undefined; // the wire
  if (isDeepStrictEqual(told?.resources ?? [], resources)) return undefined;
  return told?.observedGeneration === undefined ? { phase: 'Progressing', observedGeneration: 0, resources } : { resources };
}
