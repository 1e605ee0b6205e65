import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ReferenceMissing } from '@kcp-runtime/nest';
import { startPostgres, testDeletion, testOrder } from '@kcp-runtime/testing';
import type { PostgresServer, TestOrderSettings } from '@kcp-runtime/testing';
import { DatabaseHandler } from './database.handler.js';
import { databases } from './database.offer.js';
import { databaseName } from './servers/database-claim.js';
import { PostgresServers } from './servers/postgres-servers.js';

describe('the handler of databases', () => {
  let server: PostgresServer;
  let servers: PostgresServers;
  let handler: DatabaseHandler;
  let settings: TestOrderSettings;

  beforeAll(async () => {
    server = await startPostgres({ version: 18 });
    servers = new PostgresServers();
    handler = new DatabaseHandler(servers);
    const uri = server.uri(await server.createAdmin());
    settings = { config: { serverSecret: { name: 'pg' } }, secrets: { pg: { uri, passwordKey: 'k'.repeat(32) } } };
  }, 60_000);
  afterAll(async () => {
    await servers.onApplicationShutdown();
    await server.stop();
  }, 30_000);

  it('answers ready with the place of the database, and puts the login into a Secret', async () => {
    const order = testOrder(databases, { ...settings, name: 'shop' });
    const database = databaseName(order.identity);
    expect(await handler.provide(order)).toEqual({ kind: 'ready', fields: { host: server.host, port: server.port, database, connectionSecret: 'shop-connection' } });
    const secret = await order.customer.get({ apiVersion: 'v1', kind: 'Secret', name: 'shop-connection' });
    expect(Object.keys((secret?.['data'] ?? {}) as object).sort()).toEqual(['database', 'host', 'password', 'port', 'uri', 'username']);
  });

  it('gives consumers the address that the operator says', async () => {
    const config = { serverSecret: { name: 'pg' }, publicAddress: { host: 'db.example', port: 6432 } };
    expect(await handler.provide(testOrder(databases, { ...settings, config, name: 'public' }))).toMatchObject({ fields: { host: 'db.example', port: 6432 } });
  });

  it('takes the number of connections from the config where the order names none', async () => {
    const order = testOrder(databases, { ...settings, config: { serverSecret: { name: 'pg' }, defaultConnections: 9 }, name: 'default' });
    await handler.provide(order);
    const rows = await server.query('SELECT rolconnlimit AS limit FROM pg_roles WHERE rolname = $1', [databaseName(order.identity)]);
    expect(rows).toEqual([{ limit: 9 }]);
  });

  it("rejects an order whose name stands for another order's database", async () => {
    await handler.provide(testOrder(databases, { ...settings, name: 'taken', uid: 'the first' }));
    expect(await handler.provide(testOrder(databases, { ...settings, name: 'taken', uid: 'the second' }))).toMatchObject({ kind: 'rejected', reason: 'DatabaseTaken' });
  });

  it('waits for the Secret of the server', async () => {
    await expect(handler.provide(testOrder(databases, { ...settings, secrets: {} }))).rejects.toThrow(ReferenceMissing);
  });

  it('removes the database of a deleted order whose workspace is gone and whose spec is not valid', async () => {
    const order = testOrder(databases, { ...settings, name: 'gone' });
    await handler.provide(order);
    expect(await handler.remove(testDeletion(databases, { ...settings, name: 'gone', spec: { connections: -1 }, customer: 'gone' }))).toEqual({ kind: 'gone' });
    expect(await server.query('SELECT 1 FROM pg_database WHERE datname = $1', [databaseName(order.identity)])).toEqual([]);
  });

  it('keeps the data of a deleted order that says so, even when the rest of its spec is not valid', async () => {
    const order = testOrder(databases, { ...settings, name: 'kept' });
    await handler.provide(order);
    await handler.remove(testDeletion(databases, { ...settings, name: 'kept', spec: { connections: -1, deletionPolicy: 'Retain' } }));
    expect(await server.query('SELECT 1 AS kept FROM pg_database WHERE datname = $1', [databaseName(order.identity)])).toEqual([{ kept: 1 }]);
  });
});
