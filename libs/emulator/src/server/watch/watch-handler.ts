import { apiVersionOf } from '../../registry/type/resource-type.js';
import { allOf } from '../../storage/selectors.js';
import type { Change } from '../../storage/change.js';
import { ApiError, expired, invalid } from '../answer/api-error.js';
import { encoderFor } from '../answer/encoders.js';
import { rowObjectOf } from '../answer/table.js';
import { querySelector } from '../resource/field-values.js';
import { checkListOptions } from '../resource/list-options.js';
import { selectedObjects } from '../resource/list-handler.js';
import { flagIn } from '../resource/parameters.js';
import type { ResourceCall } from '../resource/resource-call.js';
import { WatchSession } from './watch-session.js';
import type { WatchSessions } from './watch-sessions.js';

/** Where a watch begins. */
type Start = { readonly kind: 'now'; readonly endsInitial: boolean } | { readonly kind: 'after'; readonly version: number };

/** kube-apiserver ends watches that name no timeout after 30 to 60 minutes. */
const DEFAULT_TIMEOUT_S = 1800;

/** Answers a watch; the promise settles when the initial events are sent, the stream goes on. */
export async function handleWatch(call: ResourceCall, sessions: WatchSessions): Promise<void> {
  const { exchange, surface, served, namespace, view } = call;
  const { query, response } = exchange;
  checkListOptions(query);
  const start = readStart(query);
  const wantsBookmarks = flagIn(query, 'allowWatchBookmarks');
  const collection = surface.state.collectionOf(served.type);
  const session = new WatchSession(
    {
      collection,
      shard: surface.shard,
      cluster: surface.cluster,
      namespace,
      selector: allOf([querySelector(served.type, query, surface.cluster === undefined), view?.shows]),
      encoder: encoderFor(served, watchPresentation(exchange.presentation), surface, rowObjectOf(query)),
      wantsBookmarks,
      kind: { apiVersion: apiVersionOf(served.type.group, served.version.name), kind: served.type.kind },
      tag: surface.watchTag(served.type),
    },
    response,
  );
  response.writeHead(200, { 'content-type': 'application/json' });
  response.flushHeaders();
  const stop = openUntilClosed(call, session, sessions);
  if (start.kind === 'now') {
    const objects = selectedObjects(call);
    const { current } = surface.shard.versions;
    await replayThenFollow(session, collection, objects, () => {
      if (wantsBookmarks && start.endsInitial) session.bookmark(current, 'initialEnd');
    });
    return;
  }
  const missed = collection.history(surface.shard).since(start.version);
  if (missed === undefined) {
    session.break(expired(`too old resource version: ${start.version} (${collection.history(surface.shard).compactedAt})`));
    stop();
    return;
  }
  follow(session, collection, missed, surface.cluster);
}

function watchPresentation<T extends { readonly shape: string }>(presentation: T): T {
  return presentation.shape === 'partialList' ? { ...presentation, shape: 'partial' } : presentation;
}

function follow(session: WatchSession, collection: WatchSession['settings']['collection'], missed: readonly Change[], cluster: string | undefined): void {
  for (const change of missed) if (cluster === undefined || change.cluster === cluster) session.offer(change);
  collection.watch(session);
}

/** Changes that come while the initial objects are sent are kept back until those are through. */
async function replayThenFollow(session: WatchSession, collection: WatchSession['settings']['collection'], objects: Parameters<WatchSession['replay']>[0], whenReplayed: () => void): Promise<void> {
  const held: Change[] = [];
  const holder = { cluster: session.cluster, shard: session.shard, offer: (change: Change) => held.push(change) };
  collection.watch(holder);
  try {
    await session.replay(objects);
  } finally {
    collection.unwatch(holder);
  }
  if (!session.isOpen) return;
  whenReplayed();
  for (const change of held) session.offer(change);
  collection.watch(session);
}

function openUntilClosed(call: ResourceCall, session: WatchSession, sessions: WatchSessions): () => void {
  const { response, query } = call.exchange;
  const seconds = Number(query.get('timeoutSeconds') ?? '0');
  const callOff = call.surface.state.clock.after((seconds > 0 ? seconds : DEFAULT_TIMEOUT_S * (1 + Math.random())) * 1000, () => session.end());
  sessions.add(session);
  const stop = (): void => {
    callOff();
    sessions.delete(session);
    session.settings.collection.unwatch(session);
    session.abandon();
  };
  response.once('close', stop);
  return stop;
}

function readStart(query: URLSearchParams): Start {
  const version = query.get('resourceVersion') ?? '';
  const sendInitial = query.get('sendInitialEvents');
  if (sendInitial !== null) checkInitialEvents(query);
  if (flagIn(query, 'sendInitialEvents')) return { kind: 'now', endsInitial: true };
  if (version === '' || version === '0') return sendInitial !== null && version === '' ? { kind: 'now', endsInitial: false } : { kind: 'now', endsInitial: version === '0' };
  const number = Number(version);
  if (!Number.isInteger(number) || number < 0) throw new ApiError(500, '', `resourceVersion: Invalid value: ${JSON.stringify(version)}: strconv.ParseUint: parsing ${JSON.stringify(version)}: invalid syntax`);
  return { kind: 'after', version: number };
}

function checkInitialEvents(query: URLSearchParams): void {
  if (query.get('resourceVersionMatch') === 'NotOlderThan') return;
  throw invalid('meta.k8s.io', 'ListOptions', '', [
    { reason: 'FieldValueForbidden', message: 'Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan', field: 'resourceVersionMatch' },
  ]);
}
