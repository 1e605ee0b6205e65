import type { Clock, Random } from '../time/clock.js';
import { LoopShare } from '../time/loop-share.js';
import { backoffMs } from './backoff.js';
import type { BackoffBounds } from './backoff.js';
import { DelayWheel } from './delay-wheel.js';
import { AWAITED_CLASSES, KEY_CLASSES, moreUrgent } from './key-class.js';
import type { KeyClass } from './key-class.js';
import type { QueueObserver } from './queue-observer.js';
import { WaitingKeys } from './waiting-keys.js';
import type { TakenKey } from './waiting-keys.js';

/** What is to happen with a key after it was handled; a thrown error means `backoff`. */
export type Requeue =
  /** Nothing, until somebody adds it. */
  | { readonly kind: 'done' }
  /** Again after a time; earlier failures are forgotten. */
  | { readonly kind: 'after'; readonly ms: number; readonly class: KeyClass }
  /** Again after a delay that grows with each time in a row; bounds of the queue without its own. */
  | { readonly kind: 'backoff'; readonly bounds?: BackoffBounds };

/** Handles one key; it never runs twice at the same time for the same key. `attempt` counts the backoffs in a row before this one. */
export type HandleKey = (key: string, attempt: number) => Promise<Requeue>;

export interface WorkQueueOptions {
  /** Who a key belongs to: workers are shared out fairly between tenants. */
  readonly tenantOf: (key: string) => string;
  readonly clock: Clock;
  readonly random: Random;
  /** A handler threw; the key is backed off. */
  readonly onError: (key: string, error: unknown) => void;
  /** How many keys run at once; 16 without it. */
  readonly workers?: number;
  /** How many keys of one tenant run at once; 4 without it. */
  readonly runningPerTenant?: number;
  /** 500 ms to 5 min without it. */
  readonly backoff?: BackoffBounds;
  readonly observer?: QueueObserver;
}

const DEFAULT_BACKOFF: BackoffBounds = { fromMs: 500, upToMs: 300_000 };

/** A second run was started while the first was still going on, or draining. */
export class WorkQueueRunsAlready extends Error {
  constructor() {
    super('This work queue runs already: wait for its run to end before you start another');
    this.name = new.target.name;
  }
}

interface Run {
  readonly tenant: string;
  /** Whether somebody waits for it. */
  readonly isAwaited: boolean;
  /** Set when the key was added meanwhile: it runs again at once. */
  again: KeyClass | undefined;
}

/**
 * Which order is worked on next. Sources and timers add keys, `run` hands them to workers.
 *
 * A key is waiting (in one class), running, or sleeping in the wheel; added while it runs, it runs once more.
 * Adding it while it waits or sleeps keeps the sooner time and the more urgent class.
 * Every operation costs the same with any number of keys, and a key that is none of the three costs nothing.
 */
