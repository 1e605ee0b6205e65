import { Gone, ServerFault } from './kube-errors.js';
import { withKind } from './kube-object.js';
import type { KubeObject, ResourceType } from './kube-object.js';
import type { CallOptions, KubeRequester } from './kube-request.js';
import { resourcePath } from './resource-path.js';

/** Which objects to list. */
export interface ListOptions extends CallOptions {
  /** One namespace; all of them without it. */
  readonly namespace?: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  /** Page size; 500 without it. The list is complete all the same. */
  readonly limit?: number;
}

/** All objects that a list found, and the version to watch from. */
export interface KubeList<T extends KubeObject> {
  readonly items: T[];
  readonly resourceVersion: string;
}

interface Page<T> {
  readonly metadata?: { readonly resourceVersion?: string; readonly continue?: string };
  readonly items?: T[] | null;
}

/** One body of many thousand objects would block the event loop while it is parsed. */
const PAGE_SIZE = 500;
const FRESH_STARTS = 3;

/** Reads a list page by page. A page that has become too old (410) makes it start afresh, a few times; then Gone is thrown. */
export async function listPages<T extends KubeObject>(requester: KubeRequester, type: ResourceType, options: ListOptions): Promise<KubeList<T>> {
  for (let left = FRESH_STARTS; ; left -= 1) {
    try {
      return await listOnce<T>(requester, type, options);
    } catch (error) {
      if (!(error instanceof Gone) || left === 0) throw error;
    }
  }
}

async function listOnce<T extends KubeObject>(requester: KubeRequester, type: ResourceType, options: ListOptions): Promise<KubeList<T>> {
  const { namespace, labelSelector, fieldSelector, limit = PAGE_SIZE, signal, timeoutMs } = options;
  const path = resourcePath(type, { namespace });
  const items: T[] = [];
  let resourceVersion: string | undefined;
  let next: string | undefined;
  do {
    const answer = await requester.request({ method: 'GET', path, query: { labelSelector, fieldSelector, limit, continue: next }, signal, timeoutMs });
    const page = answer.json() as Page<T>; // the wire
    if (page.metadata?.resourceVersion === undefined) throw noList(requester.url + path, answer.status);
    for (const item of page.items ?? []) items.push(withKind(item, type));
    // The first page's version: a watch from there may tell something twice, and misses nothing.
    resourceVersion ??= page.metadata.resourceVersion;
    next = page.metadata.continue;
  } while (next !== undefined && next !== '');
  return { items, resourceVersion };
}

function noList(url: string, status: number): ServerFault {
  return new ServerFault({ method: 'GET', url, status, message: 'the answer is no list' });
}
