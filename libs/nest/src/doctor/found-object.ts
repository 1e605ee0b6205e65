import { NotFound } from '@kcp-runtime/kube';
import type { KubeApi, KubeObject, ObjectRef, ResourceType } from '@kcp-runtime/kube';

/** One object; undefined where there is none. Throws a KubeError for everything else that went wrong. */
export async function foundObject<T extends KubeObject>(api: KubeApi, type: ResourceType, ref: ObjectRef, signal: AbortSignal): Promise<T | undefined> {
  try {
    return await api.resource<T>(type).get(ref, { signal });
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
}
