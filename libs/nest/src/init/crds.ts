import { customResourceDefinition, readApiClass } from '@kcp-runtime/schema';
import type { CustomResourceDefinition } from '@kcp-runtime/schema';
import type { ResourceType } from '@kcp-runtime/kube';
import type { AnyOffer } from '../offer/offer.js';
import type { Provider } from '../offer/provider.js';

/** The kind that defines kinds. */
export const CRDS: ResourceType = { group: 'apiextensions.k8s.io', version: 'v1', plural: 'customresourcedefinitions', kind: 'CustomResourceDefinition', scope: 'Cluster' };

/** How the provider is configured: for the platform cluster. */
export function configCrd({ config, modes }: Provider): CustomResourceDefinition {
  return customResourceDefinition(readApiClass(config), { cluster: 'platform', modes });
}

/** What is ordered: for the onboarding cluster. */
export function orderCrd({ api }: AnyOffer): CustomResourceDefinition {
  return customResourceDefinition(readApiClass(api), { cluster: 'onboarding' });
}
