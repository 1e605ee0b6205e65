/**
 * The book of visits, a table in PostgreSQL: a handler writes when it enters, at each step and when it leaves. What its process
 * does is then told by a server that nobody has suspended or killed.
 */
import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { OnModuleDestroy } from '@nestjs/common';
import pg from 'pg';

/** The table; `seq` puts all lines of all processes into the order in which the server wrote them. */
export const VISITS_TABLE = `
  CREATE TABLE visits (
    seq bigserial PRIMARY KEY,
    visit uuid NOT NULL,
    post text NOT NULL,
    pid integer NOT NULL,
    line integer NOT NULL,
    what text NOT NULL CHECK (what IN ('enter', 'work', 'leave'))
  )`;

/** What a visit writes. */
export type VisitLine = 'enter' | 'work' | 'leave';

/** One call of the handler. */
export interface Visit {
  write(what: VisitLine): Promise<void>;
}

/** Writes into the book, whichever database it is in. */
@Injectable()
export class VisitBook implements OnModuleDestroy {
  private readonly pools = new Map<string, pg.Pool>();

  /** A visit of a post. It has not entered yet. */
  visit(uri: string, post: string): Visit {
    const pool = this.poolOf(uri);
    const id = randomUUID();
    let line = 0;
    return {
      write: async (what) => {
        await pool.query('INSERT INTO visits (visit, post, pid, line, what) VALUES ($1, $2, $3, $4, $5)', [id, post, process.pid, ++line, what]);
      },
    };
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all([...this.pools.values()].map((pool) => pool.end()));
  }

  private poolOf(uri: string): pg.Pool {
    // A line counts when the server has it: nobody reads the book after a crash of the server.
    const pool = this.pools.get(uri) ?? new pg.Pool({ connectionString: uri, options: '-c synchronous_commit=off' });
    this.pools.set(uri, pool);
    return pool;
  }
}
