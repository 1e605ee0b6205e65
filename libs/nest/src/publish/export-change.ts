import { isDeepStrictEqual } from 'node:util';
import { apiVersionOf } from '@kcp-runtime/kube';
import type { MergePatch } from '@kcp-runtime/kube';
import type { ApiExport, ExportResource } from './api-export.js';
import { API_EXPORTS, ENTRIES_ANNOTATION, PROVIDER_ANNOTATION } from './api-export.js';
import type { ExportPlan } from './export-plan.js';
import type { PermissionClaim } from './permission-claims.js';

/** What is to be done so that the export is as planned. */
export type ExportChange =
  | { readonly kind: 'none' }
  | { readonly kind: 'create'; readonly object: ApiExport }
  /** Carries the version that was read: whoever wrote meanwhile is not overwritten. */
  | { readonly kind: 'patch'; readonly patch: MergePatch }
  /** Somebody else publishes under this name. `owner` is undefined where nobody says so. */
  | { readonly kind: 'conflict'; readonly owner: string | undefined };

interface Entries {
  readonly resources: readonly string[];
  readonly claims: readonly string[];
  /** The policy was written by us, and goes with the setting. */
  readonly policy: ExportPlan['maximalPermissionPolicy'];
}

/**
 * Compares the export with the plan. Entries of others stay; kcp's own additions (identity, storage) are never
 * part of a patch, because an export without its identity would be another API with none of the data.
 */
export function exportChange(plan: ExportPlan, found: ApiExport | undefined): ExportChange {
  if (found === undefined) return { kind: 'create', object: newExport(plan) };
  const owner = found.metadata.annotations?.[PROVIDER_ANNOTATION];
  if (owner !== plan.providerName) return { kind: 'conflict', owner };
  const wanted = wantedParts(plan, found);
  const policy = policyChange(plan, found);
  const isAsPlanned =
    isDeepStrictEqual(wanted.spec, { resources: found.spec?.resources ?? [], permissionClaims: found.spec?.permissionClaims ?? [] }) &&
    policy.kind === 'keep' &&
    contains(found.metadata.labels, wanted.labels) &&
    contains(found.metadata.annotations, wanted.annotations);
  if (isAsPlanned) return { kind: 'none' };
  const { labels, annotations } = wanted;
  const spec = policy.kind === 'keep' ? wanted.spec : { ...wanted.spec, maximalPermissionPolicy: policy.value };
  return { kind: 'patch', patch: { metadata: { resourceVersion: found.metadata.resourceVersion, labels, annotations }, spec } };
}

function newExport(plan: ExportPlan): ApiExport {
  return {
    apiVersion: apiVersionOf(API_EXPORTS),
    kind: API_EXPORTS.kind,
    metadata: { name: plan.exportName, labels: { ...plan.labels }, annotations: ownAnnotations(plan) },
    spec: { resources: [...plan.resources], permissionClaims: [...plan.claims], ...(plan.maximalPermissionPolicy === 'local' ? { maximalPermissionPolicy: { local: {} } } : {}) },
  };
}

function wantedParts(plan: ExportPlan, found: ApiExport) {
  const mine = readEntries(found);
  return {
    labels: plan.labels,
    annotations: ownAnnotations(plan),
    spec: {
      resources: merged(found.spec?.resources ?? [], plan.resources, resourceName, mine.resources, overwritten),
      permissionClaims: merged(found.spec?.permissionClaims ?? [], plan.claims, claimName, mine.claims, (theirs, ours) =>
        mine.claims.includes(claimName(ours)) ? withVerbs(theirs, ours.verbs) : withVerbs(theirs, [...theirs.verbs, ...ours.verbs]),
      ),
    },
  };
}

/** A policy that somebody else has set stays, unless the ProviderConfig has one too. */
function policyChange({ maximalPermissionPolicy: wanted }: ExportPlan, found: ApiExport): { readonly kind: 'keep' } | { readonly kind: 'set'; readonly value: { local: object } | null } {
  const isThere = (found.spec?.maximalPermissionPolicy ?? undefined) !== undefined;
  if (wanted === 'local') return isThere ? { kind: 'keep' } : { kind: 'set', value: { local: {} } };
  return isThere && readEntries(found).policy === 'local' ? { kind: 'set', value: null } : { kind: 'keep' };
}

/** Others' entries as they are, ours renewed in their place or added, and those taken away that we wrote once and want no more. */
function merged<T>(found: readonly T[], planned: readonly T[], nameOf: (entry: T) => string, mine: readonly string[], renew: (found: T, planned: T) => T): T[] {
  const plannedByName = new Map(planned.map((entry) => [nameOf(entry), entry]));
  const kept = found.filter((entry) => plannedByName.has(nameOf(entry)) || !mine.includes(nameOf(entry)));
  const renewed = kept.map((entry) => {
    const plannedEntry = plannedByName.get(nameOf(entry));
    return plannedEntry === undefined ? entry : renew(entry, plannedEntry);
  });
  const there = new Set(kept.map(nameOf));
  return [...renewed, ...planned.filter((entry) => !there.has(nameOf(entry)))];
}

/** The server's own additions to an entry, such as its storage, stay. */
function overwritten(found: ExportResource, planned: ExportResource): ExportResource {
  return { ...found, ...planned };
}

/** The order of verbs is nobody's matter: an equal set is left as it stands. */
function withVerbs(claim: PermissionClaim, verbs: readonly string[]): PermissionClaim {
  const wanted = [...new Set(claim.verbs.includes('*') ? claim.verbs : verbs)].sort();
  return isDeepStrictEqual([...claim.verbs].sort(), wanted) ? claim : { ...claim, verbs: wanted };
}

function ownAnnotations(plan: ExportPlan): Record<string, string> {
  const entries: Entries = { resources: plan.resources.map(resourceName), claims: plan.claims.map(claimName), policy: plan.maximalPermissionPolicy };
  return { ...plan.annotations, [PROVIDER_ANNOTATION]: plan.providerName, [ENTRIES_ANNOTATION]: JSON.stringify(entries) };
}

function readEntries(found: ApiExport): Entries {
  try {
    const { resources = [], claims = [], policy = 'none' } = JSON.parse(found.metadata.annotations?.[ENTRIES_ANNOTATION] ?? '{}') as Partial<Entries>;
    return { resources, claims, policy };
  } catch {
    // Broken by hand: then nothing counts as ours, and nothing of others is taken away.
    return { resources: [], claims: [], policy: 'none' };
  }
}

function resourceName({ group, name }: ExportResource): string {
  return `${name}.${group}`;
}

function claimName({ group, resource }: PermissionClaim): string {
  return `${resource}.${group}`;
}

function contains(found: Readonly<Record<string, string>> | undefined, wanted: Readonly<Record<string, string>>): boolean {
  return Object.entries(wanted).every(([name, value]) => found?.[name] === value);
}
