import { dig } from './raw-client.js';
import type { RawClient } from './raw-client.js';

/** Where the objects of a kind are found. */
export interface KindPlace {
  /** `/api/v1` or `/apis/<group>/<version>`. */
  readonly root: string;
  readonly plural: string;
  readonly isNamespaced: boolean;
}

/** Finds a kind in the server's discovery; `undefined` while it is not served. */
export async function lookUpKind(client: RawClient, apiVersion: string, kind: string): Promise<KindPlace | undefined> {
  const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const answer = await client.get(root);
  const resources = dig(answer.body, 'resources');
  if (answer.status !== 200 || !Array.isArray(resources)) return undefined;
  const found = resources.find((resource: unknown) => dig(resource, 'kind') === kind && !String(dig(resource, 'name')).includes('/')) as unknown;
  if (found === undefined) return undefined;
  return { root, plural: String(dig(found, 'name')), isNamespaced: dig(found, 'namespaced') === true };
}

/** The path of a kind's collection, or of one object in it. */
export function kindPath(place: KindPlace, namespace: string | undefined, name?: string): string {
  const inNamespace = place.isNamespaced ? `/namespaces/${namespace ?? 'default'}` : '';
  return `${place.root}${inNamespace}/${place.plural}${name === undefined ? '' : `/${name}`}`;
}
