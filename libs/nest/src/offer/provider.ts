import type { KubeObject } from '@kcp-runtime/kube';
import type { ProviderConfigObjectClass } from '@kcp-runtime/schema';
import type { AnyOffer } from './offer.js';
import type { Mode, OrderLog } from './order.js';

/** A provider as the runtime reads it. Made by `defineProvider`. */
export interface Provider {
  /** Name of the ProviderConfig, of requests, labels and leases, unless `--provider-name` says another. */
  readonly name: string;
  readonly config: ProviderConfigObjectClass;
  readonly offers: readonly AnyOffer[];
  /** Where the offers may be ordered. */
  readonly modes: readonly Mode[];
  readonly init: InitHooks;
}

/** What `init` calls around its own work. A failure ends it with an exit code other than 0, and openMCP starts it again: both may be called twice. */
export interface InitHooks {
  /** Before anything is installed. */
  before?(context: InitContext): Promise<void>;
  /** After all kinds are installed and served. */
  after?(context: InitContext): Promise<void>;
}

/** What a hook of `init` works with. The app is not loaded. */
export interface InitContext {
  readonly providerName: string;
  /** Of the provider on the platform cluster. */
  readonly namespace: string;
  /** `--environment`; platforms that share an onboarding cluster differ in it. */
  readonly environment?: string;
  readonly platform: InitCluster;
  /** In `after`, where the provider is ordered on the onboarding cluster too. Only CustomResourceDefinitions may be written there. */
  readonly onboarding?: InitCluster;
  /** Aborted when the process is asked to end. */
  readonly signal: AbortSignal;
  readonly log: OrderLog;
}

/** A cluster that `init` has access to. */
export interface InitCluster {
  /** Creates the object, or sets the fields that it names (server-side apply). */
  apply(object: KubeObject): Promise<KubeObject>;
}
