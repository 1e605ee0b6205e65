import type { Workloads } from '../access/workload-access.js';
import type { ConfigView } from '../config/config-store.js';
import type { KcpApis, WorkspaceSource } from '../source/workspace-source.js';

/** What a duty works with, over one connection. */
export interface DutyScene {
  readonly apis: KcpApis;
  /** Logical cluster of the provider workspace. */
  readonly cluster: string;
  readonly source: WorkspaceSource;
  /** Workload clusters, where an offer wants some. */
  readonly workload?: Workloads;
  /** Has the connection looked at again. */
  readonly recheck: () => void;
  readonly signal: AbortSignal;
}

/** What a run does in the provider workspace, beside having orders worked on: it publishes there, or leaves. */
export interface KcpDuty {
  /** What orders are told of the ProviderConfig. */
  readonly config: ConfigView;
  /** Throws when nothing may be done in this logical cluster. */
  accept(cluster: string): void;
  /** Runs the scene's source when orders may be followed, and ends with the signal. Rejects for a fault of ours only. */
  serve(scene: DutyScene): Promise<void>;
  /** The ProviderConfig, or an annotation on it, has changed. */
  configChanged(): void;
  /** Resolves when nothing of it is under way any more. */
  ended(): Promise<void>;
}
