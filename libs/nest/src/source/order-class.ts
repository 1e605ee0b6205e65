import type { FrameChange, KeyClass } from '@kcp-runtime/kube';
import { isSettled } from '../reconcile/order-fields.js';
import type { OrderFields } from '../reconcile/order-home.js';

/** How urgent an order is that nobody has touched. */
export function classOfOrder(fields: OrderFields): KeyClass {
  return isSettled(fields) ? 'settled' : 'changed';
}

/** How urgent a change of an order is: one that stands Ready as it was ordered gives way to everything that somebody waits for. */
export function classOfChange(change: FrameChange<OrderFields>): KeyClass {
  switch (change.kind) {
    case 'added':
      return classOfOrder(change.now.fields);
    case 'changed':
      return 'changed';
    case 'deleted':
      // Nobody waits: the loop only forgets what it remembers of the order.
      return 'settled';
  }
}
