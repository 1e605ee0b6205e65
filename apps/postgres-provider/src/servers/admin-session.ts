import { createHash } from 'node:crypto';
import pg from 'pg';

/**
 * One connection of the admin, holding the advisory lock of one identity: two processes that overlap in a rollout
 * cannot work on the same database at once. Statements take identifiers and literals only through `format`.
 */
export class AdminSession {
  private constructor(
    private readonly client: pg.PoolClient,
    private readonly signal: AbortSignal,
  ) {}

  /** Runs `work` under the identity's lock; the connection goes back to the pool, or is thrown away after a fault. */
  static async run<T>(pool: pg.Pool, identity: string, signal: AbortSignal, work: (session: AdminSession) => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const client = await pool.connect();
    const lock = createHash('sha256').update(identity).digest().readBigInt64BE().toString();
    let fault: Error | undefined;
    try {
      await client.query('SELECT pg_advisory_lock($1::bigint)', [lock]);
      const result = await work(new AdminSession(client, signal));
      await client.query('SELECT pg_advisory_unlock($1::bigint)', [lock]);
      return result;
    } catch (error) {
      fault = error instanceof Error ? error : new Error(String(error));
      throw error;
    } finally {
      client.release(fault);
    }
  }

  /** Rows of a query with `$1` parameters. */
  async rows<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    this.signal.throwIfAborted();
    return (await this.client.query<Row>(text, [...values])).rows;
  }

  /** A statement that takes no parameters (DDL): `%I` is an identifier, `%L` a literal, in order. */
  async execute(template: string, ...values: readonly (string | number)[]): Promise<void> {
    this.signal.throwIfAborted();
    await this.client.query(format(template, values));
  }
}

function format(template: string, values: readonly (string | number)[]): string {
  const rest = [...values];
  return template.replace(/%([IL])/g, (_, kind: string) => {
    const value = String(rest.shift());
    return kind === 'I' ? pg.escapeIdentifier(value) : pg.escapeLiteral(value);
  });
}
