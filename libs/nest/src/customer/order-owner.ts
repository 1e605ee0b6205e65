import type { OrderKey } from '@kcp-runtime/kube';

/** The order as owner of what is made for it. */
export interface OrderOwner {
  readonly key: OrderKey;
  readonly apiVersion: string;
  readonly kind: string;
  readonly group: string;
  readonly plural: string;
  readonly uid: string;
  /** Its name in the outside world, see `orderIdentity`. */
  readonly identity: string;
}
