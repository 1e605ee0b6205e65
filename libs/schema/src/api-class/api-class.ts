import type { PrinterColumnSettings, CelRule } from '../decorators/marks.js';
import type { ObjectShape } from '../reader/property-tree.js';
import type { ClassOf } from './class-of.js';
import type { ProviderConfigObjectClass } from './provider-config-object.js';
import type { ServiceObjectClass } from './service-object.js';

interface ApiIdentity {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly listKind: string;
  readonly plural: string;
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  /** `group/version`, as objects carry it. */
  readonly apiVersion: string;
  readonly description?: string;
  /** Rules over the whole object. */
  readonly rules: readonly CelRule[];
  readonly columns: readonly PrinterColumnSettings[];
  /** The author's spec, without what the runtime adds to a ProviderConfig. */
  readonly spec: ObjectShape;
}

/** A kind that is ordered. */
export interface ServiceApiClass extends ApiIdentity {
  readonly role: 'service';
  readonly scope: 'Namespaced';
  readonly ctor: ServiceObjectClass;
  readonly specClass: ClassOf;
  readonly statusClass: ClassOf;
  /** The author's domain fields, without the common ones. */
  readonly status: ObjectShape;
}

/** The kind that configures a provider. */
export interface ProviderConfigApiClass extends ApiIdentity {
  readonly role: 'provider-config';
  readonly scope: 'Cluster';
  readonly ctor: ProviderConfigObjectClass;
  readonly specClass: ClassOf;
}

/** An API as its class describes it, read once and checked. */
export type ApiClass = ServiceApiClass | ProviderConfigApiClass;
