/**
 * The loop of each controller that the tests play: it follows one kind and looks at every object that is new, changed or gone, one
 * at a time, and again after a pause when a look failed or was not enough. It shares nothing with the code under test.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { dig } from '../../admin/raw-client.js';
import type { RawBody, RawClient } from '../../admin/raw-client.js';
import type { RawEvent } from '../../admin/raw-watch.js';
import { expectStatus } from '../../admin/unexpected-answer.js';
import { errorMessage } from '../../wait/error-message.js';
import type { FaultLog } from './fault-log.js';

/** What a look came to: done until the object changes, or to be repeated after a pause. */
export type Looked = 'settled' | 'again';

/** What to follow, and what to do. */
export interface FollowerOptions {
  readonly client: RawClient;
  /** The collection over all namespaces. */
  readonly path: string;
  /** Looks at an object as it was last seen. */
  readonly look: (object: RawBody) => Promise<Looked>;
  /** Told about an object that is gone. */
  readonly gone?: (object: RawBody) => Promise<void>;
  readonly faults: FaultLog;
}

const PAUSE_MS = 100;
const FOR_EVER_MS = 2 ** 30;

/** A running loop. Its owner stops it. */
export class Follower {
  private readonly there = new Map<string, RawBody>();
  private readonly lost = new Map<string, RawBody>();
  /** Keys to look at, and when. */
  private readonly due = new Map<string, number>();
  private readonly over = new AbortController();
  private nap = new AbortController();
  private readonly running: Promise<unknown>;

  private constructor(private readonly options: FollowerOptions) {
    this.running = Promise.all([this.follow(), this.work()]);
  }

  static start(options: FollowerOptions): Follower {
    return new Follower(options);
  }

  /** Every object as it was last seen. */
  get objects(): readonly RawBody[] {
    return [...this.there.values()];
  }

  /** One object as it was last seen. */
  find(namespace: string | undefined, name: string): RawBody | undefined {
    return this.there.get(`${namespace ?? ''}/${name}`);
  }

  /** Looks at every object once more. */
  lookAgain(): void {
    for (const key of this.there.keys()) this.plan(key, 0);
  }

  /** Ends the watch and waits for the look that is going on. */
  async stop(): Promise<void> {
    this.over.abort();
    this.nap.abort();
    await this.running;
  }

  private get isOver(): boolean {
    return this.over.signal.aborted;
  }

  private async follow(): Promise<void> {
    while (!this.isOver) {
      await this.round().catch((error: unknown) => this.fault('following', error));
      await sleep(PAUSE_MS, undefined, { signal: this.over.signal }).catch(() => undefined);
    }
  }

  /** All there is, then its changes until the server ends the watch. */
  private async round(): Promise<void> {
    const { client, path } = this.options;
    const { body } = expectStatus(await client.get(path), 'GET', path, 200);
    this.takeAll((body['items'] ?? []) as RawBody[]);
    const watch = await client.watch(`${path}?resourceVersion=${String(dig(body, 'metadata', 'resourceVersion'))}`);
    watch.onEvent = (event) => this.take(event);
    // What came before the line above was only kept; to take something twice does no harm.
    for (const event of watch.events) this.take(event);
    const stop = (): void => void watch.close();
    this.over.signal.addEventListener('abort', stop, { once: true });
    if (this.isOver) stop();
    await watch.end;
    this.over.signal.removeEventListener('abort', stop);
    await watch.close();
  }

  private takeAll(objects: readonly RawBody[]): void {
    const before = new Map(this.there);
    for (const object of objects) {
      before.delete(keyOf(object));
      this.put(object);
    }
    for (const object of before.values()) this.lose(object);
  }

  private take({ type, object }: RawEvent): void {
    if (type === 'ADDED' || type === 'MODIFIED') this.put(object);
    if (type === 'DELETED') this.lose(object);
  }

  private put(object: RawBody): void {
    this.there.set(keyOf(object), object);
    this.plan(keyOf(object), 0);
  }

  private lose(object: RawBody): void {
    this.there.delete(keyOf(object));
    this.lost.set(keyOf(object), object);
    this.plan(keyOf(object), 0);
  }

  private plan(key: string, inMs: number): void {
    this.due.set(key, performance.now() + inMs);
    this.nap.abort();
  }

  private async work(): Promise<void> {
    while (!this.isOver) {
      const now = performance.now();
      const next = [...this.due].find(([, at]) => at <= now);
      if (next === undefined) await this.untilDue();
      else await this.visit(next[0]);
    }
  }

  private async untilDue(): Promise<void> {
    this.nap = new AbortController();
    const next = Math.min(...this.due.values(), performance.now() + FOR_EVER_MS);
    await sleep(Math.max(1, next - performance.now()), undefined, { signal: this.nap.signal }).catch(() => undefined);
  }

  private async visit(key: string): Promise<void> {
    this.due.delete(key);
    const lost = this.lost.get(key);
    this.lost.delete(key);
    try {
      if (lost !== undefined) await this.options.gone?.(lost);
      const object = this.there.get(key);
      if (object !== undefined && (await this.options.look(object)) === 'again') this.planIfNone(key);
    } catch (error) {
      this.fault(key, error);
      this.planIfNone(key);
    }
  }

  private planIfNone(key: string): void {
    if (!this.due.has(key)) this.plan(key, PAUSE_MS);
  }

  private fault(what: string, error: unknown): void {
    if (!this.isOver) this.options.faults.add(`${this.options.path} ${what}: ${errorMessage(error)}`);
  }
}

function keyOf(object: RawBody): string {
  return `${String(dig(object, 'metadata', 'namespace') ?? '')}/${String(dig(object, 'metadata', 'name'))}`;
}
