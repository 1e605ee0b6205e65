import type { KubeObject } from '@kcp-runtime/kube';

const CLUSTER_ANNOTATION = 'kcp.io/cluster';

/** The logical cluster that an object is in. kcp reads it from the storage key, so that it can't be forged. */
export function logicalClusterOf({ metadata }: Pick<KubeObject, 'metadata'>): string | undefined {
  return metadata.annotations?.[CLUSTER_ANNOTATION];
}
