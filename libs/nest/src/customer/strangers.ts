import { ApiNotServed } from '@kcp-runtime/kube';
import type { ObjectRef, ResourceClient } from '@kcp-runtime/kube';
import { MADE_BY_LABEL } from './marks.js';

/** All objects of a kind that no provider made for an order, in all namespaces. Of a kind that is no longer served there are none. */
export async function strangersOf(client: ResourceClient, signal: AbortSignal): Promise<readonly ObjectRef[]> {
  try {
    const { items } = await client.list({ labelSelector: `!${MADE_BY_LABEL}`, signal });
    return items.map(({ metadata: { namespace, name } }) => ({ namespace, name }));
  } catch (error) {
    if (error instanceof ApiNotServed) return [];
    throw error;
  }
}
