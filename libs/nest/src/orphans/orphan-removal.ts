/**
 * Cleans up after an order that is gone: calls the author's `@OnDelete` as if the order were being deleted, with all that is
 * still known of it. OrphanWatch calls it, after the grace period and only where the operator wants it.
 */
import type { Clock, OrderKey } from '@kcp-runtime/kube';
import { toInstance } from '@kcp-runtime/schema';
import type { Workloads } from '../access/workload-access.js';
import { lastSnapshot } from '../config/config-snapshot.js';
import type { ConfigSnapshot } from '../config/config-snapshot.js';
import type { ConfigView } from '../config/config-store.js';
import type { OrderOwner } from '../customer/order-owner.js';
import type { WorkloadObjects } from '../customer/workload-objects.js';
import type { AnyDeletion } from '../discovery/offer-handlers.js';
import type { Reference } from '../offer/offer.js';
import type { DeletedSpec, LogFields, OrderEvents, OrderLog } from '../offer/order.js';
import { orderIdentity } from '../offer/order-identity.js';
import { callHandler } from '../reconcile/handler-call.js';
import type { HandlerEnd } from '../reconcile/handler-call.js';
import { namedLog } from '../reconcile/order-log.js';
import type { Removed } from '../offer/answer.js';
import type { ServedOffer } from '../reconcile/served-offer.js';
import type { ReferenceBook } from '../references/platform-references.js';
import { referencesOf } from '../references/references-of.js';
import { because } from '../status/reasons.js';
import type { NotedOrder } from './noted-order.js';
import type { OrderBook } from './order-record.js';
import { messageOf } from '../log/message-of.js';

/** What a clean-up works with. */
export interface OrphanRemovalParts {
  readonly offers: readonly ServedOffer[];
  readonly config: ConfigView;
  readonly references: ReferenceBook;
  readonly record: Pick<OrderBook, 'drop'>;
  /** Workload clusters, where an offer wants some. */
  readonly workload?: Workloads;
  /** Whether a living order bears the name by now: two handlers must not work under one identity. */
  readonly isTaken: (order: Omit<OrderKey, 'endpoint'>) => boolean;
  readonly clock: Clock;
  readonly log: OrderLog;
}

type OnDelete = (order: AnyDeletion) => Promise<Removed>;

interface CleanUp {
  readonly order: NotedOrder;
  readonly owner: OrderOwner;
  readonly served: ServedOffer;
  readonly onDelete: OnDelete;
  readonly config: ConfigSnapshot;
  /** Its workload cluster, where it has one that can be reached. */
  readonly there: WorkloadObjects | undefined;
}

const DEADLINE_MS = 300_000;
/** Nobody is told: there is no order to tell it on. */
const UNHEARD: OrderEvents = { normal: () => undefined, warning: () => undefined };

/** Clean-ups after orders that are gone. */
export class OrphanRemoval {
  constructor(private readonly parts: OrphanRemovalParts) {}

  /** True when nothing is left and the order is not noted any more. Never rejects: what fails is logged and tried again. */
  async cleanUp(order: NotedOrder, signal: AbortSignal): Promise<boolean> {
    const { offers, config, record, isTaken, log } = this.parts;
    const served = offers.find(({ name }) => name === order.offer);
    const snapshot = lastSnapshot(config.state());
    const onDelete = served?.handlers.onDelete;
    const names = namesOf(order);
    if (served === undefined || snapshot === undefined || onDelete === undefined || isTaken(order)) {
      log.info('An orphan is left: its offer, a valid config or its name is not at hand', names);
      return false;
    }
    try {
      const left = await this.#remove(order, served, onDelete, snapshot, signal);
      if (left !== undefined) {
        log.warn('An orphan is not cleaned up yet', { ...names, reason: left });
        return false;
      }
      await record.drop(order.uid);
      log.info('An orphan is cleaned up', names);
      return true;
    } catch (error) {
      log.warn('An orphan could not be cleaned up', { ...names, reason: messageOf(error) });
      return false;
    }
  }

