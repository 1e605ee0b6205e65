import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, startPostgres } from '@kcp-runtime/testing';
import type { PostgresServer } from '@kcp-runtime/testing';
import pg from 'pg';
import { DatabaseTaken, databaseName } from './database-claim.js';
import type { DatabaseClaim, DatabaseLogin } from './database-claim.js';
import { PostgresServers } from './postgres-servers.js';
import type { ServerAccess } from './server-access.js';

const never = new AbortController().signal;
const key = 'k'.repeat(32);
let next = 0;

describe.each([15, 18] as const)('a shared PostgreSQL %i', (version) => {
  let server: PostgresServer;
  let servers: PostgresServers;
  let access: ServerAccess;

  beforeAll(async () => {
    server = await startPostgres({ version });
    servers = new PostgresServers();
    access = { adminUri: server.uri(await server.createAdmin()), passwordKey: key };
  }, 60_000);
  afterAll(async () => {
    await servers.onApplicationShutdown();
    await server.stop();
  }, 30_000);

  const claim = (change: Partial<DatabaseClaim> = {}): DatabaseClaim => ({
    access, identity: `order${String(++next).padStart(21, '0')}`, uid: `uid-${next}`, rotation: 0, connections: 5, ...change,
  });
  const ensure = (wanted: DatabaseClaim): Promise<DatabaseLogin> => servers.ensure(wanted, never);

  it('gives each order a database that its login works in', async () => {
    const login = await ensure(claim());
    await expect(query(login, 'CREATE TABLE mine (id int); INSERT INTO mine VALUES (7); SELECT id FROM mine')).resolves.toEqual([{ id: 7 }]);
  });

  it("refuses one order's login at another order's database", async () => {
    const [red, blue] = [await ensure(claim()), await ensure(claim())];
    await expect(query({ ...red, database: blue.database }, 'SELECT 1')).rejects.toThrow(/permission denied for database/);
  });

  it('holds a login to its connection limit, and takes over a new one', async () => {
    const wanted = claim({ connections: 1 });
    const login = await ensure(wanted);
    const first = await connect(login);
    await expect(query(login, 'SELECT 1')).rejects.toThrow(/too many connections/);
    await ensure({ ...wanted, connections: 2 });
    await expect(query(login, 'SELECT 1 AS one')).resolves.toEqual([{ one: 1 }]);
    await first.end();
  });

  it('changes nothing on a second pass', async () => {
    const wanted = claim();
    await ensure(wanted);
    const before = await catalogue(server, wanted);
    await ensure(wanted);
    expect(await catalogue(server, wanted)).toEqual(before);
  });

  it('makes another password for another rotation, and shuts the old one out', async () => {
    const wanted = claim();
    const old = await ensure(wanted);
    const fresh = await ensure({ ...wanted, rotation: 1 });
    await expect(query(old, 'SELECT 1')).rejects.toThrow(/password authentication failed/);
    await expect(query(fresh, 'SELECT 1 AS one')).resolves.toEqual([{ one: 1 }]);
  });

  it('repairs a connection limit and a login that somebody changed by hand', async () => {
    const wanted = claim();
    const login = await ensure(wanted);
    await server.query(`ALTER ROLE ${login.username} NOLOGIN CONNECTION LIMIT 99`);
    await ensure(wanted);
    expect(await server.query('SELECT rolcanlogin, rolconnlimit FROM pg_roles WHERE rolname = $1', [login.username])).toEqual([{ rolcanlogin: true, rolconnlimit: 5 }]);
    await expect(query(login, 'SELECT 1 AS one')).resolves.toEqual([{ one: 1 }]);
  });

  it('makes a role again that somebody dropped', async () => {
    const wanted = claim();
    const login = await ensure(wanted);
    const admin = new URL(access.adminUri).username;
    await server.query(`ALTER DATABASE ${login.database} OWNER TO ${admin}`);
    await server.query(`DROP OWNED BY ${login.username}`);
    await server.query(`DROP ROLE ${login.username}`);
    await ensure(wanted);
    await expect(query(login, 'SELECT 1 AS one')).resolves.toEqual([{ one: 1 }]);
  });

  it('closes a database again that somebody opened to everybody', async () => {
    const wanted = claim();
    const [red, blue] = [await ensure(wanted), await ensure(claim())];
    await server.query(`GRANT CONNECT ON DATABASE ${red.database} TO PUBLIC`);
    await ensure(wanted);
    await expect(query({ ...blue, database: red.database }, 'SELECT 1')).rejects.toThrow(/permission denied for database/);
  });

  it('drops database and role under open connections and large objects', async () => {
    const wanted = claim();
    const login = await ensure(wanted);
    const open = await connect(login);
    open.on('error', () => undefined);
    await query({ ...login, database: 'postgres' }, 'SELECT lo_create(0)');
    expect(await servers.drop(access, wanted.identity, wanted.uid, never)).toBe('dropped');
    expect(await standing(server, wanted)).toEqual({ databases: 0, roles: 0 });
  });

  it('drops what a pass that was killed after the role had left', async () => {
    const wanted = claim();
    await ensure(wanted);
    await server.query(`DROP DATABASE ${databaseName(wanted.identity)} WITH (FORCE)`);
    expect(await servers.drop(access, wanted.identity, wanted.uid, never)).toBe('dropped');
    expect(await standing(server, wanted)).toEqual({ databases: 0, roles: 0 });
  });

  it('says that there is nothing to drop', async () => {
    expect(await servers.drop(access, claim().identity, 'uid', never)).toBe('absent');
  });

  it("never touches another order's database under the same name", async () => {
    const theirs = claim();
    const login = await ensure(theirs);
    await expect(ensure({ ...theirs, uid: 'somebody else' })).rejects.toThrow(DatabaseTaken);
    expect(await servers.drop(access, theirs.identity, 'somebody else', never)).toBe('leftAlone');
    await expect(query(login, 'SELECT 1 AS one')).resolves.toEqual([{ one: 1 }]);
  });

  it('keeps retained data shut, and gives it to the next order of the same identity', async () => {
    const first = claim();
    const login = await ensure(first);
    await query(login, 'CREATE TABLE kept (id int); INSERT INTO kept VALUES (42)');
    expect(await servers.retain(access, first.identity, first.uid, never)).toBe('retained');
    await expect(query(login, 'SELECT 1')).rejects.toThrow(/not permitted to log in/);
    const again = await ensure({ ...first, uid: 'the next order' });
    await expect(query(again, 'SELECT id FROM kept')).resolves.toEqual([{ id: 42 }]);
  });

  it('works on one identity at a time, whichever process asks', async () => {
    const wanted = claim();
    const other = new PostgresServers();
    await Promise.all([ensure(wanted), other.ensure(wanted, never), ensure(wanted), other.ensure(wanted, never)]);
    await other.onApplicationShutdown();
    expect(await standing(server, wanted)).toEqual({ databases: 1, roles: 1 });
  });

  it('forgets a server when the last connection to it has ended, and connects anew when it is asked again', async () => {
    const other = new PostgresServers();
    const former = await server.createAdmin();
    const wanted = claim({ access: { adminUri: server.uri(former), passwordKey: key } });
    await other.ensure(wanted, never);
    expect(other.connected).toBe(1);
    await server.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [former.username]);
    await eventually(() => (other.connected === 0 ? true : undefined), { what: 'the pool to be closed' });
    await expect(other.ensure(wanted, never)).resolves.toMatchObject({ database: databaseName(wanted.identity) });
    await other.onApplicationShutdown();
  });
});

async function connect(login: DatabaseLogin): Promise<pg.Client> {
  const client = new pg.Client({ host: login.host, port: login.port, database: login.database, user: login.username, password: login.password });
  await client.connect();
  return client;
}

/** The rows of the last statement. */
async function query(login: DatabaseLogin, sql: string): Promise<unknown[]> {
  const client = await connect(login);
  try {
    const answer: pg.QueryResult | pg.QueryResult[] = await client.query(sql);
    return (Array.isArray(answer) ? answer.at(-1) : answer)?.rows ?? [];
  } finally {
    await client.end();
  }
}

async function catalogue(server: PostgresServer, { identity }: DatabaseClaim): Promise<unknown> {
  const name = databaseName(identity);
  const versions = `SELECT r.xmin AS role, a.rolpassword AS password, d.xmin AS database FROM pg_authid a JOIN pg_authid r USING (oid), pg_database d WHERE a.rolname = $1 AND d.datname = $1`;
  return server.query(versions, [name]);
}

async function standing(server: PostgresServer, { identity }: DatabaseClaim): Promise<{ databases: number; roles: number }> {
  const name = databaseName(identity);
  const databases = await server.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
  const roles = await server.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [name]);
  return { databases: databases.length, roles: roles.length };
}
