import type { Clock, OrderKey, Random } from '@kcp-runtime/kube';
import type { ConfigView } from '../config/config-store.js';
import type { OrderLog, References } from '../offer/order.js';
import type { OrderHomes } from './order-home.js';
import type { Requeue } from './requeue.js';
import type { ServedOffer } from './served-offer.js';

/** How patient the loop is. All in milliseconds. */
export interface LoopTimes {
  /** After this a handler is told to stop (`HandlerOverdue`); 5 minutes without it. */
  readonly handlerDeadlineMs?: number;
}

/** What the loop works with. */
export interface LoopParts {
  readonly offers: readonly ServedOffer[];
  readonly homes: OrderHomes;
  readonly config: ConfigView;
  readonly references: References;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: OrderLog;
  readonly times?: LoopTimes;
}

export declare class OrderReconciler {
  constructor(parts: LoopParts);
  /**
   * One pass over one order. Never rejects. Resolves when the handler has really returned, overdue or not.
   * `signal` ends the mode (lease lost, process stops): after it nothing is written.
   */
  reconcile(key: OrderKey, signal: AbortSignal): Promise<Requeue>;
}
