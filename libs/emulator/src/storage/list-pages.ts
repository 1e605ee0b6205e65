import type { KubeObject } from './kube-object.js';

/** How long and how many unfinished paged lists are kept; older ones expire, as etcd's compaction makes them. */
const KEPT_MS = 300_000;
const KEPT_LISTS = 64;

/** The rest of a paged list, as of the version of its first page. */
export interface PagedRest {
  readonly version: number;
  readonly items: readonly KubeObject[];
  readonly next: number;
}

/**
 * Snapshots behind `continue` tokens. Objects are immutable, so a snapshot is only an array of references.
 */
export class ListPages {
  readonly #lists = new Map<string, { version: number; items: readonly KubeObject[]; keptUntil: number }>();
  #count = 0;

  constructor(private readonly now: () => number) {}

  /** Keeps the items and gives the token that goes on at `next`. */
  keep(version: number, items: readonly KubeObject[], next: number): string {
    this.#count += 1;
    const id = String(this.#count);
    this.#lists.set(id, { version, items, keptUntil: this.now() + KEPT_MS });
    const oldest = this.#lists.keys().next().value;
    if (this.#lists.size > KEPT_LISTS && oldest !== undefined) this.#lists.delete(oldest);
    return tokenOf(id, next);
  }

  /** The token for a later place in the list that this token belongs to. */
  advance(token: string, next: number): string {
    return tokenOf(readToken(token)?.id ?? '', next);
  }

  /** What a token stands for: the rest of a list, expired, or no token of ours at all. */
  open(token: string): PagedRest | 'expired' | 'malformed' {
    const place = readToken(token);
    if (place === undefined) return 'malformed';
    const list = this.#lists.get(place.id);
    return list === undefined || list.keptUntil <= this.now() ? 'expired' : { version: list.version, items: list.items, next: place.next };
  }

  clear(): void {
    this.#lists.clear();
  }
}

function tokenOf(id: string, next: number): string {
  return Buffer.from(JSON.stringify({ id, next })).toString('base64url');
}

function readToken(token: string): { id: string; next: number } | undefined {
  try {
    const place: unknown = JSON.parse(Buffer.from(token, 'base64url').toString());
    if (typeof place !== 'object' || place === null || !('id' in place) || !('next' in place)) return undefined;
    if (typeof place.id !== 'string' || typeof place.next !== 'number') return undefined;
    return { id: place.id, next: place.next };
  } catch {
    return undefined;
  }
}
