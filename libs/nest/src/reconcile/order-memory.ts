import type { Told } from '../events/order-voice.js';
import { isOver } from './ended.js';
import type { Ended } from './ended.js';
import type { Pass } from './pass.js';

/** What the loop remembers of an order between two passes. None of it matters for correctness: a restart forgets it. */
export interface Remembered {
  /** Version of the order at the end of the last pass. */
  readonly version: string;
  /** How many passes in a row have changed nothing. */
  readonly quiet: number;
  readonly told: Told;
}

const NOTHING: Remembered = { version: '', quiet: 0, told: {} };

/** The loop's memory of all its orders. An order that is gone is forgotten. */
export class OrderMemory {
  readonly #orders = new Map<string, Remembered>();

  get size(): number {
    return this.#orders.size;
  }

  of(key: string): Remembered {
    return this.#orders.get(key) ?? NOTHING;
  }

  /** Takes in how a pass ended. */
  after(key: string, pass: Pass, ended: Ended): Remembered {
    if (isOver(ended)) return this.forget(key);
    const before = this.of(key);
    const version = pass.frame.fields.resourceVersion;
    const remembered = { version, quiet: version === before.version ? before.quiet + 1 : 0, told: pass.voice.told };
    this.#orders.set(key, remembered);
    return remembered;
  }

  forget(key: string): Remembered {
    this.#orders.delete(key);
    return NOTHING;
  }
}
