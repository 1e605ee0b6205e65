/* contract first; the machine follows */
import type { Clock, KubeConnection, Random } from '@kcp-runtime/kube';

/** How this process is called and where it runs: read from flags and environment by `runProvider`. */
export interface RuntimeSettings {
  /** `--provider-name`, else the name of `defineProvider`: ProviderConfig, labels and leases bear it. */
  readonly providerName: string;
  /** POD_NAMESPACE: where lease and ConfigMap of the runtime stand. */
  readonly podNamespace: string;
  /** POD_NAME: the lease's holder. Where it is not set, a random name is used and nothing is taken back. */
  readonly podName?: string;
  /** Opens the platform's connection; called again until it succeeds. */
  readonly openPlatform: () => Promise<KubeConnection>;
  readonly clock: Clock;
  readonly random: Random;
}

/** The life of the runtime in a process. `runProvider` and the module's Nest hooks call it; start and stop are idempotent. */
export declare class RuntimeLife {
  /** Sets everything going and returns; the platform being away is retried inside. */
  start(): Promise<void>;
  /** Resolves when the ProviderConfig is known and, where kcp mode is on, its lease is held and the first fill is done. */
  whenReady(signal?: AbortSignal): Promise<void>;
  /** Intake shut, handlers drained until `graceMs`, lease released, connections closed. */
  stop(graceMs?: number): Promise<void>;
}
