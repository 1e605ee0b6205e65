import type { ResourceType } from './kube-object.js';

/** What a path leads to: one object, or with no name all of a namespace or of the cluster. */
export interface ResourceTarget {
  readonly namespace?: string;
  readonly name?: string;
  readonly subresource?: 'status';
}

/** A name that would lead somewhere else than it says. Nothing was sent. */
export class UnsafePathSegment extends Error {
  constructor(readonly what: string, readonly segment: string) {
    super(`${what} ${JSON.stringify(segment)} can not stand in a URL path. Use a name that Kubernetes accepts`);
    this.name = new.target.name;
  }
}

/** A namespace where the kind has none, or none where it needs one. Nothing was sent. */
export class NamespaceMismatch extends Error {
  constructor(readonly type: ResourceType, readonly target: ResourceTarget) {
    super(
      type.scope === 'Cluster'
        ? `${type.plural} have no namespace, but ${JSON.stringify(target.namespace)} was given. Leave it out`
        : `${type.plural} live in namespaces, but none was given for ${JSON.stringify(target.name)}. Name it`,
    );
    this.name = new.target.name;
  }
}

/** The encoded path of a kind's objects, below the URL of a KubeApi. Throws {@link UnsafePathSegment} and {@link NamespaceMismatch}. */
export function resourcePath(type: ResourceType, target: ResourceTarget): string {
  const isMisplaced = type.scope === 'Cluster' ? target.namespace !== undefined : target.namespace === undefined && target.name !== undefined;
  if (isMisplaced) throw new NamespaceMismatch(type, target);
  const segments = type.group === '' ? ['api'] : ['apis', segment('group', type.group)];
  segments.push(segment('version', type.version));
  if (target.namespace !== undefined) segments.push('namespaces', segment('namespace', target.namespace));
  segments.push(segment('plural', type.plural));
  if (target.name !== undefined) segments.push(segment('name', target.name));
  if (target.subresource !== undefined) segments.push(target.subresource);
  return `/${segments.join('/')}`;
}

/** What nearly every name and path looks like; to decode, check and encode one that doesn't need it costs as much as its JSON. */
const PLAIN_SEGMENT = /^[\w-][\w.-]*$/;
const PLAIN_PATH = /^(\/[\w-][\w.-]*)+$/;

/** Refuses a path, encoded by somebody else, that a server or a proxy may read as another one. Throws {@link UnsafePathSegment}. */
export function assertSafePath(path: string): void {
  if (PLAIN_PATH.test(path)) return;
  const [before, ...segments] = path.split('/');
  if (before !== '' || segments.length === 0) throw new UnsafePathSegment('path', path);
  for (const encoded of segments) segment('path segment', decoded(encoded));
}

/** `encodeURIComponent` leaves dots alone, and API servers decode before they split: Kubernetes forbids these in names for the same reason. */
function segment(what: string, value: string): string {
  if (PLAIN_SEGMENT.test(value)) return value;
  if (value === '' || value === '.' || value === '..' || /[/%\\\p{Cc}]/u.test(value)) throw new UnsafePathSegment(what, value);
  return encodeURIComponent(value);
}

function decoded(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    throw new UnsafePathSegment('path segment', encoded);
  }
}
