import type { ObjectMeta } from '../resource/kube-object.js';
import type { Frame, KeptFields } from './frame.js';
import { differsForOthers, expectedMetadata } from './metadata-difference.js';
import type { OwnMetadataPatch } from './metadata-difference.js';

/**
 * What our own writes mean for one key. The frame cache keeps one of these for a key as long as a write is under way
 * or an answer lies over the cache, and asks it about every frame of that key. It never calls anybody.
 *
 * A stream is ordered, so until the frame with exactly the answer's version has come, every other frame of the key is older.
 * Versions are opaque: order is known from the stream alone, and from the generation, which only grows while the uid stays.
 */
export class OwnWrites<F extends KeptFields> {
  #overlay: Overlay<F> | undefined;
  readonly #underWay = new Set<UnderWay>();
  readonly #ownVersions = new Set<string>();

  /** The answer that lies over the cache. */
  get shown(): Frame<F> | undefined {
    return this.#overlay?.frame;
  }

  get isWriting(): boolean {
    return this.#underWay.size > 0;
  }

  get isOver(): boolean {
    return !this.isWriting && this.#overlay === undefined;
  }

  /** @param read undefined for an object that is being created */
  begin(read: ObjectMeta | undefined, patch: OwnMetadataPatch): UnderWay {
    const write: UnderWay = { read, expected: read && expectedMetadata(read, patch), seen: [], isGone: false };
    this.#underWay.add(write);
    return write;
  }

  /**
   * A frame of the key came. Answers whether it tells of something that is not ours;
   * while a write is under way that is only noted, since the frame may turn out to be the echo of that write.
   */
  sees({ fields }: Frame<F>, metadata: ObjectMeta, fill: number | undefined): 'news' | 'noNews' {
    const isOwn = this.#ownVersions.has(fields.resourceVersion);
    for (const write of this.#underWay) {
      write.seen.push({ version: fields.resourceVersion, isOwn, isForeign: !isOwn && isNews(write.read, metadata) });
    }
    const overlay = this.#overlay;
    if (overlay === undefined) return this.isWriting ? 'noNews' : 'news';
    if (fields.resourceVersion === overlay.frame.fields.resourceVersion) this.#overlay = undefined;
    else if (isNewer(fields, overlay.frame.fields) || (fill !== undefined && overlay.answeredInFill < fill)) this.#overlay = undefined;
    else return !this.isWriting && !isOwn && isNews(overlay.read, metadata) ? 'news' : 'noNews';
    return this.isWriting || isOwn ? 'noNews' : 'news';
  }

  /** The object is gone: nothing of ours may bring it back. */
  deleted(): void {
    this.#overlay = undefined;
    for (const write of this.#underWay) write.isGone = true;
  }

  /** The server answered a write. `cached` is the newest frame of the stream. */
  answered(write: UnderWay, answer: Answer<F>, cached: Frame<F> | undefined): 'news' | 'noNews' {
    this.#underWay.delete(write);
    const { frame, metadata, fill } = answer;
    const { uid, resourceVersion: version } = frame.fields;
    // Not missing where our own create lies over the cache: the stream has not told of it yet.
    const isMissing = cached === undefined && this.#overlay === undefined && write.read !== undefined;
    const isReplaced = cached !== undefined && cached.fields.uid !== uid;
    if (write.isGone || isMissing || isReplaced || version === write.read?.resourceVersion) return withoutEffect(write);
    this.#ownVersions.add(version);
    const echo = write.seen.findIndex((seen) => seen.version === version);
    const isForeign = (write.expected !== undefined && differsForOthers(write.expected, metadata)) || hasNews(write, echo);
    const isThere = echo !== -1 || (cached !== undefined && (cached.fields.resourceVersion === version || isNewer(cached.fields, frame.fields)));
    this.#overlay = isThere ? undefined : { frame, read: metadata, answeredInFill: fill, bookmarks: 0 };
    return isForeign ? 'news' : 'noNews';
  }

  /** A write came to nothing, or nobody knows what became of it. */
  failed(write: UnderWay): 'news' | 'noNews' {
    this.#underWay.delete(write);
    return withoutEffect(write);
  }

  /** A fill that had begun after the answer does not hold the object any more. */
  isOutlivedBy(fill: number): boolean {
    return this.#overlay !== undefined && this.#overlay.answeredInFill < fill;
  }

  /**
   * A bookmark came. It tells that the stream has told all up to some moment, so an answer that lived through a whole span
   * between two of them will not come any more: a fill overtook it, and it must not lie there for ever.
   */
  bookmark(): 'news' | 'noNews' {
    const overlay = this.#overlay;
    if (overlay === undefined) return 'noNews';
    overlay.bookmarks += 1;
    if (overlay.bookmarks < 2) return 'noNews';
    this.#overlay = undefined;
    return 'news';
  }
}

/** A write of ours between request and answer. */
export interface UnderWay {
  readonly read: ObjectMeta | undefined;
  readonly expected: ObjectMeta | undefined;
  readonly seen: { readonly version: string; readonly isOwn: boolean; readonly isForeign: boolean }[];
  isGone: boolean;
}

/** What the server made of a write. */
export interface Answer<F extends KeptFields> {
  readonly frame: Frame<F>;
  readonly metadata: ObjectMeta;
  /** Number of the newest fill that had begun when the answer came. */
  readonly fill: number;
}

interface Overlay<F extends KeptFields> {
  readonly frame: Frame<F>;
  /** With this the pass goes on, so frames are compared with it. */
  readonly read: ObjectMeta;
  readonly answeredInFill: number;
  bookmarks: number;
}

/** Another object, or a newer generation of the same: no answer to an older one may hide it. */
function isNewer(one: KeptFields, other: KeptFields): boolean {
  return one.uid !== other.uid || (one.generation ?? 0) > (other.generation ?? 0);
}

/** Whether a frame that is not ours tells more than was read. Where a kind has no generation, a change of its content can't be told from none. */
function isNews(read: ObjectMeta | undefined, metadata: ObjectMeta): boolean {
  return read === undefined || metadata.generation === undefined || differsForOthers(read, metadata);
}

/** Of a write that is not to be shown, only what others did meanwhile matters. */
function withoutEffect({ seen }: UnderWay): 'news' | 'noNews' {
  return seen.some(({ isOwn }) => !isOwn) ? 'news' : 'noNews';
}

/** Whether among the frames that came while a write was under way there is one that somebody must look at. */
function hasNews({ seen }: UnderWay, echo: number): boolean {
  return seen.some(({ isOwn, isForeign }, index) => (echo !== -1 && index > echo ? !isOwn : index !== echo && isForeign));
}
