import type { KubeObject } from '../resource/kube-object.js';
import { frameOf } from './frame.js';
import type { Frame, KeptFields } from './frame.js';
import type { OwnMetadataPatch } from './metadata-difference.js';
import { OwnWrites } from './own-writes.js';
import { Tally } from './tally.js';

/** Something about a key that its owner should look at. `now` is what the cache shows from now on. */
export type FrameChange<F extends KeptFields> =
  | { readonly kind: 'added'; readonly key: string; readonly now: Frame<F> }
  /** Also when a frame that a newer answer hides told of somebody else's change: then `now` is `was`. */
  | { readonly kind: 'changed'; readonly key: string; readonly now: Frame<F>; readonly was: Frame<F> }
  | { readonly kind: 'deleted'; readonly key: string; readonly was: Frame<F> };

export interface FrameCacheOptions<F extends KeptFields> {
  /** The key of an object; undefined for one that does not concern this cache. */
  readonly keyOf: (object: KubeObject) => string | undefined;
  /** What is kept of an object beside its text. */
  readonly select: (object: KubeObject) => F;
  /** Called for each change, never for an unchanged resourceVersion and never for the echo of an own write. */
  readonly onChange: (change: FrameChange<F>) => void;
  /** A word to count objects by. What is kept of two objects with the same word may still differ. */
  readonly countBy?: (fields: F) => string;
}

/** A write of ours that is under way. Exactly one of the two is called, once. */
export interface OwnWrite<F extends KeptFields> {
  /** The server answered with this object. The pass goes on with the frame that comes back. */
  answered(object: KubeObject): Frame<F>;
  /** The write failed, or its outcome is unknown. */
  failed(): void;
}

/** What a fill found beside what was known. */
export interface FillSummary {
  readonly added: number;
  readonly changed: number;
  readonly vanished: number;
}

/** A fill that is going on: every object that there is, and in the end what is there no longer. */
export interface Fill {
  /** @param text as for {@link FrameCache.put} */
  put(object: KubeObject, text?: string): void;
  finish(): FillSummary;
}

/**
 * All objects of one kind at one URL, of all workspaces in one Map: what an event costs does not depend on the number of workspaces.
 * A reflector writes into it; a source hears of changes; a pass reads from it and registers its own writes, so that it sees them at once
 * and yet nothing of anybody else's is lost. It has no timer and does no I/O.
 */
export class FrameCache<F extends KeptFields> {
  readonly #options: FrameCacheOptions<F>;
  readonly #frames = new Map<string, Frame<F>>();
  readonly #own = new Map<string, OwnWrites<F>>();
  readonly #tally = new Tally();
  #fills = 0;

  constructor(options: FrameCacheOptions<F>) {
    this.#options = options;
  }

  get size(): number {
    return this.#frames.size;
  }

  keys(): IterableIterator<string> {
    return this.#frames.keys();
  }

  /** The object as it is now: the stream's newest frame, or our own answer as long as the stream is behind it. */
  get(key: string): Frame<F> | undefined {
    return this.#own.get(key)?.shown ?? this.#frames.get(key);
  }

  /** How many objects bear each word of `countBy`, as they are shown now. To ask costs the same with any number of them. */
  get counts(): ReadonlyMap<string, number> {
    return this.#tally.counts;
  }

