import { unescape } from 'node:querystring';
import { ApiError, TextError } from './answer/api-error.js';

/** What the beginning of a URL addresses. */
export type Root =
  | { readonly kind: 'none' }
  | { readonly kind: 'cluster'; readonly cluster: string }
  | { readonly kind: 'export'; readonly exportCluster: string; readonly exportName: string; readonly cluster: string | undefined; readonly closed: boolean }
  | { readonly kind: 'otherService'; readonly service: string };

/** A URL cut into what it addresses and what is asked of it. */
export interface RequestPath {
  readonly root: Root;
  /** The rest, beginning with `/`. */
  readonly path: string;
  readonly query: URLSearchParams;
}

/** What a path below the root asks for. */
export type Target =
  | { readonly kind: 'resource'; readonly group: string; readonly version: string; readonly plural: string; readonly namespace: string | undefined; readonly name: string | undefined; readonly subresource: string | undefined; readonly legacyWatch: boolean }
  | { readonly kind: 'groupVersion'; readonly group: string; readonly version: string }
  | { readonly kind: 'group'; readonly group: string }
  | { readonly kind: 'other'; readonly path: string };

const SEGMENT = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const CLUSTER = new RegExp(`^(?:system:)?${SEGMENT}(?::${SEGMENT})*$`);

/**
 * Cuts a request URL.
 * @throws ApiError 400 when the cluster in it is no well-formed name or path
 */
export function readRequestPath(url: string): RequestPath {
  const mark = url.indexOf('?');
  const query = readQuery(mark < 0 ? '' : url.slice(mark + 1));
  const segments = decodedSegments(mark < 0 ? url : url.slice(0, mark));
  if (segments[0] === 'clusters' && segments[1] !== undefined) {
    return { root: { kind: 'cluster', cluster: checkedCluster(segments[1]) }, path: joined(segments.slice(2)), query };
  }
  if (segments[0] === 'services') return { ...serviceRoot(segments), query };
  return { root: { kind: 'none' }, path: joined(segments), query };
}

function serviceRoot(segments: readonly string[]): { root: Root; path: string } {
  const [, service = '', exportCluster = '', exportName = '', clusters, cluster] = segments;
  if (service !== 'apiexport' || exportName === '') return { root: { kind: 'otherService', service }, path: '/' };
  if (clusters !== 'clusters' || cluster === undefined) {
    return { root: { kind: 'export', exportCluster, exportName, cluster: undefined, closed: true }, path: '/' };
  }
  const root: Root = { kind: 'export', exportCluster, exportName, cluster: cluster === '*' ? undefined : checkedCluster(cluster), closed: false };
  return { root, path: joined(segments.slice(6)) };
}

function decodedSegments(path: string): string[] {
  if (BROKEN_ESCAPE.test(path)) throw new TextError(400, '400 Bad Request');
  const all = path.replace(/^\/+|\/+$/g, '').split('/');
  const api = all.findIndex((part) => part === 'api' || part === 'apis');
  // Of an API an empty part is one that nothing is called; before it, and at the ends, it says nothing.
  const parts = all.filter((part, at) => part !== '' || (api >= 0 && at > api));
  return path.includes('%') ? unescape(parts.join('/')).replace(/\/+$/, '').split('/') : parts;
}

const BROKEN_ESCAPE = /%(?![0-9A-Fa-f]{2})/;

/** As Go: a parameter that is not well encoded is left out. */
function readQuery(text: string): URLSearchParams {
  if (!BROKEN_ESCAPE.test(text)) return new URLSearchParams(text);
  return new URLSearchParams(text.split('&').filter((parameter) => !BROKEN_ESCAPE.test(parameter)).join('&'));
}

function joined(segments: readonly string[]): string {
  return `/${segments.join('/')}`;
}

function checkedCluster(cluster: string): string {
  if (cluster === '*' || CLUSTER.test(cluster)) return cluster;
  throw new ApiError(400, 'BadRequest', `invalid cluster: "${cluster}" does not match the regex`);
}

/** Reads what the path below the root asks for. */
export function readTarget(path: string): Target {
  const segments = path.slice(1).split('/');
  if (segments[0] === 'api' && segments[1] !== undefined) return groupTarget('', segments[1], segments.slice(2));
  if (segments[0] === 'apis' && segments[1] !== undefined) {
    if (segments[2] === undefined) return { kind: 'group', group: segments[1] };
    return groupTarget(segments[1], segments[2], segments.slice(3));
  }
  return { kind: 'other', path };
}

function groupTarget(group: string, version: string, rest: readonly string[]): Target {
  if (rest.length === 0) return { kind: 'groupVersion', group, version };
  const legacyWatch = rest[0] === 'watch' && rest.length > 1;
  const parts = legacyWatch ? rest.slice(1) : rest;
  const base = { kind: 'resource', group, version, legacyWatch } as const;
  // `namespaces/x` and its subresources are the Namespace itself, all deeper paths lie in it.
  if (parts[0] === 'namespaces' && parts[2] !== undefined && !isNamespaceSubresource(parts)) {
    return { ...base, namespace: parts[1], plural: parts[2], name: parts[3], subresource: parts[4] };
  }
  return { ...base, namespace: undefined, plural: parts[0] ?? '', name: parts[1], subresource: parts[2] };
}

function isNamespaceSubresource(parts: readonly string[]): boolean {
  return parts.length === 3 && (parts[2] === 'status' || parts[2] === 'finalize');
}
