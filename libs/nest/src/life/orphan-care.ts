/**
 * Puts the watch over orphans together for the place that is offered: what is there comes from its source, what is wanted from the
 * ProviderConfig. PublishingDuty runs it, over one connection after another.
 */
import { durationMs } from '@kcp-runtime/schema';
import type { Workloads } from '../access/workload-access.js';
import { lastSnapshot } from '../config/config-snapshot.js';
import type { ConfigStore } from '../config/config-store.js';
import { SeenPlaces } from '../orphans/order-notes.js';
import { OrphanRemoval } from '../orphans/orphan-removal.js';
import { OrphanWatch } from '../orphans/orphan-watch.js';
import type { OrderedPlace, OrphanPolicy } from '../orphans/orphan-watch.js';
import type { KcpReport } from '../publish/kcp-report.js';
import { PlatformReferences } from '../references/platform-references.js';
import type { WorkspaceSource } from '../source/workspace-source.js';
import type { KcpTermParts } from './kcp-term-parts.js';

/** What it is made of. */
export interface OrphanCareParts extends Omit<KcpTermParts, 'providerName' | 'kept' | 'term'> {
  readonly report: KcpReport;
  readonly source: WorkspaceSource;
  /** Workload clusters, where an offer wants some. */
  readonly workload?: Workloads;
}

const DEFAULT_GRACE = '10m';

/** Looks after orphans until `signal` aborts: the next connection gets a watch of its own, and a grace period of its own. */
export async function careForOrphans(parts: OrphanCareParts, signal: AbortSignal): Promise<void> {
  const { platform, namespace, offers, store, record, report, source, workload, clock, random, log } = parts;
  const references = new PlatformReferences({ api: platform, namespace, clock, random, wake: () => undefined });
  const removal = new OrphanRemoval({ offers, config: store, references, record, workload, isTaken: (order) => source.endpoints.some((endpoint) => endpoint.orders.has(order)), clock, log });
  const watch = new OrphanWatch({
    record,
    places: placesOf(source, report),
    policy: () => policyOf(store),
    cleanUp: (order, until) => removal.cleanUp(order, until),
    report,
    clock,
    log,
  });
  const unsubscribe = store.onChange(() => watch.wake());
  try {
    await watch.run(signal);
  } finally {
    unsubscribe();
    await references.stop();
  }
}

/** Nothing is concluded before all is in sync, nor without the identity under which it was seen. */
function placesOf(source: WorkspaceSource, report: KcpReport): () => readonly OrderedPlace[] | undefined {
  const identityHash = (): string | undefined => report.facts.export?.identityHash;
  const seen = new SeenPlaces(identityHash);
  return () => {
    if (!source.isInSync || identityHash() === undefined) return undefined;
    return source.endpoints.map((endpoint) => ({ seenAt: seen.of(endpoint.url), uids: () => endpoint.orders.uids() }));
  };
}

function policyOf(store: ConfigStore): OrphanPolicy {
  const state = store.state();
  const kcp = lastSnapshot(state)?.kcp;
  if (state.kind === 'ignored' || kcp?.orphans !== 'Remove') return { kind: 'report' };
  const grace = kcp.orphanGrace;
  return { kind: 'remove', grace, graceMs: durationMs(grace) ?? durationMs(DEFAULT_GRACE) ?? Infinity };
}
