import type { ResourceType } from '@kcp-runtime/kube';

/** Kubernetes' own kinds that the runtime keeps and reads on the platform cluster. */
export const SECRETS: ResourceType = { group: '', version: 'v1', plural: 'secrets', kind: 'Secret', scope: 'Namespaced' };
export const CONFIG_MAPS: ResourceType = { group: '', version: 'v1', plural: 'configmaps', kind: 'ConfigMap', scope: 'Namespaced' };
export const NAMESPACES: ResourceType = { group: '', version: 'v1', plural: 'namespaces', kind: 'Namespace', scope: 'Cluster' };
