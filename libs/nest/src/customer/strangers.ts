import type { ObjectRef, ResourceClient } from '@kcp-runtime/kube';
import { MADE_BY_LABEL } from './marks.js';

/** All objects of a kind that no provider made for an order, in all namespaces. */
export async function strangersOf(client: ResourceClient, signal: AbortSignal): Promise<readonly ObjectRef[]> {
  const { items } = await client.list({ labelSelector: `!${MADE_BY_LABEL}`, signal });
  return items.map(({ metadata: { namespace, name } }) => ({ namespace, name }));
}
