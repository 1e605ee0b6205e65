import { KEY_CLASSES, moreUrgent } from './key-class.js';
import type { KeyClass } from './key-class.js';
import { TenantTurns } from './tenant-turns.js';

/** A class that was passed over so often while it had keys goes first once: urgency must not starve anybody. */
const PASSED_OVER_LIMIT = 16;

/** The waiting keys of one class. */
interface Line {
  readonly keyClass: KeyClass;
  readonly turns: TenantTurns;
  waiting: number;
  passedOver: number;
}

/** A key that waits no longer, and the class that it had. */
export interface TakenKey {
  readonly key: string;
  readonly keyClass: KeyClass;
}

const emptyLine = (keyClass: KeyClass): Line => ({ keyClass, turns: new TenantTurns(), waiting: 0, passedOver: 0 });

/**
 * The keys that wait for a worker, each in one class: the more urgent class first, tenants in turn within it.
 * The work queue calls it. A key that moves to another class or is forgotten leaves a trace in its old line, which is passed over there.
 */
export class WaitingKeys {
  readonly #lines: Readonly<Record<KeyClass, Line>> = {
    changed: emptyLine('changed'),
    retry: emptyLine('retry'),
    settled: emptyLine('settled'),
    poll: emptyLine('poll'),
  };
  readonly #byUrgency = KEY_CLASSES.map((keyClass) => this.#lines[keyClass]);
  readonly #classes = new Map<string, KeyClass>();

  get size(): number {
    return this.#classes.size;
  }

  has(key: string): boolean {
    return this.#classes.has(key);
  }

  /** A key that waits already keeps its place, unless the class is more urgent than its own. */
  add(key: string, tenant: string, keyClass: KeyClass): void {
    const present = this.#classes.get(key);
    if (present !== undefined && moreUrgent(present, keyClass) === present) return;
    this.remove(key);
    this.#classes.set(key, keyClass);
    const line = this.#lines[keyClass];
    line.waiting += 1;
    line.turns.push(tenant, key);
  }

  remove(key: string): void {
    const keyClass = this.#classes.get(key);
    if (keyClass === undefined) return;
    this.#classes.delete(key);
    this.#lines[keyClass].waiting -= 1;
  }

  /** The key whose turn it is among these classes, of a tenant that may run one more. */
  take(mayRun: (tenant: string) => boolean, classes: readonly KeyClass[] = KEY_CLASSES): TakenKey | undefined {
    for (const line of this.#inOrder()) {
      if (!classes.includes(line.keyClass)) continue;
      const key = line.turns.take(mayRun, (candidate) => this.#classes.get(candidate) === line.keyClass);
      if (key === undefined) continue;
      this.remove(key);
      this.#age(line);
      return { key, keyClass: line.keyClass };
    }
    return undefined;
  }

  /** The tenant may run one more again. */
  resume(tenant: string): void {
    for (const { turns } of this.#byUrgency) turns.resume(tenant);
  }

  /** All starving lines come first, since the keys of one may all be of tenants that may not run now. */
  #inOrder(): readonly Line[] {
    const starving = this.#byUrgency.filter(({ waiting, passedOver }) => waiting > 0 && passedOver >= PASSED_OVER_LIMIT);
    return starving.length === 0 ? this.#byUrgency : [...starving, ...this.#byUrgency];
  }

  #age(served: Line): void {
    served.passedOver = 0;
    for (const line of this.#byUrgency) if (line !== served && line.waiting > 0) line.passedOver += 1;
  }
}
