import type { ClusterProvider } from './cluster-provider/cluster-provider.js';
import type { PlatformCluster } from './cluster/platform-cluster.js';
import type { Ref } from './follow/object-writes.js';

/** An openMCP platform that runs for a test. Its owner calls {@link Platform.stop}. */
export interface Platform {
  /** What `--environment` is for everything on it. */
  readonly environment: string;
  /** The cluster with the operator's kinds; ServiceProviders and requests stand here. */
  readonly platform: PlatformCluster;
  /** The cluster where tenants have their ControlPlanes and order. */
  readonly onboarding: PlatformCluster;
  /** Decides about clusters and accesses. */
  readonly clusterProvider: ClusterProvider;
  /** Namespace on the platform cluster with what belongs to this ControlPlane. */
  namespaceOf(ref: Ref): string;
  /** Creates a ControlPlane, its namespace too, and waits until it is Ready; returns its cluster. */
  createControlPlane(ref: Ref): Promise<PlatformCluster>;
  /** Deletes it and does not wait. */
  deleteControlPlane(ref: Ref): Promise<void>;
  whenControlPlaneGone(ref: Ref, deadlineMs?: number): Promise<void>;
  /** Waits until the ClusterRequest is granted and its cluster there. */
  whenClusterOf(request: Ref, deadlineMs?: number): Promise<PlatformCluster>;
  /** Answers no further ClusterRequest until the scheduler goes on; in the real form the whole operator stands still. */
  pauseScheduler(): void;
  resumeScheduler(): void;
  /** What the players had to try again, for the message of a failed test. */
  faults(): string;
  /** Ends everything. A second call does nothing. */
  stop(): Promise<void>;
}
