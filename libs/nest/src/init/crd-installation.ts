/**
 * Brings a CustomResourceDefinition to a cluster, as the platform's Go providers do: the spec as a whole, labels and annotations beside
 * those that are there. What would break orders is refused, and the end is that the cluster serves the kind.
 */
import type { JsonPatchStep, KubeApi, KubeObject } from '@kcp-runtime/kube';
import type { CustomResourceDefinition, JsonSchema } from '@kcp-runtime/schema';
import { foundObject } from '../doctor/found-object.js';
import { breaksBetween } from '../publish/schema-rollout.js';
import { CRDS } from './crds.js';
import { inTime } from './in-time.js';
import type { InitTime } from './in-time.js';
import { BreakingCrdChange, CrdNotEstablished } from './init-errors.js';

/** Where to. */
export interface CrdPlace {
  readonly api: KubeApi;
  /** For people: `the platform cluster`. */
  readonly where: string;
}

/** What may not be broken: the orders of a kind, unless the operator has named the schema. */
export interface GuardedSchema {
  /** By this name the operator accepts the new schema. */
  readonly name: string;
  /** All names that he has accepted. */
  readonly accepted: ReadonlySet<string>;
}

/** A kind to install. Without a guard its new schema takes the place of the old one, whatever that was. */
export interface WantedCrd {
  readonly crd: CustomResourceDefinition;
  readonly guard?: GuardedSchema;
}

interface CrdVersion {
  readonly name: string;
  readonly served?: boolean;
  readonly storage?: boolean;
  readonly schema?: { readonly openAPIV3Schema?: JsonSchema };
}

/** A CustomResourceDefinition as a server tells it. */
export interface FoundCrd extends KubeObject {
  readonly spec?: { readonly scope?: string; readonly names?: { readonly kind?: string }; readonly versions?: readonly CrdVersion[] };
  readonly status?: { readonly conditions?: readonly { readonly type: string; readonly status: string; readonly message?: string }[] };
}

/** Installs or changes it, and resolves when it is served. @throws BreakingCrdChange, InitTimedOut, or what the server refuses */
export async function installCrd(place: CrdPlace, wanted: WantedCrd, time: InitTime, signal: AbortSignal): Promise<void> {
  const { name } = wanted.crd.metadata;
  const change = await inTime(time, `install ${name} on ${place.where}`, (until) => bring(place, wanted, until), signal);
  await inTime(time, `have ${name} served on ${place.where}`, (until) => lookWhetherServed(place, name, until), signal);
  time.log.info(`CustomResourceDefinition ${name} is served on ${place.where}`, { change });
}

/** Why a kind is not served; undefined where it is. */
export function notServedBecause({ status }: FoundCrd): string | undefined {
  const conditions = status?.conditions ?? [];
  if (conditions.some(({ type, status: is }) => type === 'Established' && is === 'True')) return undefined;
  const unmet = conditions.filter(({ status: is }) => is !== 'True').map(({ type, message = '' }) => `${type} is not met: ${message}`);
  return unmet.length > 0 ? unmet.join('; ') : 'the server has not looked at it yet';
}

async function bring({ api }: CrdPlace, wanted: WantedCrd, signal: AbortSignal): Promise<'created' | 'changed' | 'none'> {
  const client = api.resource<FoundCrd>(CRDS);
  const { name } = wanted.crd.metadata;
  const found = await foundObject<FoundCrd>(api, CRDS, { name }, signal);
  if (found === undefined) {
    await client.create({ ...wanted.crd }, { signal });
    return 'created';
  }
  refuseBreaks(found, wanted);
  const { metadata } = await client.jsonPatch({ name }, patchOf(found, wanted.crd), { signal });
  return metadata.resourceVersion === found.metadata.resourceVersion ? 'none' : 'changed';
}

/** The version goes into the patch: whoever writes meanwhile makes it a Conflict, and it is tried again with what he wrote. */
function patchOf({ metadata }: FoundCrd, { metadata: { labels }, spec }: CustomResourceDefinition): JsonPatchStep[] {
  return [
    { op: 'replace', path: '/metadata/resourceVersion', value: metadata.resourceVersion },
    { op: 'add', path: '/metadata/labels', value: { ...metadata.labels, ...labels } },
    { op: 'replace', path: '/spec', value: spec },
  ];
}

function refuseBreaks({ spec: before = {} }: FoundCrd, { crd, guard }: WantedCrd): void {
  if (guard === undefined || guard.accepted.has(guard.name)) return;
  const breaks = breaksBetween({ ...before, versions: bareVersions(before.versions ?? []) }, { ...crd.spec, versions: bareVersions(crd.spec.versions) });
  if (breaks.length > 0) throw new BreakingCrdChange(crd.metadata.name, guard.name, breaks);
}

/** Some generators write into the schema what the server knows by itself. */
function bareVersions(versions: readonly CrdVersion[]) {
  return versions.map(({ schema, ...version }) => ({ ...version, schema: withoutWrapping(schema?.openAPIV3Schema ?? {}) }));
}

function withoutWrapping(schema: JsonSchema): JsonSchema {
  const { apiVersion: _apiVersion, kind: _kind, metadata: _metadata, ...own } = schema.properties ?? {};
  return { ...schema, properties: own };
}

async function lookWhetherServed({ api, where }: CrdPlace, name: string, signal: AbortSignal): Promise<void> {
  const why = notServedBecause(await api.resource<FoundCrd>(CRDS).get({ name }, { signal }));
  if (why !== undefined) throw new CrdNotEstablished(name, where, why);
}
