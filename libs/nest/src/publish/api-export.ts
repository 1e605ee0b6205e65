import type { KubeObject, ResourceType } from '@kcp-runtime/kube';
import type { PermissionClaim } from './permission-claims.js';

/** Written in this version only: v1alpha1 has no verbs in its claims and would lose ours. */
export const API_EXPORTS: ResourceType = { group: 'apis.kcp.io', version: 'v1alpha2', plural: 'apiexports', kind: 'APIExport', scope: 'Cluster' };

/** Which provider publishes an export. An operator who sets it to another provider's name hands the export over. */
export const PROVIDER_ANNOTATION = 'kcp-runtime.open-control-plane.io/provider';
/** Stands on each schema that the provider has made: for which export. Only those are ever deleted. */
export const EXPORT_ANNOTATION = 'kcp-runtime.open-control-plane.io/export';
/** Names of the entries of an export that the provider has written, so that it takes back those that it no longer wants, and only those. */
export const ENTRIES_ANNOTATION = 'kcp-runtime.open-control-plane.io/entries';

/** An entry of `spec.resources`: one API of the export. */
export interface ExportResource {
  readonly group: string;
  readonly name: string;
  readonly schema: string;
}

/** An APIExport, as far as the publisher looks at it. */
export interface ApiExport extends KubeObject {
  spec?: { resources?: ExportResource[]; permissionClaims?: PermissionClaim[]; maximalPermissionPolicy?: { local?: object } | null };
  status?: { identityHash?: string };
}
