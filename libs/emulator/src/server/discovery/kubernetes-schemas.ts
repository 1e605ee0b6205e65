/**
 * What Kubernetes tells of its own kinds in OpenAPI, in its own words: `kubectl explain` shows them. Copied from a running
 * kube-apiserver by `npx nx run conformance:record-kubernetes`.
 */
import type { JsonObject } from '../../storage/kube-object.js';
import { objectsAt } from '../../storage/kube-object.js';
import schemas from './kubernetes-schemas.json' with { type: 'json' };

const SCHEMAS: Readonly<Record<string, JsonObject>> = schemas;
const META = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta';

/** The name of a kind's schema; undefined for a kind that is not one of Kubernetes itself. */
export function kubernetesSchema(group: string, version: string, kind: string): string | undefined {
  return Object.keys(SCHEMAS).find((name) => objectsAt(SCHEMAS[name]?.['x-kubernetes-group-version-kind']).some((entry) => entry.group === group && entry.version === version && entry.kind === kind));
}

/** The schemas by these names, that of every object's metadata, and all that they refer to. */
export function withReferences(names: readonly string[]): JsonObject {
  const found: Record<string, JsonObject> = {};
  const wanted = [META, ...names];
  for (let name = wanted.pop(); name !== undefined; name = wanted.pop()) {
    const schema = SCHEMAS[name];
    if (schema === undefined || found[name] !== undefined) continue;
    found[name] = schema;
    wanted.push(...referencesIn(schema));
  }
  return found;
}

/** How another schema refers to that of every object's metadata. */
export const META_REFERENCE: JsonObject = { $ref: `#/components/schemas/${META}` };

function referencesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => (key === '$ref' && typeof inner === 'string' ? [inner.slice(inner.lastIndexOf('/') + 1)] : referencesIn(inner)));
}
