import type { Clock, KubeApi, Random } from '@kcp-runtime/kube';
import type { ReachingClusters } from '../access/cluster-addresses.js';
import type { ConfigStore } from '../config/config-store.js';
import type { RuntimeHealth } from '../health/runtime.health.js';
import type { ModeMetrics } from '../metrics/runtime-metrics.js';
import type { OrderLog } from '../offer/order.js';
import type { ServedOffer } from '../reconcile/served-offer.js';

/** What every mode is made of. */
export interface ModeParts {
  /** Of the platform cluster. */
  readonly platform: KubeApi;
  /** The same over a connection of its own, so that no burst of work holds up a renewal. */
  readonly leases: KubeApi;
  /** The provider's namespace there. */
  readonly namespace: string;
  /** Who holds the lease. */
  readonly holder: string;
  readonly providerName: string;
  readonly offers: readonly ServedOffer[];
  readonly store: ConfigStore;
  readonly reachingClusters: ReachingClusters;
  /** The lease is lost, and handlers go on all the same. */
  readonly onStuck: () => void;
  /** Is told whether this process serves the mode, stands by, or can do neither. */
  readonly health: Pick<RuntimeHealth, 'tell'>;
  readonly metrics?: ModeMetrics;
  /** Milliseconds from one write of the ProviderConfig's status to the next, where it is not the usual ten seconds. */
  readonly statusPauseMs: number | undefined;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: OrderLog;
}
