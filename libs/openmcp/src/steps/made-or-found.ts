import { AlreadyExists } from '@kcp-runtime/kube';
import type { KubeObject } from '@kcp-runtime/kube';
import type { FollowedRequests } from '../follow/followed-requests.js';
import type { NamespacedName } from '../requests/request-kinds.js';

/** Makes a request, or answers the one that is there although no watch has told of it yet. */
export async function madeOrFound<T extends KubeObject>(requests: FollowedRequests<T>, object: KubeObject, ref: NamespacedName, signal: AbortSignal): Promise<T> {
  try {
    return await requests.create(object as T, signal);
  } catch (error) {
    if (error instanceof AlreadyExists) return requests.look(ref, signal);
    throw error;
  }
}