export class WorkQueue {
  readonly #options: WorkQueueOptions;
  readonly #workers: number;
  readonly #runningPerTenant: number;
  readonly #waiting = new WaitingKeys();
  readonly #running = new Map<string, Run>();
  readonly #runningOf = new Map<string, number>();
  readonly #attempts = new Map<string, number>();
  readonly #wheel: DelayWheel<KeyClass>;
  readonly #share: LoopShare;
  readonly #observer: QueueObserver | undefined;
  readonly #holds = new Set<symbol>();
  readonly #goOn = (): void => this.#dispatch();
  readonly #goOnWithOthers = (): void => {
    this.#hasBegunOther = false;
    this.#dispatch();
  };
  /** How many keys are with a worker that somebody waits for. */
  #awaited = 0;
  /** In this turn of the event loop a key was begun that nobody waits for, beside one that somebody waits for. */
  #hasBegunOther = false;
  #session: { readonly handle: HandleKey; readonly drained: () => void; isOpen: boolean } | undefined;

  constructor(options: WorkQueueOptions) {
    this.#options = options;
    this.#workers = options.workers ?? 16;
    this.#runningPerTenant = options.runningPerTenant ?? 4;
    this.#observer = options.observer;
    this.#share = new LoopShare(options.clock);
    this.#wheel = new DelayWheel({ clock: options.clock, onDue: (key, keyClass) => this.add(key, keyClass) });
  }

  /** How many keys may be with a worker at a time. */
  get workers(): number {
    return this.#workers;
  }

  /** How many keys wait for a worker, are with one, and sleep until they are due. */
  get counts(): { readonly waiting: number; readonly running: number; readonly sleeping: number } {
    return { waiting: this.#waiting.size, running: this.#running.size, sleeping: this.#wheel.size };
  }

  /** The key is to be handled as soon as its class and its tenant have their turn. */
  add(key: string, keyClass: KeyClass): void {
    const run = this.#running.get(key);
    if (run !== undefined) {
      run.again = run.again === undefined ? keyClass : moreUrgent(run.again, keyClass);
      return;
    }
    const asleep = this.#wheel.get(key)?.tag ?? keyClass;
    this.#wheel.delete(key);
    if (this.#observer !== undefined && !this.#waiting.has(key)) this.#observer.added(key);
    this.#waiting.add(key, this.#options.tenantOf(key), moreUrgent(keyClass, asleep));
    this.#dispatch();
  }

  /** The key is to be added after a time. A sooner time that is set already stays, and so does a wait for a worker. */
  addAfter(key: string, ms: number, keyClass: KeyClass): void {
    if (this.#waiting.has(key)) return this.add(key, keyClass);
    const set = this.#wheel.get(key);
    if (set === undefined) return this.#wheel.set(key, ms, keyClass);
    this.#wheel.set(key, Math.min(ms, set.inMs), moreUrgent(keyClass, set.tag));
  }

  /**
   * Keys that nobody waits for get no worker until the function that comes back is called: what is being learned meanwhile
   * may bring one that somebody waits for, and working on the others would only make that later.
   */
  holdBack(): () => void {
    const hold = Symbol('hold');
    this.#holds.add(hold);
    return () => {
      if (this.#holds.delete(hold)) this.#dispatch();
    };
  }

  /** Drops all that is known of a key; a handler that runs goes on, and what it answers counts. */
  forget(key: string): void {
    this.#wheel.delete(key);
    this.#attempts.delete(key);
    if (this.#observer !== undefined && this.#waiting.has(key)) this.#observer.dropped(key);
    this.#waiting.remove(key);
  }

  /**
   * Hands keys to workers until the signal aborts, and resolves when the last handler has returned.
   * A handler that overstays keeps its key and its worker. What waits or sleeps then stays for the next run.
   */
  async run(handle: HandleKey, signal: AbortSignal): Promise<void> {
    if (this.#session !== undefined) throw new WorkQueueRunsAlready();
    if (signal.aborted) return;
    const { promise, resolve } = settleable();
    const session = { handle, drained: resolve, isOpen: true };
    this.#session = session;
    const stop = (): void => this.#stopIntake();
    signal.addEventListener('abort', stop, { once: true });
    this.#wheel.start();
    this.#dispatch();
    await promise;
    this.#session = undefined;
  }

  #stopIntake(): void {
    if (this.#session === undefined) return;
    this.#session.isOpen = false;
    this.#wheel.stop();
    if (this.#running.size === 0) this.#session.drained();
  }

  #dispatch(): void {
    const session = this.#session;
    while (session?.isOpen === true && this.#running.size < this.#workers && this.#waiting.size > 0) {
      if (this.#share.isUsedUp()) return this.#share.inNextTurn(this.#goOn);
      const classes = this.#holds.size > 0 || this.#hasBegunOther ? AWAITED_CLASSES : KEY_CLASSES;
      const taken = this.#waiting.take((tenant) => (this.#runningOf.get(tenant) ?? 0) < this.#runningPerTenant, classes);
      if (taken === undefined) return;
      void this.#work(taken, session.handle);
      if (this.#awaited > 0 && !isAwaited(taken)) this.#leaveTurns();
    }
  }

  /**
   * What somebody waits for goes from one answer of a server to the next, and gets each with a turn of the event loop. With the
   * others working through whole shares, every turn would come late by one; so one of them begins in a turn.
   */
  #leaveTurns(): void {
    this.#hasBegunOther = true;
    this.#share.inNextTurn(this.#goOnWithOthers);
  }

  async #work(taken: TakenKey, handle: HandleKey): Promise<void> {
    const { key } = taken;
    const run = this.#start(taken);
    const requeue = await this.#handled(key, handle);
    this.#end(key, run);
    this.#observer?.ended(key, requeue);
    this.#requeue(key, requeue, run.again);
    this.#dispatch();
    if (this.#session?.isOpen === false && this.#running.size === 0) this.#session.drained();
  }

  async #handled(key: string, handle: HandleKey): Promise<Requeue> {
    try {
      return await handle(key, this.#attempts.get(key) ?? 0);
    } catch (error) {
      this.#options.onError(key, error);
      return { kind: 'backoff' };
    }
  }

  #start(taken: TakenKey): Run {
    const { key } = taken;
    const run: Run = { tenant: this.#options.tenantOf(key), isAwaited: isAwaited(taken), again: undefined };
    this.#running.set(key, run);
    if (run.isAwaited) this.#awaited += 1;
    this.#observer?.started(key);
    this.#runningOf.set(run.tenant, (this.#runningOf.get(run.tenant) ?? 0) + 1);
    return run;
  }

  #end(key: string, { tenant, isAwaited }: Run): void {
    this.#running.delete(key);
    if (isAwaited) this.#awaited -= 1;
    const left = (this.#runningOf.get(tenant) ?? 1) - 1;
    if (left === 0) this.#runningOf.delete(tenant);
    else this.#runningOf.set(tenant, left);
    this.#waiting.resume(tenant);
  }

  #requeue(key: string, requeue: Requeue, again: KeyClass | undefined): void {
    const attempt = this.#attempts.get(key) ?? 0;
    if (requeue.kind === 'backoff') this.#attempts.set(key, attempt + 1);
    else this.#attempts.delete(key);
    if (again !== undefined) return this.add(key, again);
    switch (requeue.kind) {
      case 'done':
        return;
      case 'after':
        return this.addAfter(key, requeue.ms, requeue.class);
      case 'backoff':
        return this.addAfter(key, backoffMs(attempt, this.#options.random, requeue.bounds ?? this.#options.backoff ?? DEFAULT_BACKOFF), 'retry');
    }
  }
}

function isAwaited({ keyClass }: TakenKey): boolean {
  return AWAITED_CLASSES.includes(keyClass);
}

function settleable(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((settle) => (resolve = settle));
  return { promise, resolve };
}
