import { createHash } from 'node:crypto';
import { apiVersionOf, versionOf, type ResourceType } from '../../registry/type/resource-type.js';
import type { JsonObject } from '../../storage/kube-object.js';
import { notServed } from '../answer/api-error.js';
import type { Surface } from '../surface.js';

/** `GET /api` */
export function coreVersions(url: string): JsonObject {
  return { kind: 'APIVersions', versions: ['v1'], ...addressesOf(url) };
}

function addressesOf(url: string): JsonObject {
  return { serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: new URL(url).host }] };
}

/** `GET /apis` */
export function groupList(surface: Surface): JsonObject {
  const addresses = surface.kind === 'workspace' ? addressesOf(surface.state.address.url) : {};
  const groups = [...versionsByGroup(surface)].filter(([group]) => group !== '').map(([group, versions]) => ({ ...groupEntry(group, versions), ...addresses }));
  return { kind: 'APIGroupList', apiVersion: 'v1', groups };
}

/** `GET /apis/<group>`. @throws TextError 404 when the group is not served */
export function groupInfo(surface: Surface, group: string): JsonObject {
  const versions = versionsByGroup(surface).get(group);
  if (versions === undefined) throw notServed();
  return { kind: 'APIGroup', apiVersion: 'v1', ...groupEntry(group, versions) };
}

/** `GET /apis/<group>/<version>`. @throws TextError 404 when it is not served */
export function resourceList(surface: Surface, group: string, version: string): JsonObject {
  const resources = typesOf(surface, group, version).flatMap((type) => resourceEntries(type, version));
  // A workspace answers for any group, with nothing in it; a virtual workspace only for its own.
  if (resources.length === 0 && surface.kind === 'virtual' && group !== '') throw notServed();
  // The core group alone does not say its own apiVersion, for the sake of very old clients.
  return { kind: 'APIResourceList', ...(group === '' ? {} : { apiVersion: 'v1' }), groupVersion: apiVersionOf(group, version), resources };
}

/** What is served of a group's version, in the order in which it is told. */
export function typesOf(surface: Surface, group: string, version: string): ResourceType[] {
  return [...surface.types()].filter((type) => type.group === group && versionOf(type, version) !== undefined).sort(byName);
}

function byName(a: ResourceType, b: ResourceType): number {
  return a.plural < b.plural ? -1 : 1;
}

function versionsByGroup(surface: Surface): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const type of surface.types()) {
    const versions = groups.get(type.group) ?? [];
    for (const version of type.versions) if (!versions.includes(version.name)) versions.push(version.name);
    groups.set(type.group, versions);
  }
  return groups;
}

function groupEntry(group: string, versions: readonly string[]): JsonObject {
  const entries = [...versions].sort(byPriority).map((version) => ({ groupVersion: `${group}/${version}`, version }));
  return { name: group, versions: entries, preferredVersion: entries[0] };
}

const VERSION = /^v(\d+)(?:(alpha|beta)(\d+))?$/;

/** Stable before beta before alpha, higher numbers first. */
function byPriority(a: string, b: string): number {
  return rank(b) - rank(a);
}

function rank(version: string): number {
  const [, major = '0', stage, minor = '0'] = VERSION.exec(version) ?? [];
  const stageRank = stage === undefined ? 2 : stage === 'beta' ? 1 : 0;
  return stageRank * 1e6 + Number(major) * 1e3 + Number(minor);
}

/** Kubernetes makes it of the kind in its stored version, by which clients see that it is stored otherwise. */
function storageVersionHash({ group, versions, kind }: ResourceType): string {
  const stored = `${group}/${versions[0]?.name ?? ''}/${kind}`;
  return createHash('sha256').update(stored).digest().subarray(0, 8).toString('base64');
}

/** A resource as discovery tells it, and after it its subresources. */
export function resourceEntries(type: ResourceType, versionName: string): JsonObject[] {
  const version = versionOf(type, versionName);
  const entry: JsonObject = {
    name: type.plural,
    singularName: type.singular,
    namespaced: type.scope === 'Namespaced',
    kind: type.kind,
    verbs: type.verbs,
    ...(type.shortNames.length === 0 ? {} : { shortNames: type.shortNames }),
    ...(type.categories.length === 0 ? {} : { categories: type.categories }),
    storageVersionHash: storageVersionHash(type),
  };
  const entries = [entry];
  if (version?.hasStatus === true) entries.push({ name: `${type.plural}/status`, singularName: '', namespaced: type.scope === 'Namespaced', kind: type.kind, verbs: ['get', 'patch', 'update'] });
  if (type.group === '' && type.plural === 'serviceaccounts') {
    entries.push({ name: 'serviceaccounts/token', singularName: '', namespaced: true, group: 'authentication.k8s.io', version: 'v1', kind: 'TokenRequest', verbs: ['create'] });
  }
  return entries;
}
