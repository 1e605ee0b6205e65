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

/** How a cluster stands to the order that something is made for there. */
export type OrderPlace =
  /** The order itself stands there too: what is made goes into its namespace, and names it as its owner. */
  | { readonly kind: 'beside' }
  /** Another cluster of the tenant. It knows nothing of the order: an owner that it does not find would be taken for gone, and what it owns with it. */
  | { readonly kind: 'elsewhere'; readonly namespace: string }
  /** The same of a cluster that several tenants may share: no namespace there is this order's, so each object has to name its own. */
  | { readonly kind: 'shared' };

/** Where an object stands that names no namespace. */
export function homeNamespace(place: OrderPlace, { key }: OrderOwner): string | undefined {
  switch (place.kind) {
    case 'beside':
      return key.namespace;
    case 'elsewhere':
      return place.namespace;
    case 'shared':
      return undefined;
  }
}
