import { createHash } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { AdminSession } from './admin-session.js';
import { databaseName } from './database-claim.js';
import type { DatabaseClaim, DatabaseLogin } from './database-claim.js';
import { dropDatabase, ensureDatabase, retainDatabase } from './shared-database.js';
import type { Dropped, Retained } from './shared-database.js';
import type { ServerAccess } from './server-access.js';

const poolSize = 8;
const connectTimeoutMs = 10_000;
const statementTimeoutMs = 60_000;
const idleTimeoutMs = 30_000;

/** The PostgreSQL servers that ProviderConfigs name: one small pool of admin connections each, ended when its last connection is, or at shutdown. */
@Injectable()
export class PostgresServers implements OnApplicationShutdown {
  private readonly logger = new Logger(PostgresServers.name);
  private readonly pools = new Map<string, pg.Pool>();

  /** How many servers there are connections to. */
  get connected(): number {
    return this.pools.size;
  }

  /** Makes or repairs database and login. Errors are PostgreSQL's own, or DatabaseTaken. */
  async ensure(claim: DatabaseClaim, signal: AbortSignal): Promise<DatabaseLogin> {
    const password = await AdminSession.run(this.pool(claim.access), claim.identity, signal, (session) => ensureDatabase(session, claim));
    const server = new URL(claim.access.adminUri);
    const name = databaseName(claim.identity);
    return { host: server.hostname, port: Number(server.port || 5432), database: name, username: name, password };
  }

  /** Drops connections, database and role of this order; what is another's is left alone. */
  async drop(access: ServerAccess, identity: string, uid: string, signal: AbortSignal): Promise<Dropped> {
    return AdminSession.run(this.pool(access), identity, signal, (session) => dropDatabase(session, identity, uid));
  }

  /** Keeps the data, shuts the login. */
  async retain(access: ServerAccess, identity: string, uid: string, signal: AbortSignal): Promise<Retained> {
    return AdminSession.run(this.pool(access), identity, signal, (session) => retainDatabase(session, identity, uid));
  }

  async onApplicationShutdown(): Promise<void> {
    const pools = [...this.pools.values()];
    this.pools.clear();
    await Promise.all(pools.map((pool) => pool.end()));
  }

  private pool({ adminUri }: ServerAccess): pg.Pool {
    const key = createHash('sha256').update(adminUri).digest('hex');
    const known = this.pools.get(key);
    if (known) return known;
    const pool = new pg.Pool({
      connectionString: adminUri,
      max: poolSize,
      connectionTimeoutMillis: connectTimeoutMs,
      idleTimeoutMillis: idleTimeoutMs,
      statement_timeout: statementTimeoutMs,
      application_name: 'postgres-provider',
    });
    // Without a listener a connection that the server drops while it is idle would end the process.
    pool.on('error', (error) => this.logger.warn(`An idle connection to PostgreSQL ended: ${error.message}`));
    pool.on('remove', () => this.closeUnused(key, pool));
    this.pools.set(key, pool);
    return pool;
  }

  /** A URI that nobody names any more, or that nobody has asked for a while, leaves nothing behind. */
  private closeUnused(key: string, pool: pg.Pool): void {
    if (this.pools.get(key) !== pool || pool.totalCount > 0 || pool.waitingCount > 0) return;
    this.pools.delete(key);
    pool.end().catch((error: Error) => this.logger.warn(`A pool of connections to PostgreSQL can not be closed: ${error.message}`));
  }
}
