import type { PostgresServer } from '@kcp-runtime/testing';

/** Names of what the provider has made on a PostgreSQL server. */
export interface MadeOnServer {
  readonly databases: readonly string[];
  readonly roles: readonly string[];
}

/** Looks what is there now. */
export async function madeOnServer(postgres: PostgresServer): Promise<MadeOnServer> {
  const names = async (sql: string): Promise<string[]> => (await postgres.query(sql)).map((row) => String(row['name'])).sort();
  return {
    databases: await names("SELECT datname AS name FROM pg_database WHERE datname LIKE 'db\\_%'"),
    roles: await names("SELECT rolname AS name FROM pg_roles WHERE rolname LIKE 'db\\_%'"),
  };
}
