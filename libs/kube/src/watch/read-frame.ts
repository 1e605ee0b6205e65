import type { KubeObject } from '../resource/kube-object.js';
import { withoutManagedFields } from './object-text.js';

/** One watch event, read. */
export type WatchFrame = ObjectFrame | BookmarkFrame | ErrorFrame;

/** An object was added, changed or deleted; of a deleted one this is the last state. */
export interface ObjectFrame {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  /** Without `managedFields`. */
  readonly object: KubeObject;
  /** What `object` was read from, where that is all that stands there. */
  readonly text?: string;
  readonly version: string;
}

/** All up to this version has been told. */
export interface BookmarkFrame {
  readonly type: 'BOOKMARK';
  readonly version: string;
  /** With this one, everything that was there at the beginning has been told. */
  readonly endsInitialEvents: boolean;
}

/** The server gives the stream up; the HTTP status was 200 all the same. */
export interface ErrorFrame {
  readonly type: 'ERROR';
  /** A Status object, as it came. */
  readonly status: unknown;
}

/** A line in a stream that is no watch event. Its text is not told, since it may be of a Secret. */
export class FrameUnreadable extends Error {
  constructor(readonly why: string, readonly characters: number) {
    super(`A line of ${characters} characters in the watch is no watch event: ${why}. Look at what answers at this URL`);
    this.name = new.target.name;
  }
}

/** Reads one line of a watch. Throws {@link FrameUnreadable}. */
export function readFrame(line: string): WatchFrame {
  return readPlainFrame(line) ?? readAnyFrame(line);
}

/** How every API server writes the events of a watch. */
const PLAIN_LINE = /^\{"type":"(ADDED|MODIFIED|DELETED)","object":(?=\{)/;

/** Most lines by far: nothing is parsed that is not kept. Answers undefined where a line is written in another way. */
function readPlainFrame(line: string): ObjectFrame | undefined {
  const [start, type] = PLAIN_LINE.exec(line) ?? [];
  const text = start === undefined ? undefined : withoutManagedFields(line.slice(start.length, -1));
  if (text === undefined) return undefined;
  const object = objectOf(text);
  if (object?.metadata === undefined || object.metadata.managedFields !== undefined) return undefined;
  return { type: type as ObjectFrame['type'], object: asObject(object, line), text, version: versionOf(object, line) };
}

/** Undefined where more stands behind the object. */
function objectOf(text: string): RawObject | undefined {
  try {
    return JSON.parse(text) as RawObject;
  } catch {
    return undefined;
  }
}

function readAnyFrame(text: string): WatchFrame {
  const { type, object } = parsed(text);
  switch (type) {
    case 'ADDED':
    case 'MODIFIED':
    case 'DELETED':
      delete object?.metadata?.managedFields;
      return { type, object: asObject(object, text), version: versionOf(object, text) };
    case 'BOOKMARK':
      return { type, version: versionOf(object, text), endsInitialEvents: endsInitialEvents(object) };
    case 'ERROR':
      return { type, status: object };
    default:
      throw new FrameUnreadable('its type is unknown', text.length);
  }
}

interface RawObject {
  readonly metadata?: { readonly name?: unknown; readonly resourceVersion?: unknown; readonly annotations?: Readonly<Record<string, unknown>>; managedFields?: unknown };
}

function parsed(text: string): { readonly type?: unknown; readonly object?: RawObject } {
  let frame: unknown;
  try {
    frame = JSON.parse(text);
  } catch {
    throw new FrameUnreadable('it is no JSON', text.length);
  }
  if (typeof frame !== 'object' || frame === null) throw new FrameUnreadable('it is no object', text.length);
  return frame;
}

function asObject(object: RawObject | undefined, text: string): KubeObject {
  if (typeof object?.metadata?.name !== 'string') throw new FrameUnreadable('its object has no name', text.length);
  return object as KubeObject;
}

function versionOf(object: RawObject | undefined, text: string): string {
  const version = object?.metadata?.resourceVersion;
  if (typeof version !== 'string') throw new FrameUnreadable('it has no resourceVersion', text.length);
  return version;
}

function endsInitialEvents(object: RawObject | undefined): boolean {
  return object?.metadata?.annotations?.['k8s.io/initial-events-end'] === 'true';
}
