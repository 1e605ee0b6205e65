/**
 * Decides which schema of each API may be served now. ServicePublisher asks before it writes the export: a schema that would
 * break living orders is held back, and the one before it stays served. It reads schemas and writes nothing.
 */
import { NotFound } from '@kcp-runtime/kube';
import type { KubeApi } from '@kcp-runtime/kube';
import { breakingChanges } from '@kcp-runtime/schema';
import type { BreakingChange, JsonSchema } from '@kcp-runtime/schema';
import type { ApiExport, ExportResource } from './api-export.js';
import type { ExportPlan } from './export-plan.js';
import { API_RESOURCE_SCHEMAS } from './schema-publication.js';

/** A schema that is not published, and why. */
export interface HeldSchema {
  readonly wanted: string;
  /** The schema that stays in the export. */
  readonly served: string;
  readonly breaks: readonly BreakingChange[];
}

/** What may be published of a plan. */
export interface SchemaRollout {
  readonly wanted: ExportPlan;
  /** The plan with the schemas that may be served. */
  readonly plan: ExportPlan;
  readonly held: readonly HeldSchema[];
}

/** What is known of the time before. */
export interface ServedBefore {
  readonly found: ApiExport | undefined;
  /** Schemas that were published last, by `plural.group`: known even when somebody has deleted the export or its entry. */
  readonly published: Readonly<Record<string, string>>;
  /** Names of schemas that the operator wants served, whatever becomes of orders. */
  readonly forced: ReadonlySet<string>;
}

interface SchemaSpec {
  readonly scope?: string;
  readonly names?: { readonly kind?: string };
  readonly versions?: readonly { readonly name: string; readonly served?: boolean; readonly storage?: boolean; readonly schema?: JsonSchema }[];
}

/** Name of a resource as the ProviderConfig's status and the runtime's memory say it. */
export function resourceName({ group, name }: Pick<ExportResource, 'group' | 'name'>): string {
  return `${name}.${group}`;
}

/** Throws a KubeError when a former schema can't be read. */
export async function schemaRollout(api: KubeApi, wanted: ExportPlan, before: ServedBefore, signal: AbortSignal): Promise<SchemaRollout> {
  const held: HeldSchema[] = [];
  for (const resource of wanted.resources) {
    const served = servedBefore(resource, before);
    if (served === undefined || before.forced.has(resource.schema)) continue;
    const old = await readSpec(api, served, signal);
    const breaks = old === undefined ? [] : breaksBetween(old, specOf(wanted, resource.schema));
    if (breaks.length > 0) held.push({ wanted: resource.schema, served, breaks });
  }
  return { wanted, plan: without(wanted, held), held };
}

/** Undefined where nothing was served, or nothing else than is wanted. What is in the export already is not taken back. */
function servedBefore(resource: ExportResource, { found, published }: ServedBefore): string | undefined {
  const entry = found?.spec?.resources?.find((each) => resourceName(each) === resourceName(resource))?.schema;
  if (entry === resource.schema) return undefined;
  const before = published[resourceName(resource)] ?? entry;
  return before === resource.schema ? undefined : before;
}

/** A schema that is gone can't be compared: then there is nothing to hold on to either. */
async function readSpec(api: KubeApi, name: string, signal: AbortSignal): Promise<SchemaSpec | undefined> {
  try {
    const { spec } = await api.resource(API_RESOURCE_SCHEMAS).get({ name }, { signal });
    return spec as SchemaSpec; // the wire
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
}

function specOf({ schemas }: ExportPlan, name: string): SchemaSpec {
  return (schemas.find(({ metadata }) => metadata.name === name)?.['spec'] ?? {}) as SchemaSpec;
}

/** What of a change hurts orders that are there. A status is written anew by the runtime, so nothing of it is lost. */
export function breaksBetween(before: SchemaSpec, after: SchemaSpec): BreakingChange[] {
  const [was, is] = [stored(before), stored(after)];
  const inSchema = was === undefined || is === undefined ? [] : breakingChanges(was, is).filter(({ path }) => !/^status(?![^.[{])/.test(path));
  return [...changedNames(before, after), ...goneVersions(before, after), ...inSchema];
}

function changedNames(before: SchemaSpec, after: SchemaSpec): BreakingChange[] {
  const pairs = [['kind', before.names?.kind, after.names?.kind], ['scope', before.scope, after.scope]] as const;
  return pairs.filter(([, was, is]) => was !== is).map(([path, was, is]) => ({ path, kind: 'retyped', message: `was ${was} and would be ${is}` }));
}

function goneVersions(before: SchemaSpec, after: SchemaSpec): BreakingChange[] {
  const kept = new Set(after.versions?.filter(({ served }) => served !== false).map(({ name }) => name));
  const gone = (before.versions ?? []).filter(({ name, served }) => served !== false && !kept.has(name));
  return gone.map(({ name }) => ({ path: name, kind: 'removed', message: 'would no longer be served, and clients use it' }));
}

function stored({ versions = [] }: SchemaSpec): JsonSchema | undefined {
  return versions.find(({ storage }) => storage === true)?.schema;
}

function without(plan: ExportPlan, held: readonly HeldSchema[]): ExportPlan {
  if (held.length === 0) return plan;
  const servedFor = new Map(held.map(({ wanted, served }) => [wanted, served]));
  return {
    ...plan,
    schemas: plan.schemas.filter(({ metadata }) => !servedFor.has(metadata.name)),
    resources: plan.resources.map((resource) => ({ ...resource, schema: servedFor.get(resource.schema) ?? resource.schema })),
  };
}
