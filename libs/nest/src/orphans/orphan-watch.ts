/**
 * Looks for orders that were noted and are gone: somebody has taken the finalizer away, so nobody was told to clean up. KcpMode
 * runs it over one connection for the place that is offered. It concludes nothing while anything is out of sync, and nothing from
 * a URL, an export or a binding that has vanished; it cleans up only where the ProviderConfig says so, and after a grace period
 * in which neither URL nor identity has changed. A new connection is a new watch, and begins that period anew.
 */
import { KubeError } from '@kcp-runtime/kube';
import type { Clock } from '@kcp-runtime/kube';
import type { OrphansStatus, OrphanStatus } from '@kcp-runtime/schema';
import { Alarm } from '../config/alarm.js';
import type { ConfigFinding } from '../config/config-status-writer.js';
import type { OrderLog } from '../offer/order.js';
import type { NotedOrder } from './noted-order.js';
import { orphanFinding } from './orphan-findings.js';
import type { OrphanCare, OrphanSight } from './orphan-findings.js';
import type { OrderRecord } from './order-record.js';

/** One endpoint, as far as orphans are concerned. */
export interface OrderedPlace {
  /** Name of the place in the record. */
  readonly seenAt: string;
  /** Of every order that is there. */
  uids(): Iterable<string>;
}

/** What the operator wants. */
export type OrphanPolicy = { readonly kind: 'report' } | { readonly kind: 'remove'; readonly grace: string; readonly graceMs: number };

/** Where it is told. */
export interface OrphanReport {
  find(condition: 'KcpNothingOrphaned', finding: ConfigFinding): void;
  learn(facts: { readonly orphans: OrphansStatus | undefined }): void;
}

/** What a watch is made of. */
export interface OrphanWatchParts {
  readonly record: OrderRecord;
  /** Every endpoint of the export; undefined while anything is not in sync. */
  readonly places: () => readonly OrderedPlace[] | undefined;
  readonly policy: () => OrphanPolicy;
  /** Cleans up after one order. True when nothing is left. Never rejects. */
  readonly cleanUp: (order: NotedOrder, signal: AbortSignal) => Promise<boolean>;
  readonly report: OrphanReport;
  readonly clock: Clock;
  readonly log: OrderLog;
}

const LOOK_AGAIN_MS = 60_000;
/** Changes come in swarms, at a start most of all. */
const SETTLE_MS = 1_000;
/** How many orphans the status names; all of them are counted. */
const NAMED = 20;

/** The watch over orders without an order. */
export class OrphanWatch {
  readonly #parts: OrphanWatchParts;
  readonly #alarm: Alarm;
  /** When each orphan was seen first, under the places of now. */
  #since = new Map<string, number>();
  #places = '';
  #isBlind = true;

  constructor(parts: OrphanWatchParts) {
    this.#parts = parts;
    this.#alarm = new Alarm(parts.clock);
  }

  /** The policy may be another one by now. */
  wake(): void {
    this.#alarm.ring();
  }

  /** Looks until `signal` aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const settling = new Alarm(this.#parts.clock);
    while (!signal.aborted) {
      this.#alarm.answer();
      await this.#tryLook(signal);
      await this.#alarm.sleep(this.#pauseMs(), signal);
      await settling.sleep(SETTLE_MS, signal);
    }
  }

  async #tryLook(signal: AbortSignal): Promise<void> {
    try {
      await this.#look(signal);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof KubeError)) throw error;
      this.#parts.log.warn('The record of orders can not be read and is looked at again', { reason: error.message });
    }
  }

  async #look(signal: AbortSignal): Promise<void> {
    const sight = await this.#sight(signal);
    this.#isBlind = sight === undefined;
    if (sight === undefined) return;
    const { report, policy } = this.#parts;
    const care = policy();
    this.#remember(sight.orphans);
    const left = care.kind === 'remove' && sight.unseen.length === 0 ? await this.#cleanUp(sight.orphans, care.graceMs, signal) : sight.orphans;
    if (signal.aborted) return;
    report.find('KcpNothingOrphaned', orphanFinding({ ...sight, orphans: left }, careOf(care)));
    report.learn({ orphans: left.length === 0 ? undefined : { count: left.length, orders: left.slice(0, NAMED).map(named) } });
  }

  /** Undefined while nothing can be concluded. */
  async #sight(signal: AbortSignal): Promise<OrphanSight | undefined> {
    const { record, places: ask } = this.#parts;
    const places = ask();
    if (places === undefined) return undefined;
    this.#forgetUnless(places.map(({ seenAt }) => seenAt).sort().join(' '));
    const missing = missingFrom(places, record.uids());
    if (missing.size === 0) return { orphans: [], unseen: [] };
    const noted = (await record.entries(signal)).filter(({ uid }) => missing.has(uid));
    const seen = new Set(places.map(({ seenAt }) => seenAt));
    return { orphans: noted.filter((order) => seen.has(order.seenAt)), unseen: noted.filter((order) => !seen.has(order.seenAt)) };
  }

  #forgetUnless(places: string): void {
    if (places === this.#places) return;
    this.#places = places;
    this.#since.clear();
  }

  #remember(orphans: readonly NotedOrder[]): void {
    const now = this.#parts.clock.now();
    this.#since = new Map(orphans.map(({ uid }) => [uid, this.#since.get(uid) ?? now]));
  }

  /** One after another: nobody waits, and the backend has better things to do. Answers those that are left. */
  async #cleanUp(orphans: readonly NotedOrder[], graceMs: number, signal: AbortSignal): Promise<NotedOrder[]> {
    const left: NotedOrder[] = [];
    for (const order of orphans) {
      const isDue = this.#parts.clock.now() - (this.#since.get(order.uid) ?? Infinity) >= graceMs;
      // What was concluded a while ago may not hold any more.
      const isStill = isDue && !signal.aborted && this.#parts.places()?.some(({ seenAt }) => seenAt === order.seenAt) === true;
      if (isStill && (await this.#parts.cleanUp(order, signal))) continue;
      left.push(order);
    }
    return left;
  }

  /** As long as nothing can be concluded, a look costs nothing. */
  #pauseMs(): number {
    if (this.#isBlind) return SETTLE_MS;
    const policy = this.#parts.policy();
    return policy.kind === 'remove' && this.#since.size > 0 ? Math.min(LOOK_AGAIN_MS, Math.max(policy.graceMs, SETTLE_MS)) : LOOK_AGAIN_MS;
  }
}

/** The uids that no place has. */
function missingFrom(places: readonly OrderedPlace[], noted: Iterable<string>): Set<string> {
  const there = new Set(places.flatMap((place) => [...place.uids()]));
  return new Set([...noted].filter((uid) => !there.has(uid)));
}

function careOf(policy: OrphanPolicy): OrphanCare {
  return policy.kind === 'report' ? policy : { kind: 'remove', grace: policy.grace };
}

function named({ offer, cluster, namespace, name, uid }: NotedOrder): OrphanStatus {
  return { resource: offer, cluster, namespace, name, uid };
}
