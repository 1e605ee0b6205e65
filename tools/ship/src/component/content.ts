import { createHash } from 'node:crypto';

/** Bytes that are named by their SHA-256. */
export interface Content {
  readonly sha256: string;
  readonly mediaType: string;
  readonly bytes: Buffer;
}

/** Names bytes. */
export function contentOf(mediaType: string, bytes: Buffer): Content {
  return { sha256: createHash('sha256').update(bytes).digest('hex'), mediaType, bytes };
}

/** A document as JSON. */
export function jsonContent(mediaType: string, document: object): Content {
  return contentOf(mediaType, Buffer.from(JSON.stringify(document)));
}
