import type { Clock, Random } from '@kcp-runtime/kube';
import type { Workloads } from '../access/workload-access.js';
import type { ConfigView } from '../config/config-store.js';
import type { OrderLog } from '../offer/order.js';
import type { OrderNotes } from '../orphans/order-notes.js';
import type { ReferenceBook } from '../references/platform-references.js';
import type { OrderHomes } from './order-home.js';
import type { ServedOffer } from './served-offer.js';

/** What the loop works with. */
export interface LoopParts {
  readonly offers: readonly ServedOffer[];
  readonly homes: OrderHomes;
  readonly config: ConfigView;
  /** Secrets and ConfigMaps of the provider's namespace, as far as orders name them. */
  readonly references: ReferenceBook;
  /** Where orders are noted that something outside is made for; kcp mode has one. */
  readonly record?: OrderNotes;
  /** Workload clusters; a mode none of whose offers wants one has none. */
  readonly workload?: Workloads;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: OrderLog;
  /** Ends the signal of all passes at once where the lease has run out by the clock; timers may tell later. */
  readonly lookAtLease?: () => void;
  /** After this a handler is told to stop (`HandlerOverdue`); 5 minutes where nothing else is said. */
  readonly handlerDeadlineMs?: number;
}
