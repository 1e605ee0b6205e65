import { orderKey } from '@kcp-runtime/kube';
import type { FrameCache, KubeApi, KubeObject, ObjectRef, OrderKey, ResourceClient, ResourceType } from '@kcp-runtime/kube';
import type { MetadataPatch, OrderFields, OrderFrame } from '../reconcile/order-home.js';
import type { StatusPatch } from '../status/order-status.js';

/** Orders of one offer: what they are called on the wire, and what the watch has told of them. */
export interface CachedOrders {
  readonly type: ResourceType;
  readonly cache: FrameCache<OrderFields>;
}

/** Which order is written, and where. */
export interface OrderWrite {
  readonly orders: CachedOrders;
  /** Of the cluster that the order is in. */
  readonly api: KubeApi;
  readonly key: OrderKey;
  /** The order that the patch was made from. */
  readonly before: KubeObject;
  readonly signal: AbortSignal;
}

/** Changes an order's metadata. The answer lies over the cache until the watch has told of it. */
export function patchOrderMetadata(write: OrderWrite, patch: MetadataPatch): Promise<OrderFrame> {
  const { signal } = write;
  return writeOrder(write, patch, (orders, ref) => orders.mergePatch(ref, { metadata: patch }, { signal }));
}

/** The same for its status. */
export function patchOrderStatus(write: OrderWrite, patch: StatusPatch): Promise<OrderFrame> {
  const { signal } = write;
  return writeOrder(write, {}, (orders, ref) => orders.status.mergePatch(ref, { status: patch }, { signal }));
}

async function writeOrder(
  { orders: { type, cache }, api, key, before }: OrderWrite,
  patch: MetadataPatch,
  send: (orders: ResourceClient, ref: ObjectRef) => Promise<KubeObject>,
): Promise<OrderFrame> {
  const write = cache.beginWrite(orderKey(key), before, patch);
  try {
    const answer = await send(api.resource(type), { namespace: key.namespace, name: key.name });
    const frame = write.answered(answer);
    if (isLetGo(answer)) cache.remove(answer);
    return frame;
  } catch (error) {
    write.failed();
    throw error;
  }
}

/**
 * Whether the answer is the last that there is of an object. The server deletes it within the write that takes its last
 * finalizer, and answers with the version from before: no frame but DELETED follows, and until then the cache would show it as held.
 */
function isLetGo({ metadata }: KubeObject): boolean {
  return metadata.deletionTimestamp !== undefined && (metadata.finalizers ?? []).length === 0;
}
