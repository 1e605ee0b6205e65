import type { Fill, FillSummary, FrameCache } from '../cache/frame-cache.js';
import type { KeptFields } from '../cache/frame.js';
import type { KubeApi } from '../connection/kube-api.js';
import type { KubeError } from '../resource/kube-errors.js';
import type { ResourceType } from '../resource/kube-object.js';
import type { Query } from '../resource/kube-request.js';
import { resourcePath } from '../resource/resource-path.js';
import type { Clock, Random } from '../time/clock.js';
import { Milestone } from '../time/milestone.js';
import { INITIAL_EVENTS, InitialEventsRefusals, fillByPages, refusesInitialEvents } from './initial-list.js';
import { causeOf, nextTry } from './next-try.js';
import type { NextTry } from './next-try.js';
import type { BookmarkFrame, ObjectFrame } from './read-frame.js';
import { endOf, watchStream } from './watch-stream.js';
import type { WatchEnd } from './watch-stream.js';

/** Times are wall time in ms since 1970. */
export type ReflectorState =
  /** Learning what there is. The cache may be incomplete if this is the first time. */
  | { readonly kind: 'listing'; readonly since: number }
  /** The cache follows the server. */
  | { readonly kind: 'watching'; readonly since: number }
  /** The API is not served there, or not yet: normal for an export that nobody has bound. The cache keeps what it has. */
  | { readonly kind: 'waiting'; readonly until: number; readonly cause: KubeError }
  /** Something failed. The cache keeps what it has. */
  | { readonly kind: 'backingOff'; readonly until: number; readonly cause: KubeError }
  | { readonly kind: 'stopped' };

export interface ReflectorOptions<F extends KeptFields> {
  readonly api: KubeApi;
  readonly type: ResourceType;
  /** `metadata`: nothing else of the objects leaves the server. Whole objects without it. */
  readonly content?: 'whole' | 'metadata';
  /** One namespace; all of them without it. Never on a wildcard: kcp refuses it there. */
  readonly namespace?: string;
  readonly labelSelector?: string;
  /** `metadata.name=…`. Not for `metadata.namespace`: on a wildcard kcp then matches nothing, in silence. */
  readonly fieldSelector?: string;
  /** This reflector alone writes into it. */
  readonly cache: FrameCache<F>;
  readonly clock: Clock;
  readonly random: Random;
  readonly onState?: (state: ReflectorState) => void;
  /** Called when all has been told once more; beyond the first time, its counts are what no event had announced. */
  readonly onFilled?: (summary: FillSummary) => void;
  /** A watch without a byte for so long is taken for dead; servers send a bookmark about once a minute. 2 min without it. */
  readonly silenceMs?: number;
  /** Shared by all reflectors of the process. */
  readonly refusals?: InitialEventsRefusals;
}

/** A reflector was run a second time: its cache would have two writers. */
export class ReflectorRunsOnce extends Error {
  constructor() {
    super('A reflector runs once: make a new one, with a cache of its own');
    this.name = new.target.name;
  }
}

/** A watch that lived so long shows that whatever failed before is over. */
const HEALTHY_MS = 30_000;
const SILENCE_MS = 120_000;

/**
 * Keeps one cache in step with one URL. A source runs it; the cache tells of changes.
 * It never ends by itself, never gives up in silence, and never takes anything for deleted because a server, an API or a right is away.
 *
 *   listing    → watching              all has been told
 *   watching   → watching              the stream reached its age, or was silent once: on from the last version
 *   watching   → listing               410, an ERROR event, silent twice
 *   listing, watching → waiting        the API is not served
 *   listing, watching → backingOff     refused, broken, or ended too soon too often
 *   waiting, backingOff → listing, watching
 *   any        → stopped               signal
 */
export class Reflector<F extends KeptFields> {
  readonly #options: ReflectorOptions<F>;
  readonly #refusals: InitialEventsRefusals;
  readonly #path: string;
  readonly #selectors: Query;
  readonly #filledOnce = new Milestone();
  readonly #tried = new Milestone();
  #state: ReflectorState;
  #isStarted = false;
  /** Where to watch from; undefined until all has been told. */
  #version: string | undefined;
  /** Set while what there is comes in. */
  #fill: Fill | undefined;
  #attempt = 0;
  /** Silent ends since the last frame. */
  #silences = 0;
  #followsSince: number | undefined;

  constructor(options: ReflectorOptions<F>) {
    const { type, namespace, labelSelector, fieldSelector, refusals = new InitialEventsRefusals() } = options;
    this.#options = options;
    this.#refusals = refusals;
    this.#path = resourcePath(type, { namespace });
    this.#selectors = { labelSelector, fieldSelector };
    this.#state = { kind: 'listing', since: options.clock.now() };
  }

  get state(): ReflectorState {
    return this.#state;
  }

  /** Whether the cache has been complete once. */
  get isFilled(): boolean {
    return this.#filledOnce.isReached;
  }

  /** Resolves when the cache has been complete once; rejects with the signal's reason. */
  whenFilled(signal: AbortSignal): Promise<void> {
    return this.#filledOnce.when(signal);
  }

