/**
 * Tells the author's `@OnBound` and `@OnUnbound` which workspaces have come and gone. A source says what it saw of a binding;
 * this keeps the last word about each workspace, and a queue of its own calls the handlers: never a source, and never twice at
 * a time for one workspace and offer. KcpRun runs it under its lease. It cleans nothing up: orders are `@OnDelete`'s matter.
 *
 * A binding is told of once in a process, again after an error, and again in the next process. Whoever left while no process
 * was there is not told of.
 */
import { WorkQueue } from '@kcp-runtime/kube';
import type { Clock, Random, Requeue } from '@kcp-runtime/kube';
import type { OfferHandlers } from '../discovery/offer-handlers.js';
import type { ConsumerWorkspace, OrderLog } from '../offer/order.js';
import { callHandler } from '../reconcile/handler-call.js';
import { withLiveSignal } from '../reconcile/live-signal.js';
import { namedLog } from '../reconcile/order-log.js';
import type { ServedOffer } from '../reconcile/served-offer.js';

/** What a source saw of the binding by which a workspace uses the export. */
export interface Engagement {
  /** `left`: the binding was deleted. A URL that is gone, or an error, is no reason to say so. */
  readonly kind: 'bound' | 'left';
  readonly cluster: string;
  /** Uid of the binding. */
  readonly uid: string;
}

/** What engagements need. */
export interface EngagementsParts {
  readonly offers: readonly ServedOffer[];
  /** Ends the work's signal at once where the lease has run out by the clock. */
  readonly lookAtLease: () => void;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: OrderLog;
}

interface Greeting {
  readonly uid: string;
  /** Whether `@OnBound` has returned; one that failed may have done a part, so that `@OnUnbound` follows it too. */
  readonly isDone: boolean;
}

const BETWEEN = ' ';
const DEADLINE_MS = 300_000;

/** Which workspaces are engaged, and whom has been told. */
export class Engagements {
  readonly #parts: EngagementsParts;
  readonly #handlers: ReadonlyMap<string, OfferHandlers>;
  readonly #queue: WorkQueue;
  readonly #bound = new Map<string, string>();
  readonly #greeted = new Map<string, Greeting>();

  constructor(parts: EngagementsParts) {
    const { offers, clock, random } = parts;
    this.#parts = parts;
    this.#handlers = new Map(offers.filter(({ handlers }) => handlers.onBound ?? handlers.onUnbound).map(({ name, handlers }) => [name, handlers]));
    this.#queue = new WorkQueue({ tenantOf: clusterOf, clock, random, onError: (key, error) => this.#logFailure(key, error) });
  }

  /** The newest of a workspace. The handlers are called later, by a worker. */
  take({ kind, cluster, uid }: Engagement): void {
    if (kind === 'left' && this.#bound.get(cluster) !== uid) return;
    if (this.#handlers.size === 0) return;
    if (kind === 'bound') this.#bound.set(cluster, uid);
    else this.#bound.delete(cluster);
    for (const offer of this.#handlers.keys()) this.#queue.add(`${offer}${BETWEEN}${cluster}`, 'changed');
  }

  /** Calls handlers until `intake` aborts, and resolves when the last one has returned; `work` aborts their own signals. */
  run(intake: AbortSignal, work: AbortSignal): Promise<void> {
    return this.#queue.run((key) => this.#settle(key, work), intake);
  }

  /** First what is over, then what has begun: a workspace that has bound anew gets both. */
  async #settle(key: string, work: AbortSignal): Promise<Requeue> {
    const { onBound, onUnbound } = this.#handlers.get(offerOf(key)) ?? {};
    const uid = this.#bound.get(clusterOf(key));
    const before = this.#greeted.get(key);
    if (before !== undefined && before.uid !== uid) {
      if (!(await this.#call(onUnbound, key, work))) return { kind: 'backoff' };
      this.#greeted.delete(key);
    }
    if (uid === undefined || this.#greeted.get(key)?.isDone === true) return { kind: 'done' };
    this.#greeted.set(key, { uid, isDone: false });
    if (!(await this.#call(onBound, key, work))) return { kind: 'backoff' };
    this.#greeted.set(key, { uid, isDone: true });
    return { kind: 'done' };
  }

  /** Whether it has succeeded; a role without a handler always does. */
  async #call(handler: OfferHandlers['onBound'], key: string, work: AbortSignal): Promise<boolean> {
    if (handler === undefined) return true;
    const { clock, lookAtLease } = this.#parts;
    const log = this.#logOf(key);
    const call = (signal: AbortSignal): Promise<void> => handler(withLiveSignal<Omit<ConsumerWorkspace, 'signal'>>({ cluster: clusterOf(key), log }, signal, lookAtLease));
    const onOverdue = async (): Promise<void> => log.warn(`A handler of this workspace has not returned for ${DEADLINE_MS / 1000} s; it was told to stop and is waited for`);
    const end = await callHandler(call, { clock, signal: work, slowAfterMs: DEADLINE_MS, deadlineMs: DEADLINE_MS, onSlow: async () => undefined, onOverdue });
    if (end.kind === 'threw') this.#logFailure(key, end.error);
    return end.kind === 'answered';
  }

  #logFailure(key: string, error: unknown): void {
    const { message: reason, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
    this.#logOf(key).error('A handler of this workspace failed; it is called again', { reason, stack });
  }

  #logOf(key: string): OrderLog {
    return namedLog(this.#parts.log, { offer: offerOf(key), cluster: clusterOf(key) });
  }
}

function offerOf(key: string): string {
  return key.slice(0, key.indexOf(BETWEEN));
}

function clusterOf(key: string): string {
  return key.slice(key.indexOf(BETWEEN) + 1);
}
