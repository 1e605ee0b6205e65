import { shorten } from './shorten.js';
import type { TenantRef } from './tenant-names.js';

/** Whose request it is, and for whom it was made. */
export interface RequestOwner extends TenantRef {
  readonly controller: string;
  /** Id of the access, such as `mcp`; not the suffix of the request's name. */
  readonly id: string;
}

/** The labels of a request, by their names. */
export interface RequestLabels extends Readonly<Record<string, string>> {
  readonly 'openmcp.cloud/managed-by': string;
  readonly 'openmcp.cloud/managed-purpose': string;
  readonly 'openmcp.cloud/onboarding-name': string;
  readonly 'openmcp.cloud/onboarding-namespace': string;
}

/** Labels by which openMCP finds what was made for a tenant. A value that is too long for a label is shortened. */
export function requestLabels({ controller, namespace, name, id }: RequestOwner): RequestLabels {
  return {
    'openmcp.cloud/managed-by': shorten(controller),
    'openmcp.cloud/managed-purpose': shorten(`${namespace}.${name}.${id}`),
    'openmcp.cloud/onboarding-name': shorten(name),
    'openmcp.cloud/onboarding-namespace': shorten(namespace),
  };
}
