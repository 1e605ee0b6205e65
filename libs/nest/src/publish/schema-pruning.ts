import { Forbidden, NotFound } from '@kcp-runtime/kube';
import type { KubeApi, KubeObject } from '@kcp-runtime/kube';
import { EXPORT_ANNOTATION, PROVIDER_ANNOTATION } from './api-export.js';
import { API_RESOURCE_SCHEMAS } from './schema-publication.js';

/** Whose schemas, and which of them stay. */
export interface SchemaOwner {
  readonly providerName: string;
  readonly exportName: string;
  /** Names of the schemas that something refers to. */
  readonly inUse: ReadonlySet<string>;
}

/** How pruning ended: `refused` without the right to delete, which an older set of manifests did not give. */
export type Pruned = { readonly kind: 'pruned'; readonly names: readonly string[] } | { readonly kind: 'refused'; readonly message: string };

/**
 * Names of the schemas of this provider for this export that nothing refers to. Schemas of others, and those without our
 * annotations, are never among them. Throws a KubeError.
 */
export async function idleSchemas(api: KubeApi, owner: SchemaOwner, signal: AbortSignal): Promise<readonly string[]> {
  const { items } = await api.resource(API_RESOURCE_SCHEMAS).list({ signal });
  return items.filter((schema) => isOwn(schema, owner) && !owner.inUse.has(schema.metadata.name)).map(({ metadata }) => metadata.name);
}

/** Deletes schemas by name. One that is gone already is fine. Throws a KubeError for all but a missing right. */
export async function pruneSchemas(api: KubeApi, names: readonly string[], signal: AbortSignal): Promise<Pruned> {
  try {
    for (const name of names) await deleteSchema(api, name, signal);
    return { kind: 'pruned', names };
  } catch (error) {
    if (error instanceof Forbidden) return { kind: 'refused', message: error.message };
    throw error;
  }
}

async function deleteSchema(api: KubeApi, name: string, signal: AbortSignal): Promise<void> {
  try {
    await api.resource(API_RESOURCE_SCHEMAS).delete({ name }, { signal });
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
  }
}

function isOwn({ metadata }: KubeObject, { providerName, exportName }: SchemaOwner): boolean {
  return metadata.annotations?.[PROVIDER_ANNOTATION] === providerName && metadata.annotations[EXPORT_ANNOTATION] === exportName;
}
