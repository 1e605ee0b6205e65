import type { KubeObject } from '@kcp-runtime/kube';
import { apiResourceSchema, readApiClass } from '@kcp-runtime/schema';
import type { KcpSettings } from '@kcp-runtime/schema';
import type { AnyOffer } from '../offer/offer.js';
import { EXPORT_ANNOTATION, PROVIDER_ANNOTATION } from './api-export.js';
import type { ExportResource } from './api-export.js';
import type { PermissionClaim } from './permission-claims.js';
import { claimsOfExport } from './permission-claims.js';

/** All that is to stand in the provider workspace: made of the offers and the ProviderConfig, without a look at the server. */
export interface ExportPlan {
  /** Who publishes: the name under which the process runs. */
  readonly providerName: string;
  readonly exportName: string;
  /** One APIResourceSchema an offer, named by its content. */
  readonly schemas: readonly KubeObject[];
  readonly resources: readonly ExportResource[];
  readonly claims: readonly PermissionClaim[];
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  /** `local`: what consumers may do with the API is bounded by roles of the provider workspace. */
  readonly maximalPermissionPolicy: 'none' | 'local';
  /** Who may bind. Nobody is named: nobody but the workspace's admins. */
  readonly bind: { readonly groups: readonly string[]; readonly users: readonly string[] };
}

/** What a provider of this name publishes with these offers and settings. */
export function exportPlan(providerName: string, offers: readonly AnyOffer[], settings: KcpSettings): ExportPlan {
  const exportName = exportNameOf(offers, settings);
  const annotations = { [PROVIDER_ANNOTATION]: providerName, [EXPORT_ANNOTATION]: exportName };
  const published = offers.map((offer) => {
    const { apiVersion, kind, metadata, spec } = apiResourceSchema(readApiClass(offer.api));
    const schema: KubeObject = { apiVersion, kind, metadata: { ...metadata, annotations }, spec };
    return { schema, resource: { group: spec.group, name: spec.names.plural, schema: metadata.name } };
  });
  return {
    providerName,
    exportName,
    schemas: published.map(({ schema }) => schema),
    resources: published.map(({ resource }) => resource),
    claims: claimsOfExport(offers),
    labels: settings.export?.labels ?? {},
    annotations: settings.export?.annotations ?? {},
    maximalPermissionPolicy: settings.maximalPermissionPolicy === undefined ? 'none' : 'local',
    bind: { groups: settings.bind?.groups ?? [], users: settings.bind?.users ?? [] },
  };
}

/** The export's name: as the ProviderConfig says, else the API group of the first offer. Another provider name changes neither. */
export function exportNameOf(offers: readonly AnyOffer[], settings: KcpSettings): string {
  const [first] = offers;
  return settings.export?.name ?? (first === undefined ? '' : readApiClass(first.api).group);
}
