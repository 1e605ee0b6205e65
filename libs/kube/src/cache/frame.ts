import type { KubeObject } from '../resource/kube-object.js';

/** The least that is kept of every object beside its text; a `select` function adds what its owner wants to look at without parsing. */
export interface KeptFields {
  readonly uid: string;
  /** Opaque: compared for equality, never for order. */
  readonly resourceVersion: string;
  /** Missing where the kind has none. */
  readonly generation?: number;
}

/** One object as the server last told it. */
export interface Frame<F extends KeptFields> {
  readonly fields: F;
  /** The whole object without `managedFields`, parsed anew by each call: call it once a pass. */
  parse(): KubeObject;
}

/**
 * An object as text. V8 keeps a string with a single character above U+00FF in two bytes a character,
 * so such a text is kept as its UTF-8 bytes, one character a byte, and decoded when it is read.
 */
class TextFrame<F extends KeptFields> implements Frame<F> {
  constructor(
    private readonly text: string,
    readonly fields: F,
  ) {}

  parse(): KubeObject {
    return JSON.parse(unpacked(this.text)) as KubeObject;
  }
}

/**
 * The frame of an object. Its text is never a part of a network buffer, so that nothing of one stays alive.
 * @param text the object as JSON without managedFields; it is made where the caller has none
 */
export function frameOf<F extends KeptFields>(object: KubeObject, select: (object: KubeObject) => F, text?: string): Frame<F> {
  return new TextFrame(packed(text ?? JSON.stringify(withoutManagedFields(object))), select(object));
}

function withoutManagedFields(object: KubeObject): KubeObject {
  const { managedFields: _unread, ...metadata } = object.metadata;
  return { ...object, metadata };
}

function packed(text: string): string {
  return Buffer.byteLength(text, 'utf8') === text.length ? text : Buffer.from(text, 'utf8').toString('latin1');
}

function unpacked(text: string): string {
  return Buffer.byteLength(text, 'utf8') === text.length ? text : Buffer.from(text, 'latin1').toString('utf8');
}
