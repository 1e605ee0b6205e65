import type { ProviderConfigObjectClass } from '@kcp-runtime/schema';
import type { AnyOffer } from './offer.js';
import type { Mode } from './order.js';

/** A provider as the runtime reads it. Made by `defineProvider`. */
export interface Provider {
  /** Name of the ProviderConfig, of requests, labels and leases, unless `--provider-name` says another. */
  readonly name: string;
  readonly config: ProviderConfigObjectClass;
  readonly offers: readonly AnyOffer[];
  /** Where the offers may be ordered. */
  readonly modes: readonly Mode[];
  readonly hooks: ProviderHooks;
}

/** What `init` calls around its own work. A failure ends it with an exit code other than 0. */
export interface ProviderHooks {
  beforeInit?(): Promise<void>;
  afterInit?(): Promise<void>;
}
