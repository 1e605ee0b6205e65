import type { Fill } from '../cache/frame-cache.js';
import type { KubeApi } from '../connection/kube-api.js';
import { BadRequest, Invalid, ServerFault } from '../resource/kube-errors.js';
import { withKind } from '../resource/kube-object.js';
import type { KubeObject, ResourceType } from '../resource/kube-object.js';
import type { Query } from '../resource/kube-request.js';
import type { WatchEnd } from './watch-stream.js';

/**
 * How to learn what there is: as a watch that begins with everything, or as a list in pages.
 * Never as one list body: its parsing blocks the event loop, 150 ms for 10,000 orders, and above some 267,000 V8 cannot hold it.
 */

/** Makes a watch tell first what there is, and then, with a bookmark, that this was all. */
export const INITIAL_EVENTS: Query = { sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' };

/** What looked like a refusal may have been a fault of the moment, and a server may learn it with its next version. */
const REMEMBER_MS = 600_000;

/**
 * Which servers refuse to stream what there is. Share one between all reflectors, so that each server is asked once in a while.
 * Times are those of `Clock.elapsed`.
 */
export class InitialEventsRefusals {
  readonly #refusedAt = new Map<string, number>();

  has(url: string, now: number): boolean {
    const at = this.#refusedAt.get(new URL(url).origin);
    return at !== undefined && now - at < REMEMBER_MS;
  }

  add(url: string, now: number): void {
    this.#refusedAt.set(new URL(url).origin, now);
  }
}

/**
 * Whether a stream that ended before it had told all means that the server does not do this.
 * A server may refuse the parameters (400, 422), give up at once within a stream that began with 200
 * (kube-apiserver on an old etcd: 500, RequestWatchProgress is disabled), or not know them and never come to the bookmark.
 * A server that is busy, or asks to come back, refuses nothing.
 */
export function refusesInitialEvents(end: WatchEnd): boolean {
  switch (end.kind) {
    case 'refused':
      return end.error instanceof Invalid || end.error instanceof BadRequest || (end.by === 'event' && end.error instanceof ServerFault && end.error.retry === 'backoff');
    case 'silent':
      return true;
    case 'ended':
    case 'expired':
    case 'broken':
    case 'aborted':
      return false;
  }
}

export interface PagedFill {
  readonly api: KubeApi;
  /** Of the resource, from `resourcePath`. */
  readonly path: string;
  readonly type: ResourceType;
  readonly content?: 'whole' | 'metadata';
  /** Selectors. */
  readonly query: Query;
  readonly fill: Fill;
  /** The server has accepted the request. */
  readonly onOpen: () => void;
  readonly signal: AbortSignal;
}

interface Page {
  readonly metadata?: { readonly resourceVersion?: string; readonly continue?: string };
  readonly items?: KubeObject[] | null;
}

const PAGE_SIZE = 500;
const METADATA_LIST = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1';

/** Puts all objects into the fill, page by page, and answers the version to watch from. Throws KubeError, Gone when a page came too late. */
export async function fillByPages({ api, path, type, content, query, fill, onOpen, signal }: PagedFill): Promise<string> {
  const accept = content === 'metadata' ? METADATA_LIST : undefined;
  let version: string | undefined;
  let next: string | undefined;
  do {
    const answer = await api.request({ method: 'GET', path, accept, query: { ...query, limit: PAGE_SIZE, continue: next }, signal });
    const page = answer.json() as Page; // the wire
    if (page.metadata?.resourceVersion === undefined) {
      throw new ServerFault({ method: 'GET', url: `${api.url}${path}`, status: answer.status, message: 'the answer is no list' });
    }
    if (version === undefined) onOpen();
    // The first page's version: a watch from there may tell something twice, and misses nothing.
    version ??= page.metadata.resourceVersion;
    for (const item of page.items ?? []) fill.put(withKind(item, type));
    next = page.metadata.continue;
  } while (next !== undefined && next !== '');
  return version;
}
