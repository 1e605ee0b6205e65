import { NotFound } from '@kcp-runtime/kube';
import type { KubeApi } from '@kcp-runtime/kube';
import type { ApiExport } from './api-export.js';
import { API_EXPORTS, PROVIDER_ANNOTATION } from './api-export.js';
import { removeBindRights } from './bind-publication.js';
import { idleSchemas, pruneSchemas } from './schema-pruning.js';
import type { SchemaOwner } from './schema-pruning.js';

/** The export of that name, where this provider has made it. Throws a KubeError. */
export async function ownExport(api: KubeApi, { providerName, exportName }: Pick<SchemaOwner, 'providerName' | 'exportName'>, signal: AbortSignal): Promise<ApiExport | 'gone' | 'foreign'> {
  try {
    const found = await api.resource<ApiExport>(API_EXPORTS).get({ name: exportName }, { signal });
    return found.metadata.annotations?.[PROVIDER_ANNOTATION] === providerName ? found : 'foreign';
  } catch (error) {
    if (error instanceof NotFound) return 'gone';
    throw error;
  }
}

/**
 * Takes back what was published: bind rights first, so that nobody comes anew, then the export, then its schemas. Only for an
 * export that nobody binds; what others have made stays, and so does kcp's Secret with the identity. Throws a KubeError.
 */
export async function removePublication(api: KubeApi, owner: SchemaOwner, signal: AbortSignal): Promise<void> {
  const found = await ownExport(api, owner, signal);
  if (found === 'foreign') return;
  await removeBindRights(api, owner.exportName, signal);
  if (found !== 'gone') await deleteExport(api, found, signal);
  const pruned = await pruneSchemas(api, await idleSchemas(api, owner, signal), signal);
  if (pruned.kind === 'refused') throw new SchemasRemain(pruned.message);
}

/** The export is removed, its schemas are not. */
export class SchemasRemain extends Error {
  override readonly name = 'SchemasRemain';
  constructor(answer: string) {
    super(`Schemas can not be deleted: ${answer}. Apply what \`manifests --kcp\` prints in the provider workspace, or delete them there`);
  }
}

async function deleteExport(api: KubeApi, { metadata }: ApiExport, signal: AbortSignal): Promise<void> {
  try {
    // Another one of the same name may be somebody else's.
    await api.resource(API_EXPORTS).delete({ name: metadata.name }, { uid: metadata.uid, signal });
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
  }
}
