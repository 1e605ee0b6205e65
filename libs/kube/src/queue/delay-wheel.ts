import type { Clock, Timer } from '../time/clock.js';

export interface DelayWheelOptions<T> {
  readonly clock: Clock;
  /** Called for each entry that is due, after it has left the wheel. */
  readonly onDue: (key: string, tag: T) => void;
  /** Width of a bucket: no entry comes early, and none later than this; 100 ms without it. */
  readonly bucketMs?: number;
}

interface Slot<T> {
  readonly bucket: number;
  readonly tag: T;
}

/** So far ahead the wheel looks for its next bucket; it wakes for nothing when none is nearer. */
const LOOK_AHEAD_BUCKETS = 600;

/**
 * Due times of many keys, with one timer for all of them: a timer of its own for every order that waits
 * for its next poll costs some 300 bytes each. The work queue owns it, starts it and stops it.
 * A key has one due time. It never decides anything: it says that a time has come.
 */
export class DelayWheel<T> {
  readonly #clock: Clock;
  readonly #onDue: (key: string, tag: T) => void;
  readonly #bucketMs: number;
  readonly #slots = new Map<string, Slot<T>>();
  /** An entry that was moved or deleted stays in its old bucket until that is due, and is passed over then. */
  readonly #buckets = new Map<number, string[]>();
  /** One object for all entries of the same bucket and tag, since most polls look alike. */
  #lastSlot: Slot<T> | undefined;
  /** Up to this bucket, all is done. */
  #emptied = 0;
  #isRunning = false;
  #timer: { readonly bucket: number; readonly handle: Timer } | undefined;

  constructor({ clock, onDue, bucketMs = 100 }: DelayWheelOptions<T>) {
    this.#clock = clock;
    this.#onDue = onDue;
    this.#bucketMs = bucketMs;
  }

  get size(): number {
    return this.#slots.size;
  }

  /** Fires what is due from now on; entries may be set before. */
  start(): void {
    this.#isRunning = true;
    this.#arm();
  }

  /** Fires nothing any more; the entries stay. */
  stop(): void {
    this.#isRunning = false;
    this.#timer?.handle.cancel();
    this.#timer = undefined;
  }

  /** Sets the key's due time, in place of an earlier or later one. A delay that is no number is none: an entry for it would never be due. */
  set(key: string, delayMs: number, tag: T): void {
    if (this.#buckets.size === 0) this.#emptied = this.#nowBucket();
    const dueMs = this.#clock.elapsed() + (delayMs > 0 ? delayMs : 0);
    const bucket = Math.max(this.#emptied + 1, Math.ceil(dueMs / this.#bucketMs));
    this.#slots.set(key, this.#slot(bucket, tag));
    const keys = this.#buckets.get(bucket);
    if (keys === undefined) this.#buckets.set(bucket, [key]);
    else keys.push(key);
    if (this.#isRunning && (this.#timer === undefined || bucket < this.#timer.bucket)) this.#armFor(bucket);
  }

  delete(key: string): void {
    this.#slots.delete(key);
  }

  /** What is set for the key, if anything. */
  get(key: string): { readonly inMs: number; readonly tag: T } | undefined {
    const slot = this.#slots.get(key);
    return slot && { inMs: Math.max(0, slot.bucket * this.#bucketMs - this.#clock.elapsed()), tag: slot.tag };
  }

  #slot(bucket: number, tag: T): Slot<T> {
    if (this.#lastSlot?.bucket !== bucket || this.#lastSlot.tag !== tag) this.#lastSlot = { bucket, tag };
    return this.#lastSlot;
  }

  #nowBucket(): number {
    return Math.floor(this.#clock.elapsed() / this.#bucketMs);
  }

  #arm(): void {
    if (!this.#isRunning || this.#buckets.size === 0) return;
    let next = this.#emptied + 1;
    while (next < this.#emptied + LOOK_AHEAD_BUCKETS && !this.#buckets.has(next)) next += 1;
    this.#armFor(next);
  }

  #armFor(bucket: number): void {
    this.#timer?.handle.cancel();
    const delayMs = Math.max(0, bucket * this.#bucketMs - this.#clock.elapsed());
    this.#timer = { bucket, handle: this.#clock.timer(delayMs, () => this.#fire(bucket)) };
  }

  /** A timer may come a trifle early, hence the bucket that it was for. */
  #fire(armedFor: number): void {
    this.#timer = undefined;
    const now = Math.max(armedFor, this.#nowBucket());
    while (this.#emptied < now && this.#buckets.size > 0) this.#empty(++this.#emptied);
    this.#arm();
  }

  #empty(bucket: number): void {
    const keys = this.#buckets.get(bucket);
    if (keys === undefined) return;
    this.#buckets.delete(bucket);
    for (const key of keys) {
      const slot = this.#slots.get(key);
      if (slot?.bucket !== bucket) continue;
      this.#slots.delete(key);
      this.#onDue(key, slot.tag);
    }
  }
}
