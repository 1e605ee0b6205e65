import type { ConfigSnapshot } from '../../config/config-snapshot.js';
import type { OrderBeforeAccess } from '../../offer/order.js';
import type { Pass } from '../pass.js';

/** What the functions of an offer see of an order. */
export function beforeAccess({ key, home }: Pass, spec: object, config: ConfigSnapshot): OrderBeforeAccess {
  return { mode: home.mode, name: key.name, namespace: key.namespace, spec, config: config.spec };
}
