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
}

const HASH_LENGTH = 12;

/**
 * A short name for an endpoint URL under one identity of the export. From what is not to be seen at another URL, or under
 * another identity, nothing can be concluded about an order.
 */
export function seenAt(url: string, identityHash: string): string {
  return createHash('sha256').update(`${url}\n${identityHash}`).digest('base64url').slice(0, HASH_LENGTH);
}

/** The entry as it is kept beside its uid: ten thousand of them have to fit. */
export function writeNote({ offer, cluster, namespace, name, seenAt: where }: NotedOrder): string {
  return JSON.stringify([offer, cluster, namespace, name, where]);
}

/** Reads an entry; undefined where somebody has edited it. */
export function readNote(uid: string, text: string): NotedOrder | undefined {
  const parts = parsed(text);
  if (!Array.isArray(parts) || parts.length !== 5 || !parts.every((part) => typeof part === 'string')) return undefined;
  const [offer = '', cluster = '', namespace = '', name = '', where = ''] = parts;
  return { uid, offer, cluster, namespace, name, seenAt: where };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
