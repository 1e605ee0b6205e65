import type { ServerAccess } from './server-access.js';

/** The database that an order asks for, in the server's words. */
export interface DatabaseClaim {
  readonly access: ServerAccess;
  /** `order.identity`; database and role are named `db_` + identity (29 characters, PostgreSQL cuts at 63 bytes). */
  readonly identity: string;
  readonly uid: string;
  readonly rotation: number;
  /** The most connections that the login may hold at once. */
  readonly connections: number;
}

/** A login that works, and where. */
export interface DatabaseLogin {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly username: string;
  readonly password: string;
}

/** Name of the database and of its role. */
export function databaseName(identity: string): string {
  return `db_${identity}`;
}

/** What stands under this order's name was made for somebody else; it is never touched. */
export class DatabaseTaken extends Error {
  override readonly name = 'DatabaseTaken';
  constructor(readonly database: string) {
    super(
      `Database ${database} was made for another order and is left alone. Order under another name, or have the provider's operator remove the old database.`,
    );
  }
}
