import { AlreadyExists, NotFound } from '@kcp-runtime/kube';
import type { KubeApi, KubeObject, ResourceType } from '@kcp-runtime/kube';
import { SchemaDiffers } from './kcp-faults.js';

/** Schemas of the provider workspace; kcp lets nobody change one. */
export const API_RESOURCE_SCHEMAS: ResourceType = { group: 'apis.kcp.io', version: 'v1alpha1', plural: 'apiresourceschemas', kind: 'APIResourceSchema', scope: 'Cluster' };

/**
 * Makes sure that a schema stands in the provider workspace. Its name is that of its content, so one that is there is not
 * written again; it is read all the same, because an export with a name that means something else would serve a wrong API.
 * Throws {@link SchemaDiffers} or a KubeError.
 */
export async function publishSchema(api: KubeApi, schema: KubeObject, signal: AbortSignal): Promise<void> {
  const schemas = api.resource(API_RESOURCE_SCHEMAS);
  const found = (await lookUp()) ?? (await create());
  if (!holds(found['spec'], schema['spec'])) throw new SchemaDiffers(schema.metadata.name);

  async function lookUp(): Promise<KubeObject | undefined> {
    try {
      return await schemas.get({ name: schema.metadata.name }, { signal });
    } catch (error) {
      if (error instanceof NotFound) return undefined;
      throw error;
    }
  }

  async function create(): Promise<KubeObject> {
    try {
      return await schemas.create(schema, { signal });
    } catch (error) {
      if (error instanceof AlreadyExists) return schemas.get({ name: schema.metadata.name }, { signal });
      throw error;
    }
  }
}

/** Whether all that was wanted is there; the server may have filled in defaults beside it. */
function holds(found: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) {
    return Array.isArray(found) && found.length === wanted.length && wanted.every((item, index) => holds(found[index], item));
  }
  if (typeof wanted === 'object' && wanted !== null) {
    if (typeof found !== 'object' || found === null) return Object.values(wanted).every((value) => value === undefined);
    return Object.entries(wanted).every(([name, value]) => value === undefined || isEmpty(value) || holds((found as Record<string, unknown>)[name], value));
  }
  return found === wanted;
}

/** Go leaves an empty list or object out when it writes the object down again. */
function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
