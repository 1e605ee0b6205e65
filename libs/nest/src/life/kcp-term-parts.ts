import type { KubeApi, LeaseTerm } from '@kcp-runtime/kube';
import type { KeptState } from '../config/kept-state.js';
import type { OrderRecord } from '../orphans/order-record.js';
import type { ModeParts } from './mode-parts.js';

/** What all parts of kcp mode work with under one term of its lease. */
export interface KcpTermParts extends Pick<ModeParts, 'namespace' | 'providerName' | 'offers' | 'store' | 'metrics' | 'reachingClusters' | 'clock' | 'random' | 'log'> {
  /** Of the platform cluster; writes only while the lease is held. */
  readonly platform: KubeApi;
  readonly kept: KeptState;
  readonly term: LeaseTerm;
  /** Of orders that something outside is made for; loaded. */
  readonly record: OrderRecord;
}
