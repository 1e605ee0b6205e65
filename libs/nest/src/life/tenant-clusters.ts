/**
 * The way of one mode to the clusters of its tenants: their accesses, the connections over them, and the certificates that are trusted
 * there. The run of a mode has one; it runs and closes it.
 */
import { KubeConnection } from '@kcp-runtime/kube';
import type { Clock, KubeApi, LeaseTerm, Random } from '@kcp-runtime/kube';
import { ClusterAccess } from '@kcp-runtime/openmcp';
import { ClusterAddresses } from '../access/cluster-addresses.js';
import type { ReachingClusters } from '../access/cluster-addresses.js';
import { ClusterConnections } from '../access/cluster-connections.js';
import { ControlPlaneAccess } from '../access/control-plane-access.js';
import { PlatformAccesses } from '../access/platform-accesses.js';
import { WorkloadAccess } from '../access/workload-access.js';
import type { WorkloadPlaces } from '../access/workload-access.js';
import type { CaBundle } from '../config/ca-bundle.js';
import { lastSnapshot } from '../config/config-snapshot.js';
import type { ConfigView } from '../config/config-store.js';
import type { ModeMetrics } from '../metrics/runtime-metrics.js';
import type { OrderLog } from '../offer/order.js';
import type { ServedOffer } from '../reconcile/served-offer.js';
import type { Because } from '../status/reasons.js';

/** What it is made of. */
export interface TenantClustersParts {
  /** Of the platform cluster; writes only while the lease is held. */
  readonly platform: KubeApi;
  readonly providerName: string;
  readonly offers: readonly ServedOffer[];
  readonly config: ConfigView;
  readonly caBundle: CaBundle;
  readonly reachingClusters: ReachingClusters;
  readonly places: WorkloadPlaces;
  /** Requests that are asked for beside those of the offers, by the first parts of their names. */
  readonly ownControllers: readonly string[];
  /** What to say where the platform knows no such requests. */
  readonly notServed: (message: string) => Because;
  /** Puts an order on the queue. */
  readonly wake: (key: string) => void;
  readonly term: LeaseTerm;
  /** Takes the figures of requests. */
  readonly metrics?: Pick<ModeMetrics, 'requests'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: OrderLog;
}

const PURPOSE = 'workload';

/** The clusters of one mode's tenants. */
export class TenantClusters {
  /** All requests on the platform, the provider's own too. */
  readonly requests: ClusterAccess;
  readonly controlPlanes: ControlPlaneAccess;
  readonly workloads: WorkloadAccess;
  readonly #connections: ClusterConnections;

  constructor(parts: TenantClustersParts) {
    const { platform, providerName, offers, config, reachingClusters, ownControllers, metrics } = parts;
    const controllers = [...new Set([...ownControllers, ...offers.map(({ handlers }) => handlers.offer.controller ?? providerName)])];
    this.requests = new ClusterAccess({ ...parts, api: platform, controllers });
    this.#connections = new ClusterConnections({ ...parts, connect: (access) => KubeConnection.open(access, { observer: metrics?.requests('ofTenants') }), addresses: new ClusterAddresses(platform, reachingClusters) });
    const accesses = new PlatformAccesses({ ...parts, clusters: this.requests, connections: this.#connections });
    this.controlPlanes = new ControlPlaneAccess({ ...parts, accesses });
    this.workloads = new WorkloadAccess({ ...parts, accesses, purpose: () => lastSnapshot(config.state())?.workloadPurpose ?? PURPOSE });
  }

  /** Follows the requests until the signal aborts. */
  run(signal: AbortSignal): Promise<void> {
    return this.requests.run(signal);
  }

  /** Ends the connections, also for those whose handlers were left behind. */
  close(): Promise<void> {
    return this.#connections.close();
  }
}
