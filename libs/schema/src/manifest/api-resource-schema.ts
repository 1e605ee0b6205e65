import type { ServiceApiClass } from '../api-class/api-class.js';
import type { ApiResourceSchema } from './manifests.js';

/** The APIResourceSchema of a service API, named by its content. */
export function apiResourceSchema(_api: ServiceApiClass): ApiResourceSchema {
  throw new Error('not there yet');
}
