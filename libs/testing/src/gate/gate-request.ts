/** What a request asks of a Kubernetes API, in its words. */
export type GateVerb = 'get' | 'list' | 'watch' | 'create' | 'update' | 'patch' | 'delete' | 'deletecollection' | 'other';

/** One request that reached the gate. */
export interface GateRequest {
  /** 1 for the first that the gate saw. */
  readonly number: number;
  /** Which connection it came on; watches have one each. */
  readonly connection: number;
  /** Which of the gate's two endpoints it came to. */
  readonly endpoint: 'first' | 'second';
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly contentType: string;
  readonly body: string;
  readonly verb: GateVerb;
  /** Name or path of the logical cluster, `*` for all of a virtual workspace. */
  readonly cluster: string | undefined;
  /** The export whose virtual workspace it went to. */
  readonly virtualWorkspace: { readonly cluster: string; readonly export: string } | undefined;
  readonly group: string | undefined;
  readonly version: string | undefined;
  /** Plural of the kind. */
  readonly resource: string | undefined;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  readonly subresource: string | undefined;
  /** `undefined` until the answer has begun. */
  readonly status: number | undefined;
}

/** What the gate knows of a request before it has looked at the path. */
export interface Arrival {
  readonly number: number;
  readonly connection: number;
  readonly endpoint: 'first' | 'second';
  readonly method: string;
  readonly url: string;
  readonly contentType: string;
  readonly body: string;
}

type Place = Pick<GateRequest, 'cluster' | 'virtualWorkspace' | 'group' | 'version' | 'resource' | 'namespace' | 'name' | 'subresource'>;

/** Reads the path and the method. */
export function readArrival(arrival: Arrival): GateRequest {
  const { pathname, searchParams } = new URL(arrival.url, 'https://gate');
  const place = readPlace(decodeURI(pathname));
  return {
    number: arrival.number,
    connection: arrival.connection,
    endpoint: arrival.endpoint,
    method: arrival.method,
    path: pathname,
    query: searchParams,
    contentType: arrival.contentType,
    body: arrival.body,
    verb: place.resource === undefined ? 'other' : verbOf(arrival.method, place, searchParams),
    ...place,
    status: undefined,
  };
}

/** Asks without changing anything; a watch counts as one read. */
export function isRead(request: GateRequest): boolean {
  return request.verb === 'get' || request.verb === 'list' || request.verb === 'watch';
}

/** Changes something. */
export function isWrite(request: GateRequest): boolean {
  return !isRead(request) && request.verb !== 'other';
}

function verbOf(method: string, place: Place, query: URLSearchParams): GateVerb {
  switch (method) {
    case 'GET': {
      const watch = query.get('watch');
      if (watch === 'true' || watch === '1') return 'watch';
      return place.name === undefined ? 'list' : 'get';
    }
    case 'POST':
      return 'create';
    case 'PUT':
      return 'update';
    case 'PATCH':
      return 'patch';
    case 'DELETE':
      return place.name === undefined ? 'deletecollection' : 'delete';
    default:
      return 'other';
  }
}

function readPlace(path: string): Place {
  const virtual = /^\/services\/apiexport\/([^/]+)\/([^/]+)(\/.*)?$/.exec(path);
  const [, cluster, rest = ''] = /^\/clusters\/([^/]+)(\/.*)?$/.exec(virtual?.[3] ?? path) ?? [undefined, undefined, virtual?.[3] ?? path];
  return {
    cluster,
    virtualWorkspace: virtual === null ? undefined : { cluster: virtual[1] ?? '', export: virtual[2] ?? '' },
    ...readResource(rest.split('/').filter((segment) => segment !== '')),
  };
}

function readResource(segments: readonly string[]): Omit<Place, 'cluster' | 'virtualWorkspace'> {
  const [root, ...behind] = segments;
  const [group, version, ...rest] = root === 'api' ? ['', ...behind] : root === 'apis' ? behind : [];
  const nothing = { group, version, resource: undefined, namespace: undefined, name: undefined, subresource: undefined };
  const [first, second, third, ...further] = rest;
  if (first === undefined) return nothing;
  // `/namespaces/x` is an object, `/namespaces/x/orders` lies in it.
  if (first === 'namespaces' && third !== undefined && third !== 'status' && third !== 'finalize') {
    return { group, version, resource: third, namespace: second, name: further[0], subresource: further[1] };
  }
  return { group, version, resource: first, namespace: undefined, name: second, subresource: third };
}
