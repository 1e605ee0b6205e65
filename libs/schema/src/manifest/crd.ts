import type { ApiClass } from '../api-class/api-class.js';
import type { ProviderMode } from '../provider-config/provider-config-settings.js';
import type { CustomResourceDefinition } from './manifests.js';

/** Where a CRD is installed, and for a ProviderConfig in which modes its provider can run (both when left out). */
export interface CrdSettings {
  readonly cluster: 'platform' | 'onboarding';
  readonly modes?: readonly ProviderMode[];
}

/** The CRD of an API. */
export function customResourceDefinition(_api: ApiClass, _settings: CrdSettings): CustomResourceDefinition {
  throw new Error('not there yet');
}
