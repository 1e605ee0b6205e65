import type { Dispatcher } from 'undici';
import type { Credentials } from '../access/credentials.js';
import type { KubeRequest, Query } from '../resource/kube-request.js';
import { assertSafePath } from '../resource/resource-path.js';
import type { CallName } from './call.js';

/** A request that is ready to be sent, but for the headers that say who sends it. */
export interface Outgoing {
  readonly name: CallName;
  readonly by: Credentials;
  readonly options: Dispatcher.DispatchOptions;
}

/** What goes over the wire for a request below `base`, which is an `apiUrl`. Throws UnsafePathSegment. */
export function outgoingOf(base: string, { method, path, query, body, contentType, accept = 'application/json' }: KubeRequest, by: Credentials): Outgoing {
  assertSafePath(path);
  const { origin, pathname } = splitUrl(base);
  const fullPath = `${pathname}${path}`;
  const search = queryText(query);
  const headers: Record<string, string> = { accept, 'user-agent': 'kcp-runtime' };
  if (body !== undefined) headers['content-type'] = contentType ?? 'application/json';
  // A continue token is long and tells nobody anything.
  const shownSearch = query?.['continue'] === undefined ? search : queryText({ ...query, continue: undefined });
  return {
    name: { method, url: `${origin}${fullPath}${shownSearch}` },
    by,
    options: { origin, method, path: `${fullPath}${search}`, headers, body: body === undefined ? undefined : JSON.stringify(body) },
  };
}

/** Host and port of the server that it goes to. */
export function hostOf({ options: { origin = '' } }: Outgoing): string {
  return String(origin).replace(/^.*:\/\//, '');
}

/** The URL was parsed and checked when its API was made; to parse it again costs as much as all else here. */
function splitUrl(url: string): { readonly origin: string; readonly pathname: string } {
  const slash = url.indexOf('/', url.indexOf('://') + 3);
  return slash === -1 ? { origin: url, pathname: '' } : { origin: url.slice(0, slash), pathname: url.slice(slash) };
}

function queryText(query: Query = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : `${name}=${encodeURIComponent(value)}`));
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}