  /** The handler, then its workload cluster. Answers what is left, in words. */
  async #remove(order: NotedOrder, served: ServedOffer, onDelete: OnDelete, config: ConfigSnapshot, signal: AbortSignal): Promise<string | undefined> {
    const { workload } = this.parts;
    const { offer } = served.handlers;
    const owner = ownerOf(order, served);
    const reach = await workload?.reach(owner, offer, signal);
    if (reach?.kind === 'waiting') return reach.because.message;
    const there = reach?.kind === 'whole' ? workload?.client(owner, offer, signal) : undefined;
    const end = await this.#call({ order, owner, served, onDelete, config, there }, signal);
    if (end.kind !== 'answered' || end.answer.kind !== 'gone') return reasonOf(end);
    const held = await there?.removeAll();
    if (held !== undefined) return because.leftovers(held.type.kind, held.ref.name).message;
    const left = offer.workload === 'never' ? undefined : await workload?.close(owner, offer, signal);
    return left?.kind === 'closing' ? left.because.message : undefined;
  }

  async #call({ order, owner, served, onDelete, config, there }: CleanUp, signal: AbortSignal): Promise<HandlerEnd<Removed>> {
    const { references, clock, log } = this.parts;
    const { uid, name, namespace } = order;
    const named = namedBy(order, served, config);
    const quiet = (): Promise<void> => Promise.resolve();
    const watch = { clock, signal, slowAfterMs: DEADLINE_MS, deadlineMs: DEADLINE_MS, onSlow: quiet, onOverdue: quiet };
    try {
      return await callHandler((until) => onDelete({
        mode: 'kcp',
        identity: owner.identity,
        uid,
        name,
        namespace,
        signal: until,
        log: namedLog(log, namesOf(order)),
        events: UNHEARD,
        references: references.of(uid, named, until),
        spec: specOf(order, served),
        config: config.spec,
        customer: { kind: 'gone' },
        ...(served.handlers.offer.workload === 'never' ? {} : { workload: there === undefined ? { kind: 'gone' } : { kind: 'reachable', client: there } }),
      }), watch);
    } finally {
      references.forget(uid);
    }
  }
}

/** What was noted last, as far as it was: a longer spec is not kept. */
function specOf({ spec }: NotedOrder, { api }: ServedOffer): DeletedSpec<object> {
  const read = toInstance(api.specClass, spec ?? {});
  return read.ok && spec !== undefined ? { kind: 'valid', value: read.value } : { kind: 'raw', value: spec };
}

/** An offer's rule was written for valid specs. */
function namedBy(order: NotedOrder, served: ServedOffer, { spec: config }: ConfigSnapshot): readonly Reference[] {
  const { name, namespace } = order;
  try {
    return referencesOf(served.handlers.offer, { mode: 'kcp', name, namespace, spec: Object(specOf(order, served).value ?? {}), config });
  } catch {
    return [];
  }
}

/** At no endpoint: it is nowhere any more. */
function ownerOf({ offer, cluster, namespace, name, uid }: NotedOrder, { api: { apiVersion, kind, group, plural } }: ServedOffer): OrderOwner {
  const identity = orderIdentity({ plural, group, cluster, namespace, name });
  return { key: { offer, endpoint: '', cluster, namespace, name }, apiVersion, kind, group, plural, uid, identity };
}

function namesOf({ offer, cluster, namespace, name, uid }: NotedOrder): LogFields {
  return { offer, cluster, namespace, name, uid };
}

function reasonOf(end: HandlerEnd<Removed>): string {
  switch (end.kind) {
    case 'answered':
      return end.answer.kind === 'gone' ? 'gone' : `${end.answer.reason}: ${end.answer.message}`;
    case 'threw':
      return messageOf(end.error);
    case 'stopped':
      return 'the mode ends';
  }
}
