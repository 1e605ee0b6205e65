import type { KubeObject } from './kube-object.js';

/** The kinds of events that a watch delivers for objects. */
export type ChangeType = 'ADDED' | 'MODIFIED' | 'DELETED';

/** How an object is written for one kind of client; `key` tells encoders apart in the frame cache. */
export interface Encoder {
  readonly key: string;
  encode(object: KubeObject): string;
}

/** One committed write. Frames are made once for each encoder and shared by all watchers. */
export class Change {
  #frames: Map<string, Buffer> | undefined;

  constructor(
    readonly type: ChangeType,
    readonly cluster: string,
    readonly object: KubeObject,
    readonly previous: KubeObject | undefined,
    readonly version: number,
  ) {}

  /** The line of a watch stream that tells this change as `type`. */
  frame(type: ChangeType, encoder: Encoder): Buffer {
    const key = `${type} ${encoder.key}`;
    this.#frames ??= new Map();
    let frame = this.#frames.get(key);
    if (frame === undefined) {
      frame = encodeFrame(type, encoder.encode(this.shownAs(type)));
      this.#frames.set(key, frame);
    }
    return frame;
  }

  /** An object that left a selector is told with its old state and the new version. */
  private shownAs(type: ChangeType): KubeObject {
    if (type !== 'DELETED' || this.type === 'DELETED' || this.previous === undefined) return this.object;
    return { ...this.previous, metadata: { ...this.previous.metadata, resourceVersion: String(this.version) } };
  }
}

/** One line of a watch stream. */
export function encodeFrame(type: string, objectJson: string): Buffer {
  return Buffer.from(`{"type":"${type}","object":${objectJson}}\n`);
}

/** What a watcher with this selector sees of the change; undefined when nothing. */
export function seenAs(change: Change, matches: (object: KubeObject) => boolean): ChangeType | undefined {
  const now = change.type !== 'DELETED' && matches(change.object);
  const before = change.previous !== undefined && matches(change.previous);
  if (now) return before ? 'MODIFIED' : 'ADDED';
  return before ? 'DELETED' : undefined;
}
