import type { Clock, KubeApi, LeaseTerm, Random } from '@kcp-runtime/kube';
import type { ReachingClusters } from '../access/cluster-addresses.js';
import type { ConfigStore } from '../config/config-store.js';
import type { KeptState } from '../config/kept-state.js';
import type { ModeMetrics } from '../metrics/runtime-metrics.js';
import type { OrderLog } from '../offer/order.js';
import type { OrderRecord } from '../orphans/order-record.js';
import type { ServedOffer } from '../reconcile/served-offer.js';

/** What all parts of kcp mode work with under one term of its lease. */
export interface KcpTermParts {
  /** Of the platform cluster; writes only while the lease is held. */
  readonly platform: KubeApi;
  readonly namespace: string;
  readonly providerName: string;
  readonly offers: readonly ServedOffer[];
  readonly store: ConfigStore;
  readonly kept: KeptState;
  readonly term: LeaseTerm;
  /** Of orders that something outside is made for; loaded. */
  readonly record: OrderRecord;
  readonly metrics?: ModeMetrics;
  readonly reachingClusters: ReachingClusters;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: OrderLog;
}
