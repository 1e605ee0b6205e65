import type { KubeObject } from '../../storage/kube-object.js';
import { isKcpKind } from '../../registry/type/builtin-type.js';
import type { ResourceType } from '../../registry/type/resource-type.js';
import { allOf } from '../../storage/selectors.js';
import { ApiError, badRequest, expired } from '../answer/api-error.js';
import { encoderFor, listHead } from '../answer/encoders.js';
import { checkListOptions } from './list-options.js';
import { querySelector } from './field-values.js';
import type { ResourceCall } from './resource-call.js';
import { checkRowObject, rowObjectOf, tableColumns, tableRow } from '../answer/table.js';

interface Page {
  readonly version: number;
  readonly items: readonly KubeObject[];
  readonly continueToken: string;
  readonly remaining: number;
}

/** Answers a list, whole or by pages. */
export function handleList(call: ResourceCall): void {
  checkListOptions(call.exchange.query);
  const page = readPage(call);
  const { exchange, served, surface } = call;
  const { presentation } = exchange;
  const head = listHead(served, presentation);
  const metadata = {
    resourceVersion: String(page.version),
    ...((isCustom(served.type) && presentation.shape === 'object') || page.continueToken !== '' ? { continue: page.continueToken } : {}),
    ...(page.remaining > 0 && !isSelective(exchange.query) ? { remainingItemCount: page.remaining } : {}),
  };
  if (presentation.shape === 'table') {
    checkRowObject(exchange.query);
    const rows = page.items.map((object) => tableRow(served.type, served.version, object, surface.state.clock.now(), rowObjectOf(exchange.query)));
    exchange.json(200, { ...head, metadata, columnDefinitions: tableColumns(served.type, served.version), rows });
    return;
  }
  const encoder = encoderFor(served, presentation, surface, rowObjectOf(exchange.query));
  const isNative = presentation.shape === 'object' && surface.kind === 'workspace' && !isCustom(served.type);
  const items = page.items.map((object) => (isNative ? withoutType(served.version.fromStorage(object)) : encoder.encode(object))).join(',');
  // A list of metadata that has none is null: Go makes it item by item.
  const list = items === '' && presentation.shape === 'partialList' ? 'null' : `[${items}]`;
  exchange.text(200, `{"kind":"${head.kind}","apiVersion":"${head.apiVersion}","metadata":${JSON.stringify(metadata)},"items":${list}}`);
}

/** In a workspace Kubernetes' own kinds are named by their list alone; a virtual workspace serves them as custom resources. */
function withoutType({ apiVersion: _version, kind: _kind, ...object }: KubeObject): string {
  return JSON.stringify(object);
}

/** The objects that a list, watch or collection deletion is about. */
export function selectedObjects(call: ResourceCall): KubeObject[] {
  const { surface, served, exchange, namespace, view } = call;
  const selector = allOf([querySelector(served.type, exchange.query, surface.cluster === undefined), view?.shows]);
  const all = [...surface.state.collectionOf(served.type).list({ shard: surface.shard, cluster: surface.cluster, namespace })];
  return selector === undefined ? all : all.filter(selector);
}

/** Custom resources always say whether there is more, kcp's own kinds among them. */
export function isCustom(type: ResourceType): boolean {
  return type.origin === 'custom' || isKcpKind(type);
}

/** What is left of a selection is not counted. */
function isSelective(query: URLSearchParams): boolean {
  return (query.get('labelSelector') ?? '') !== '' || (query.get('fieldSelector') ?? '') !== '';
}

function readPage(call: ResourceCall): Page {
  const { query } = call.exchange;
  const { pages, versions } = call.surface.shard;
  const limit = readLimit(query.get('limit'));
  const token = query.get('continue') ?? '';
  if (token === '') {
    checkVersion(query.get('resourceVersion'), versions.current);
    const items = selectedObjects(call);
    if (limit === undefined || items.length <= limit) return { version: versions.current, items, continueToken: '', remaining: 0 };
    return { version: versions.current, items: items.slice(0, limit), continueToken: pages.keep(versions.current, items, limit), remaining: items.length - limit };
  }
  if (!['', '0'].includes(call.exchange.query.get('resourceVersion') ?? '')) throw badRequest('specifying resource version is not allowed when using continue');
  const rest = pages.open(token);
  if (rest === 'malformed') throw badRequest('invalid continue token: continue key is not valid');
  if (rest === 'expired') throw expired('The provided continue parameter is too old to display a consistent list result.');
  const end = limit === undefined ? rest.items.length : rest.next + limit;
  const isLast = end >= rest.items.length;
  return {
    version: rest.version,
    items: rest.items.slice(rest.next, end),
    continueToken: isLast ? '' : pages.advance(token, end),
    remaining: isLast ? 0 : rest.items.length - end,
  };
}

function readLimit(text: string | null): number | undefined {
  const limit = Number(text ?? '0');
  return limit > 0 ? limit : undefined;
}

/** @throws ApiError 400 for a version that is none, 504 for one that is not reached yet */
export function checkVersion(text: string | null, current: number): void {
  if (text === null || text === '' || text === '0') return;
  const version = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(version)) throw badRequest(`invalid resource version: resourceVersion: Invalid value: ${JSON.stringify(text)}: invalid syntax`);
  if (version > current) throw new ApiError(504, 'Timeout', `Too large resource version: ${version}, current: ${current}`, { retryAfterSeconds: 1, causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }] });
}
