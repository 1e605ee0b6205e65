import type { Provider } from '@kcp-runtime/nest';
import { readApiClass } from '@kcp-runtime/schema';
import type { ServiceApiClass } from '@kcp-runtime/schema';

/** The API that somebody orders where a test says no other. */
export function firstApi(provider: Provider, who: string): ServiceApiClass {
  const [offer] = provider.offers;
  if (!offer) throw new Error(`Provider ${provider.name} offers nothing that ${who} could order.`);
  return readApiClass(offer.api);
}
