import type { ProviderConfigObjectClass } from '../api-class/provider-config-object.js';
import type { ProviderConfigSettings, ProviderMode } from '../provider-config/provider-config-settings.js';
import type { Checked } from './to-instance.js';

/** The two halves of a ProviderConfig's spec: the author's and the runtime's. */
export interface CheckedProviderConfig<Spec extends object> {
  readonly spec: Spec;
  readonly settings: ProviderConfigSettings;
}

/** Checks the spec of a ProviderConfig. In a provider without the kcp mode `kcp` is an unknown property. */
export function providerConfigInstance<Spec extends object>(
  _ctor: ProviderConfigObjectClass<Spec>,
  _json: unknown,
  _modes?: readonly ProviderMode[],
): Checked<CheckedProviderConfig<Spec>> {
  throw new Error('not there yet');
}
