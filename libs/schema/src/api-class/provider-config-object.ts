import type { ProviderConfigSettings, ProviderConfigStatus } from '../provider-config/provider-config-settings.js';
import type { ApiObjectMetadata } from './api-object.js';
import type { ClassOf } from './class-of.js';

/** A ProviderConfig: the author's spec, and what the runtime adds to spec and status. */
export interface ProviderConfigObject<Spec extends object = object> {
  apiVersion: string;
  kind: string;
  metadata: ApiObjectMetadata;
  spec: Spec & ProviderConfigSettings;
  status?: ProviderConfigStatus;
}

/** What `providerConfigObject` returns: a class to extend, which still knows the author's spec class. */
export interface ProviderConfigObjectClass<Spec extends object = object> {
  new (): ProviderConfigObject<Spec>;
  readonly specClass: ClassOf<Spec>;
}

/** The base of a ProviderConfig's class: `class PostgresConfig extends providerConfigObject(PostgresConfigSpec) {}`. */
export function providerConfigObject<Spec extends object>(specClass: ClassOf<Spec>): ProviderConfigObjectClass<Spec> {
  return class implements ProviderConfigObject<Spec> {
    static readonly specClass = specClass;
    apiVersion!: string;
    kind!: string;
    metadata!: ApiObjectMetadata;
    spec!: Spec & ProviderConfigSettings;
    status?: ProviderConfigStatus;
  };
}