  /**
   * Registers a write before it goes out, one at a time for a key.
   * @param before the object as the pass has read it, or the answer to its write before this one; undefined for a create
   * @param patch what the write changes in metadata, so that the answer is not taken for somebody else's change
   */
  beginWrite(key: string, before: KubeObject | undefined, patch: OwnMetadataPatch = {}): OwnWrite<F> {
    const own = this.#own.get(key) ?? new OwnWrites<F>();
    this.#own.set(key, own);
    const was = this.get(key);
    const write = own.begin(before?.metadata, patch);
    return {
      answered: (object) => {
        const frame = frameOf(object, this.#options.select);
        const shown = this.get(key);
        const verdict = own.answered(write, { frame, metadata: object.metadata, fill: this.#fills }, this.#frames.get(key));
        this.#count(key, shown);
        this.#settle(key, was, verdict);
        return frame;
      },
      failed: () => this.#settle(key, was, own.failed(write)),
    };
  }

  /**
   * A frame of the stream: the object was added or changed.
   * @param text the object as JSON without managedFields, where the caller has it
   */
  put(object: KubeObject, text?: string): void {
    this.#put(object, text, undefined);
  }

  /** A frame of the stream: the object is gone. A second one, or one of another uid, changes nothing. */
  remove(object: KubeObject): void {
    const key = this.#options.keyOf(object);
    if (key !== undefined && this.#frames.get(key)?.fields.uid === object.metadata.uid) this.#vanish(key);
  }

  /** A frame of the stream: all up to now has been told. */
  bookmark(): void {
    for (const [key, own] of this.#own) {
      const was = own.shown;
      const verdict = own.bookmark();
      this.#count(key, was ?? this.#frames.get(key));
      this.#settle(key, was, verdict);
    }
  }

  /** Begins to fill afresh. Call it before the request goes out: what was answered before lies in what the server then tells. */
  beginFill(): Fill {
    const number = ++this.#fills;
    const present = new Set<string>();
    const found = { added: 0, changed: 0 };
    return {
      put: (object, text) => {
        const put = this.#put(object, text, number);
        if (put === undefined) return;
        present.add(put.key);
        if (put.outcome !== 'unchanged') found[put.outcome] += 1;
      },
      finish: () => {
        const vanished = [...this.#absent(present, number)];
        for (const key of vanished) this.#vanish(key);
        return { ...found, vanished: vanished.length };
      },
    };
  }

  *#absent(present: ReadonlySet<string>, fill: number): Iterable<string> {
    for (const key of this.#frames.keys()) if (!present.has(key)) yield key;
    for (const [key, own] of this.#own) if (!this.#frames.has(key) && !present.has(key) && own.isOutlivedBy(fill)) yield key;
  }

  #put(object: KubeObject, text: string | undefined, fill: number | undefined): { readonly key: string; readonly outcome: 'added' | 'changed' | 'unchanged' } | undefined {
    const key = this.#options.keyOf(object);
    if (key === undefined) return undefined;
    const had = this.#frames.get(key);
    const isKnown = had !== undefined && had.fields.resourceVersion === object.metadata.resourceVersion && had.fields.uid === object.metadata.uid;
    const own = this.#own.get(key);
    if (isKnown && (own === undefined || fill === undefined)) return { key, outcome: 'unchanged' };
    const was = this.get(key);
    const frame = isKnown ? had : frameOf(object, this.#options.select, text);
    this.#frames.set(key, frame);
    const verdict = own?.sees(frame, object.metadata, fill) ?? 'news';
    this.#count(key, was);
    this.#settle(key, was, verdict);
    return { key, outcome: had === undefined ? 'added' : isKnown ? 'unchanged' : 'changed' };
  }

  #vanish(key: string): void {
    const was = this.get(key);
    this.#frames.delete(key);
    this.#own.get(key)?.deleted();
    this.#count(key, was);
    this.#dropSettled(key);
    if (was !== undefined) this.#options.onChange({ kind: 'deleted', key, was });
  }

  /** @param was what was shown before */
  #count(key: string, was: Frame<F> | undefined): void {
    const { countBy } = this.#options;
    if (countBy === undefined) return;
    const now = this.get(key);
    if (now !== was) this.#tally.move(was && countBy(was.fields), now && countBy(now.fields));
  }

  #settle(key: string, was: Frame<F> | undefined, verdict: 'news' | 'noNews'): void {
    const now = this.get(key);
    this.#dropSettled(key);
    if (verdict === 'news' && now !== undefined) this.#tell(key, was, now);
  }

  #tell(key: string, was: Frame<F> | undefined, now: Frame<F>): void {
    if (was === undefined) return this.#options.onChange({ kind: 'added', key, now });
    if (was.fields.uid === now.fields.uid) return this.#options.onChange({ kind: 'changed', key, now, was });
    this.#options.onChange({ kind: 'deleted', key, was });
    this.#options.onChange({ kind: 'added', key, now });
  }

  #dropSettled(key: string): void {
    if (this.#own.get(key)?.isOver === true) this.#own.delete(key);
  }
}