  /** Also resolves when the server could not tell at the first time, as `state` then says; rejects with the signal's reason. */
  whenTried(signal: AbortSignal): Promise<void> {
    return this.#tried.when(signal);
  }

  /** Follows the server until the signal aborts. Rejects only when a callback of the cache throws. */
  async run(signal: AbortSignal): Promise<void> {
    if (this.#isStarted) throw new ReflectorRunsOnce();
    this.#isStarted = true;
    while (!signal.aborted) {
      const end = await this.#round(signal);
      if (!signal.aborted) await this.#goOnAfter(end, signal);
    }
    this.#enter({ kind: 'stopped' });
  }

  /** One stream from its request to its end, with a fill before it where the version is not known. */
  async #round(signal: AbortSignal): Promise<WatchEnd> {
    if (this.#version !== undefined) return this.#watchFrom(this.#version, signal);
    const { api, clock } = this.#options;
    if (!this.#refusals.has(api.url, clock.elapsed())) {
      const end = await this.#watchWithInitialEvents(signal);
      if (this.#version !== undefined || !refusesInitialEvents(end)) return end;
      this.#refusals.add(api.url, clock.elapsed());
    }
    return this.#listThenWatch(signal);
  }

  #watchFrom(version: string, signal: AbortSignal): Promise<WatchEnd> {
    return this.#watch({ resourceVersion: version }, () => this.#follow(), signal);
  }

  async #watchWithInitialEvents(signal: AbortSignal): Promise<WatchEnd> {
    this.#fill = this.#options.cache.beginFill();
    try {
      return await this.#watch(INITIAL_EVENTS, () => this.#list(), signal);
    } finally {
      this.#fill = undefined;
    }
  }

  async #listThenWatch(signal: AbortSignal): Promise<WatchEnd> {
    const { api, type, content, cache } = this.#options;
    const fill = cache.beginFill();
    try {
      const version = await fillByPages({ api, path: this.#path, type, content, query: this.#selectors, fill, onOpen: () => this.#list(), signal });
      this.#filled(fill, version);
      return await this.#watchFrom(version, signal);
    } catch (error) {
      return endOf(error, signal);
    }
  }

  async #watch(from: Query, onOpen: () => void, signal: AbortSignal): Promise<WatchEnd> {
    const { api, content, clock, random, silenceMs = SILENCE_MS } = this.#options;
    const query = { ...this.#selectors, ...from };
    const end = await watchStream({ api, path: this.#path, content, query, silenceMs, clock, random, onOpen, onFrame: (frame) => this.#take(frame), signal });
    if (end.kind === 'silent') this.#silences += 1;
    return end;
  }

  #take(frame: ObjectFrame | BookmarkFrame): void {
    this.#silences = 0;
    const fill = this.#fill;
    if (fill === undefined) this.#version = frame.version;
    switch (frame.type) {
      case 'ADDED':
      case 'MODIFIED':
        return (fill ?? this.#options.cache).put(frame.object, frame.text);
      case 'DELETED':
        return this.#options.cache.remove(frame.object);
      case 'BOOKMARK':
        if (fill === undefined) return this.#options.cache.bookmark();
        if (frame.endsInitialEvents) this.#filled(fill, frame.version);
    }
  }

  #filled(fill: Fill, version: string): void {
    this.#fill = undefined;
    this.#version = version;
    const summary = fill.finish();
    this.#filledOnce.reach();
    this.#tried.reach();
    this.#follow();
    this.#options.onFilled?.(summary);
  }

  #list(): void {
    this.#enter({ kind: 'listing', since: this.#options.clock.now() });
  }

  #follow(): void {
    this.#followsSince ??= this.#options.clock.elapsed();
    this.#enter({ kind: 'watching', since: this.#options.clock.now() });
  }

  async #goOnAfter(end: WatchEnd, signal: AbortSignal): Promise<void> {
    const { clock, random } = this.#options;
    const followedMs = this.#followsSince === undefined ? 0 : clock.elapsed() - this.#followsSince;
    this.#followsSince = undefined;
    if (followedMs >= HEALTHY_MS) this.#attempt = 0;
    const next = nextTry(end, this.#attempt, this.#silences, random);
    this.#attempt += 1;
    if (next.from === 'fill') this.#version = undefined;
    if (next.pauseMs > 0) await this.#pause(next, end, signal);
  }

  async #pause({ pause, pauseMs }: NextTry, end: WatchEnd, signal: AbortSignal): Promise<void> {
    const { api, clock } = this.#options;
    this.#enter({ kind: pause, until: clock.now() + pauseMs, cause: causeOf(end, `${api.url}${this.#path}`) });
    this.#tried.reach();
    await clock.sleep(pauseMs, signal).catch(() => undefined); // only the signal ends a sleep, and run looks at it
  }

  #enter(state: ReflectorState): void {
    const isSame = state.kind === this.#state.kind && (state.kind === 'listing' || state.kind === 'watching');
    if (isSame) return;
    this.#state = state;
    this.#options.onState?.(state);
  }
}
