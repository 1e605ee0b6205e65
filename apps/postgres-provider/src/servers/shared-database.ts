/**
 * One database with a login role of its own on a shared server. Each step looks first and repairs what differs, so
 * that it may be killed between any two and run again. The admin has CREATEDB and CREATEROLE only (no superuser):
 * it makes itself a member of the role, which lets it own, alter and drop the role's database on 15 as on 18.
 */
import type { AdminSession } from './admin-session.js';
import { DatabaseTaken, databaseName, type DatabaseClaim } from './database-claim.js';
import { keyFingerprint, loginPassword } from './login-password.js';
import { writeMark, type OwnershipMark } from './ownership-mark.js';
import { findStanding, whose, type Database, type Role, type Standing } from './standing.js';

/**
 * Makes the database and its login as the claim says. Returns the password that works from now on.
 * @throws DatabaseTaken when what stands there is another order's.
 */
export async function ensureDatabase(session: AdminSession, claim: DatabaseClaim): Promise<string> {
  const name = databaseName(claim.identity);
  const standing = await findStanding(session, name);
  if (whose(standing, claim.uid) === 'other') throw new DatabaseTaken(name);
  const password = loginPassword({ key: claim.access.passwordKey, identity: claim.identity, rotation: claim.rotation });
  const mark: OwnershipMark = { uid: claim.uid, rotation: claim.rotation, key: keyFingerprint(claim.access.passwordKey), retained: false };
  if (standing.role === undefined) await createRole(session, name, claim, password, mark);
  else await repairRole(session, name, standing.role, claim, password, mark, standing.mark);
  if (standing.database === undefined) await createDatabase(session, name, mark);
  else await repairDatabase(session, name, standing.database, mark);
  return password;
}

/** What became of a database whose order goes. */
export type Dropped = 'dropped' | 'absent' | 'leftAlone';

/** Drops connections, database and role, if they are this order's. What was made for another uid is left alone. */
export async function dropDatabase(session: AdminSession, identity: string, uid: string): Promise<Dropped> {
  const name = databaseName(identity);
  const standing = await findStanding(session, name);
  const owner = whose(standing, uid);
  if (owner !== 'this') return owner === 'nobody' ? 'absent' : 'leftAlone';
  await shut(session, name, standing);
  await session.execute('DROP DATABASE IF EXISTS %I WITH (FORCE)', name);
  if (standing.role === undefined) return 'dropped';
  // A login may have left large objects in the admin's own database, where everybody may connect.
  await session.execute('DROP OWNED BY %I', name);
  await session.execute('DROP ROLE %I', name);
  return 'dropped';
}

/** What became of a database whose data is kept. */
export type Retained = 'retained' | 'absent' | 'leftAlone';

/** Keeps the data for the next order with the same identity: the login is shut, its connections are ended. */
export async function retainDatabase(session: AdminSession, identity: string, uid: string): Promise<Retained> {
  const name = databaseName(identity);
  const standing = await findStanding(session, name);
  const owner = whose(standing, uid);
  if (owner !== 'this' || standing.mark === undefined) return owner === 'nobody' ? 'absent' : 'leftAlone';
  await shut(session, name, standing);
  const mark = writeMark({ ...standing.mark, retained: true });
  if (standing.database !== undefined) await session.execute('COMMENT ON DATABASE %I IS %L', name, mark);
  if (standing.role !== undefined) await session.execute('COMMENT ON ROLE %I IS %L', name, mark);
  return 'retained';
}

async function createRole(session: AdminSession, name: string, claim: DatabaseClaim, password: string, mark: OwnershipMark): Promise<void> {
  // Several statements in one simple query are one transaction: a role is never seen without its mark.
  await session.execute(
    `CREATE ROLE %I LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE CONNECTION LIMIT ${limit(claim.connections)} PASSWORD %L;
     COMMENT ON ROLE %I IS %L; GRANT %I TO CURRENT_USER`,
    name, password, name, writeMark(mark), name,
  );
}

async function repairRole(
  session: AdminSession, name: string, role: Role, claim: DatabaseClaim, password: string, mark: OwnershipMark, before: OwnershipMark | undefined,
): Promise<void> {
  if (!role.adminIsMember) await session.execute('GRANT %I TO CURRENT_USER', name);
  if (before?.rotation !== mark.rotation || before.key !== mark.key) await session.execute('ALTER ROLE %I PASSWORD %L', name, password);
  if (role.connections !== claim.connections || !role.canLogin) {
    await session.execute(`ALTER ROLE %I LOGIN CONNECTION LIMIT ${limit(claim.connections)}`, name);
  }
  if (role.comment !== writeMark(mark)) await session.execute('COMMENT ON ROLE %I IS %L', name, writeMark(mark));
}

async function createDatabase(session: AdminSession, name: string, mark: OwnershipMark): Promise<void> {
  // Closed until CONNECT is revoked from PUBLIC, so that no other login gets in between the two.
  await session.execute('CREATE DATABASE %I OWNER %I TEMPLATE template0 ALLOW_CONNECTIONS false', name, name);
  await repairDatabase(session, name, { owner: name, open: false, publicMayConnect: true, comment: null }, mark);
}

async function repairDatabase(session: AdminSession, name: string, database: Database, mark: OwnershipMark): Promise<void> {
  if (database.owner !== name) await session.execute('ALTER DATABASE %I OWNER TO %I', name, name);
  if (database.comment !== writeMark(mark)) await session.execute('COMMENT ON DATABASE %I IS %L', name, writeMark(mark));
  if (database.publicMayConnect) await session.execute('REVOKE CONNECT, TEMPORARY ON DATABASE %I FROM PUBLIC', name);
  if (!database.open) await session.execute('ALTER DATABASE %I ALLOW_CONNECTIONS true', name);
}

async function shut(session: AdminSession, name: string, { role }: Standing): Promise<void> {
  if (role === undefined) return;
  if (!role.adminIsMember) await session.execute('GRANT %I TO CURRENT_USER', name);
  if (role.canLogin) await session.execute('ALTER ROLE %I NOLOGIN', name);
  await session.rows('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [name]);
}

function limit(connections: number): string {
  if (!Number.isSafeInteger(connections) || connections < 1) throw new RangeError(`A connection limit is a whole number from 1, not ${connections}.`);
  return String(connections);
}
