import { AlreadyExists, NotFound } from '@kcp-runtime/kube';
import type { KubeObject } from '@kcp-runtime/kube';
import type { AccessOrder } from '../access/access-order.js';
import type { FollowedRequests } from '../follow/followed-requests.js';

/** Makes a request, with its namespace where that is missing; or answers the one that is there although no watch has told of it yet. */
export async function madeOrFound<T extends KubeObject>(requests: FollowedRequests<T>, object: KubeObject, order: AccessOrder, signal: AbortSignal): Promise<T> {
  const create = (): Promise<T> => requests.create(object as T, signal);
  try {
    return await create();
  } catch (error) {
    if (error instanceof AlreadyExists) return requests.look(order.request, signal);
    if (!(error instanceof NotFound) || order.prepareNamespace === undefined) throw error;
  }
  await order.prepareNamespace(signal);
  return create();
}
