import type { ApiClass, ProviderConfigApiClass, ServiceApiClass } from '../api-class/api-class.js';
import type { ProviderConfigObjectClass } from '../api-class/provider-config-object.js';
import type { ServiceObjectClass } from '../api-class/service-object.js';

/** Reads an API class. Throws SchemaMistakes with all that is wrong with it. */
export function readApiClass(ctor: ServiceObjectClass): ServiceApiClass;
export function readApiClass(ctor: ProviderConfigObjectClass): ProviderConfigApiClass;
export function readApiClass(_ctor: ServiceObjectClass | ProviderConfigObjectClass): ApiClass {
  throw new Error('not there yet');
}
