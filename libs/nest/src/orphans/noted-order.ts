import { createHash } from 'node:crypto';

/** An order that something outside may have been made for. */
export interface NotedOrder {
  readonly uid: string;
  /** `<plural>.<group>` */
  readonly offer: string;
  /** Name of the logical cluster. */
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  /** Where it was seen last: {@link seenAt}. */
  readonly seenAt: string;
  /** The generation that was noted; 0 where an earlier version has noted it. */
  readonly generation: number;
  /** What was ordered then, for whoever has to clean up; undefined where it was too long to keep. */
  readonly spec: unknown;
}

/** A spec may be of any length, and a shard of the record must not become longer than the platform takes. */
const LONGEST_SPEC = 512;
const HASH_LENGTH = 12;

/**
 * A short name for an endpoint URL under one identity of the export. From what is not to be seen at another URL, or under
 * another identity, nothing can be concluded about an order.
 */
export function seenAt(url: string, identityHash: string): string {
  return createHash('sha256').update(`${url}\n${identityHash}`).digest('base64url').slice(0, HASH_LENGTH);
}

/** The entry as it is kept beside its uid: ten thousand of them have to fit. */
export function writeNote({ offer, cluster, namespace, name, seenAt: where, generation, spec }: NotedOrder): string {
  const names = [offer, cluster, namespace, name, where, generation];
  const isShort = (JSON.stringify(spec) ?? '').length <= LONGEST_SPEC;
  return JSON.stringify(isShort && spec !== undefined ? [...names, spec] : names);
}

/** Reads an entry; undefined where somebody has edited it. */
export function readNote(uid: string, text: string): NotedOrder | undefined {
  const parts = parsed(text);
  if (!Array.isArray(parts)) return undefined;
  const [offer, cluster, namespace, name, where, generation = 0, spec] = parts as readonly unknown[];
  if (!isText(offer) || !isText(cluster) || !isText(namespace) || !isText(name) || !isText(where) || typeof generation !== 'number') return undefined;
  return { uid, offer, cluster, namespace, name, seenAt: where, generation, spec };
}

function isText(part: unknown): part is string {
  return typeof part === 'string';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
