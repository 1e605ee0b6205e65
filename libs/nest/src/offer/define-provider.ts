import type { ProviderConfigObjectClass } from '@kcp-runtime/schema';
import type { Offer, WorkloadUse } from './offer.js';
import type { Mode } from './order.js';
import type { InitHooks, Provider } from './provider.js';

/** What a provider is made of. */
export interface ProviderOptions<Config extends object> {
  readonly name: string;
  readonly config: ProviderConfigObjectClass<Config>;
  readonly offers: readonly Offer<object, object, NoInfer<Config>, WorkloadUse>[];
  /** Default: both. A classic provider, whose workers need nodes of the tenant, says `['standard']`. */
  readonly modes?: readonly Mode[];
  /** What `init` does beside installing the kinds. */
  readonly init?: InitHooks;
}

/** Puts offers together into one provider. An offer with another config class does not compile. */
export function defineProvider<Config extends object>(options: ProviderOptions<Config>): Provider {
  return { modes: ['standard', 'kcp'], init: {}, ...options };
}
