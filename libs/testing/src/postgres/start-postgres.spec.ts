import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import type { PostgresServer } from './postgres-server.js';
import { startPostgres } from './start-postgres.js';

describe.each([15, 18] as const)('PostgreSQL %i', (version) => {
  let server: PostgresServer;

  beforeAll(async () => {
    server = await startPostgres({ version });
  }, 60_000);
  afterAll(() => server.stop(), 30_000);

  it('is the version that was asked for', async () => {
    const [row] = await server.query('SHOW server_version');
    expect(String(row?.['server_version'])).toMatch(new RegExp(`^${version}\\.`));
  });

  it('makes an admin that may create databases and roles and is no superuser', async () => {
    const { username } = await server.createAdmin();
    const rows = await server.query('SELECT rolsuper, rolcreatedb, rolcreaterole FROM pg_roles WHERE rolname = $1', [username]);
    expect(rows).toEqual([{ rolsuper: false, rolcreatedb: true, rolcreaterole: true }]);
  });

  it('refuses a login with a wrong password', async () => {
    const { username } = await server.createAdmin();
    const client = new Client({ connectionString: server.uri({ username, password: 'wrong' }) });
    await expect(client.connect()).rejects.toThrow(/password authentication failed/);
  });

  it('keeps its data and its port over a restart', async () => {
    const { port } = server;
    await server.query('CREATE TABLE kept (id int)');
    await server.restart();
    expect(await server.query('SELECT * FROM kept')).toEqual([]);
    expect(server.port).toBe(port);
  }, 60_000);
});
