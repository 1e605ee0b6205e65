/**
 * Runs the server's own controllers. A commit names the keys that somebody should look at again;
 * they are looked at after the current request, one by one, so that a client sees its own answer first.
 * A reconcile is synchronous and reads everything afresh; it may ask to be called again later.
 */
import type { Change } from '../storage/change.js';
import type { Collection } from '../storage/collection.js';
import type { Storage } from '../storage/storage.js';
import type { Clock } from './clock.js';

/** One of kcp's own controllers. */
export interface Controller {
  readonly name: string;
  /** The collections whose changes concern it; undefined for all of them. */
  readonly collections: readonly string[] | undefined;
  /** The keys to look at after a change. */
  keys(collection: Collection, change: Change): readonly string[];
  /** Brings one key to its wanted state. Gives milliseconds when it wants to be called again. */
  reconcile(key: string): number | undefined;
  /** How long a new key rests before it is looked at; kcp's own slowness, when that is switched on. */
  readonly delayMs?: () => number;
}

export class ControllerLoop {
  readonly #controllers: Controller[] = [];
  readonly #due = new Map<string, { controller: Controller; key: string }>();
  readonly #waiting = new Map<string, () => void>();
  #immediate: NodeJS.Immediate | undefined;
  #isStopped = false;

  constructor(
    storage: Storage,
    private readonly clock: Clock,
    private readonly report: (controller: string, key: string, error: unknown) => void,
  ) {
    storage.onCommit((collection, change) => this.committed(collection, change));
  }

  add(controller: Controller): void {
    this.#controllers.push(controller);
  }

  /** Looks at a key without any change. */
  enqueue(controller: Controller, key: string): void {
    const delayMs = controller.delayMs?.() ?? 0;
    if (delayMs > 0) this.later(controller, key, delayMs);
    else this.now(controller, key);
  }

  /** Ends all timers; nothing is looked at any more. */
  stop(): void {
    this.#isStopped = true;
    if (this.#immediate !== undefined) clearImmediate(this.#immediate);
    for (const callOff of this.#waiting.values()) callOff();
    this.#waiting.clear();
    this.#due.clear();
  }

  private committed(collection: Collection, change: Change): void {
    for (const controller of this.#controllers) {
      if (controller.collections !== undefined && !controller.collections.includes(collection.key)) continue;
      for (const key of controller.keys(collection, change)) this.enqueue(controller, key);
    }
  }

  private now(controller: Controller, key: string): void {
    if (this.#isStopped) return;
    this.#due.set(`${controller.name} ${key}`, { controller, key });
    this.#immediate ??= setImmediate(() => this.drain());
  }

  private later(controller: Controller, key: string, delayMs: number): void {
    const id = `${controller.name} ${key}`;
    if (this.#isStopped || this.#waiting.has(id)) return;
    const callOff = this.clock.after(delayMs, () => {
      this.#waiting.delete(id);
      this.now(controller, key);
    });
    this.#waiting.set(id, callOff);
  }

  private drain(): void {
    this.#immediate = undefined;
    const due = [...this.#due.values()];
    this.#due.clear();
    for (const { controller, key } of due) this.run(controller, key);
  }

  private run(controller: Controller, key: string): void {
    try {
      const againMs = controller.reconcile(key);
      if (againMs !== undefined) this.later(controller, key, againMs);
    } catch (error) {
      this.report(controller.name, key, error);
    }
  }
}
