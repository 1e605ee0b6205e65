import { IsOptional, IsString, Matches, MaxLength, MinLength } from 'class-validator';

import type { ClassOf } from '../api-class/class-of.js';
import { Default } from '../decorators/default.js';
import { Describe } from '../decorators/documentation.js';
import { DurationString } from '../values/duration-string.js';
import { dnsSubdomainPattern } from '../values/secret-ref.js';
import { Nested } from '../decorators/shape.js';
import { ProviderConfigCommonStatus } from '../status/common-status.js';
import { KcpSettings } from './kcp-settings.js';
import { KcpStatus } from './kcp-status.js';

/** In which ways a provider can be ordered: on the onboarding cluster, through kcp. */
export type ProviderMode = 'standard' | 'kcp';

/** The ConfigMap with certificates that are to be trusted beside those that kubeconfigs name. */
export class CaBundleRef {
  @Describe("Name of the ConfigMap in the provider's namespace on the platform cluster.")
  @IsString() @MinLength(1) @MaxLength(253) @Matches(dnsSubdomainPattern)
  name!: string;

  @Describe('Key under which the certificates stand, as PEM.')
  @IsString() @MinLength(1) @MaxLength(253) @Matches(/^[-._a-zA-Z0-9]+$/)
  key!: string;
}

/** What the runtime adds to every ProviderConfig's spec. */
export class StandardConfigSettings {
  @Describe('How often an order without a change is looked at.')
  @Default('1m') @DurationString({ min: '1s' })
  pollInterval!: string;

  @Describe('Certificates that are trusted in the calls to clusters of tenants, and in the kubeconfigs for them.')
  @IsOptional() @Nested(() => CaBundleRef)
  caBundleRef?: CaBundleRef;

  @Describe('What kind of cluster is asked for where an order needs a workload cluster; workload when left out.')
  @IsOptional() @IsString() @MinLength(1) @MaxLength(253)
  workloadPurpose?: string;
}

/** What it adds where the provider has the kcp mode. */
export class ProviderConfigSettings extends StandardConfigSettings {
  @Describe('Offers the provider through kcp.')
  @IsOptional() @Nested(() => KcpSettings)
  kcp?: KcpSettings;
}

/** Status of a provider that has no kcp mode. */
export class StandardConfigStatus extends ProviderConfigCommonStatus {}

/** Status of every other ProviderConfig. */
export class ProviderConfigStatus extends ProviderConfigCommonStatus {
  @Describe('How the provider stands in kcp.')
  @IsOptional() @Nested(() => KcpStatus)
  kcp?: KcpStatus;
}

/** The class of what the runtime adds to the spec, by the provider's modes. */
export function configSettings(modes: readonly ProviderMode[]): ClassOf<StandardConfigSettings> {
  return modes.includes('kcp') ? ProviderConfigSettings : StandardConfigSettings;
}

/** The class of the status, by the provider's modes. */
export function configStatus(modes: readonly ProviderMode[]): ClassOf<ProviderConfigCommonStatus> {
  return modes.includes('kcp') ? ProviderConfigStatus : StandardConfigStatus;
}
