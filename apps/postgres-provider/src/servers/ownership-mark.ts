/**
 * Whose a database is, written as the comment of its role: PostgreSQL keeps it beside what was made, so it
 * survives the provider and its cluster, and an admin without superuser rights may write and read it.
 */
export interface OwnershipMark {
  /** `metadata.uid` of the order that it was made for. */
  readonly uid: string;
  /** The rotation and key that the role's password was derived with. */
  readonly rotation: number;
  readonly key: string;
  /** Kept by `deletionPolicy: Retain`; the next order with the same identity adopts it. */
  readonly retained: boolean;
}

/** What a role's comment says: a mark of ours, nothing yet, or words of somebody else. */
export type ReadMark =
  | { readonly kind: 'ours'; readonly mark: OwnershipMark }
  | { readonly kind: 'unmarked' }
  | { readonly kind: 'foreign' };

const prefix = 'kcp-runtime/postgres-provider ';

/** The comment that carries a mark. */
export function writeMark(mark: OwnershipMark): string {
  return prefix + JSON.stringify({ uid: mark.uid, rotation: mark.rotation, key: mark.key, retained: mark.retained });
}

/** Reads a role's comment back. A comment that is not ours is `foreign`: what bears it is never touched. */
export function readMark(comment: string | null): ReadMark {
  if (comment === null) return { kind: 'unmarked' };
  if (!comment.startsWith(prefix)) return { kind: 'foreign' };
  const mark = parse(comment.slice(prefix.length));
  return mark === undefined ? { kind: 'foreign' } : { kind: 'ours', mark };
}

function parse(text: string): OwnershipMark | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return isMark(value) ? value : undefined;
}

function isMark(value: unknown): value is OwnershipMark {
  if (typeof value !== 'object' || value === null) return false;
  const { uid, rotation, key, retained } = value as Record<string, unknown>;
  return typeof uid === 'string' && typeof rotation === 'number' && typeof key === 'string' && typeof retained === 'boolean';
}
