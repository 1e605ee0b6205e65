/** The schemas of Kubernetes' own kinds, as a server tells them in OpenAPI. */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { dig } from '@kcp-runtime/testing';
import type { RawBody, RawClient } from '@kcp-runtime/testing';

/** Kinds that every kcp serves, by the document that they are in. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  'api/v1': ['ConfigMap', 'Event', 'Namespace', 'ResourceQuota', 'Secret', 'ServiceAccount'],
  'apis/rbac.authorization.k8s.io/v1': ['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding'],
  'apis/coordination.k8s.io/v1': ['Lease'],
  'apis/events.k8s.io/v1': ['Event'],
  'apis/apiextensions.k8s.io/v1': ['CustomResourceDefinition'],
};

/** The emulator's copy: it tells them as a kube-apiserver does. */
const EMULATORS = fileURLToPath(new URL('../../../../libs/emulator/src/server/discovery/kubernetes-schemas.json', import.meta.url));

/** The schemas of these kinds and all that they refer to, by name. */
export async function kubernetesSchemas(client: RawClient): Promise<Readonly<Record<string, RawBody>>> {
  const found = new Map<string, RawBody>();
  for (const [place, kinds] of Object.entries(KINDS)) {
    const { body } = await client.get(`/openapi/v3/${place}`);
    const schemas = (dig(body, 'components', 'schemas') ?? {}) as Record<string, RawBody>;
    const wanted = Object.keys(schemas).filter((name) => isOneOf(kinds, schemas[name], place));
    for (let name = wanted.pop(); name !== undefined; name = wanted.pop()) {
      const schema = schemas[name];
      if (schema === undefined || found.has(name)) continue;
      found.set(name, schema);
      wanted.push(...referencesIn(schema));
    }
  }
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A digest of each schema. */
export function digests(schemas: Readonly<Record<string, RawBody>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, createHash('sha256').update(JSON.stringify(sorted(schema))).digest('hex').slice(0, 16)]));
}

/** Gives the emulator the schemas of a real kube-apiserver, one line each. */
export async function copySchemas(client: RawClient): Promise<void> {
  const lines = Object.entries(await kubernetesSchemas(client)).map(([name, schema]) => `  ${JSON.stringify(name)}: ${JSON.stringify(sorted(schema))}`);
  writeFileSync(EMULATORS, `{\n${lines.join(',\n')}\n}\n`);
}

function isOneOf(kinds: readonly string[], schema: RawBody | undefined, place: string): boolean {
  const served = (schema?.['x-kubernetes-group-version-kind'] ?? []) as RawBody[];
  return served.some(({ group, version, kind }) => kinds.includes(String(kind)) && place === (group === '' ? `api/${String(version)}` : `apis/${String(group)}/${String(version)}`));
}

function referencesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (key === '$ref' && typeof inner === 'string' ? [inner.slice(inner.lastIndexOf('/') + 1)] : referencesIn(inner)));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, sorted(inner)]));
}
