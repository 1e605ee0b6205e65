/** Reads the book of visits: who has visited which post, in the order in which PostgreSQL wrote it. */
import { eventually } from '@kcp-runtime/testing';
import type { EventuallyOptions, PostgresServer } from '@kcp-runtime/testing';

/** Which visits are waited for. */
export interface VisitQuery {
  /** Written after this mark. */
  readonly since: number;
  /** How many posts. */
  readonly posts: number;
  /** Not by the process of this id. */
  readonly butNotBy?: number | undefined;
  /** They have come to this line; 1 is to enter. */
  readonly line?: number;
}

/** Two visits of one post of which one has written something between the other's first and last line. */
export interface Overlap {
  readonly post: string;
  readonly pids: readonly [number, number];
}

/** The book, as a story reads it. */
export class VisitRecord {
  constructor(private readonly postgres: PostgresServer) {}

  /** The last line of the book, to count from. */
  async mark(): Promise<number> {
    return this.number('SELECT coalesce(max(seq), 0) AS found FROM visits');
  }

  /** Waits until one process has visited so many posts; returns its id. */
  async whenVisited({ since, posts, butNotBy = 0, line = 1 }: VisitQuery, patience: Pick<EventuallyOptions, 'deadlineMs' | 'intervalMs'> = {}): Promise<number> {
    const sql = `
      SELECT pid FROM visits WHERE seq > $1 AND line = $2 AND pid <> $3
      GROUP BY pid HAVING count(DISTINCT post) >= $4 ORDER BY max(seq) DESC`;
    return eventually(
      async () => {
        const [row] = await this.postgres.query(sql, [since, line, butNotBy, posts]);
        return row === undefined ? undefined : Number(row['pid']);
      },
      { deadlineMs: 60_000, ...patience, what: `one process to visit ${posts} posts` },
    );
  }

  /** How many posts were visited since `mark` before this one was. */
  async visitedBefore(post: string, mark: number): Promise<number> {
    return this.number('SELECT count(DISTINCT post) AS found FROM visits WHERE seq > $2 AND seq < (SELECT min(seq) FROM visits WHERE post = $1 AND seq > $2)', [post, mark]);
  }

  /** Ids of the processes that have written since `mark`. */
  async writersSince(mark: number): Promise<number[]> {
    return (await this.postgres.query('SELECT DISTINCT pid FROM visits WHERE seq > $1', [mark])).map((row) => Number(row['pid']));
  }

  /** How many visits of a process have entered and not left. */
  async unfinished(pid: number | undefined): Promise<number> {
    return this.number("SELECT count(*) AS found FROM (SELECT visit FROM visits WHERE pid = $1 GROUP BY visit HAVING bool_and(what <> 'leave')) AS entered", [pid]);
  }

  /** A visit lasts from its first to its last line: one whose process was killed or suspended is over with the last thing that it did. */
  async overlaps(): Promise<Overlap[]> {
    const rows = await this.postgres.query(`
      WITH lasting AS (SELECT visit, post, pid, min(seq) AS first, max(seq) AS last FROM visits GROUP BY visit, post, pid)
      SELECT a.post, a.pid AS one, b.pid AS other
      FROM lasting a JOIN lasting b ON a.post = b.post AND a.visit < b.visit AND a.first < b.last AND b.first < a.last`);
    return rows.map((row) => ({ post: String(row['post']), pids: [Number(row['one']), Number(row['other'])] }));
  }

  private async number(sql: string, values: readonly unknown[] = []): Promise<number> {
    return Number((await this.postgres.query(sql, values))[0]?.['found']);
  }
}
