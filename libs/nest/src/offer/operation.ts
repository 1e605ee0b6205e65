import type { KubeObject } from '@kcp-runtime/kube';

/** Annotation by which an operator stops (`ignore`) or wakes (`reconcile`) the work on one object. */
export const OPERATION_ANNOTATION = 'openmcp.cloud/operation';

/** What the operator wants, in his own word; any other than those two means nothing. */
export function operationOf({ metadata }: Pick<KubeObject, 'metadata'>): string | undefined {
  return metadata.annotations?.[OPERATION_ANNOTATION];
}
