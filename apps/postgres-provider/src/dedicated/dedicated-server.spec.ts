import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { RecordingClient, startPostgres, testDeletion, testOrder } from '@kcp-runtime/testing';
import type { PostgresServer, TestOrder, TestOrderSettings } from '@kcp-runtime/testing';
import type { KubeObject, ObjectTarget } from '@kcp-runtime/nest';
import pg from 'pg';
import { DatabaseHandler } from '../database.handler.js';
import { databases } from '../database.offer.js';
import { PostgresServers } from '../servers/postgres-servers.js';
import { serverNamespace, serverPod, serverSecret, serverService, serverStatefulSet } from './server-names.js';

const settings: TestOrderSettings = {
  spec: { plan: 'dedicated' },
  config: { serverSecret: { name: 'pg' }, dedicated: { service: 'NodePort' } },
  secrets: { pg: { uri: 'postgresql://admin:nobody@127.0.0.1:1/postgres', passwordKey: 'k'.repeat(32) } },
};

describe('the plan dedicated', () => {
  let servers: PostgresServers;
  let handler: DatabaseHandler;
  beforeEach(() => {
    servers = new PostgresServers();
    handler = new DatabaseHandler(servers);
  });

  it('makes a namespace, a Secret, a Service and a StatefulSet on the workload cluster, and waits for the server', async () => {
    const order = testOrder(databases, { ...settings, name: 'shop' });
    expect(await handler.provide(order)).toMatchObject({ kind: 'progressing', reason: 'PostgresStarting' });
    expect(workloadOf(order).objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([
      `Namespace ${serverNamespace(order.identity)}`, 'Secret postgres', 'Service postgres', 'StatefulSet postgres',
    ]);
    expect(order.customer.objects).toEqual([]);
  });

  it('waits for an address when the server runs', async () => {
    const order = testOrder(databases, { ...settings, name: 'placeless' });
    await handler.provide(order);
    await run(order);
    expect(await handler.provide(order)).toMatchObject({ kind: 'progressing', reason: 'AddressPending' });
  });

  it('keeps the volume and the password of a server that stands', async () => {
    const order = testOrder(databases, { ...settings, name: 'old' });
    await handler.provide(order);
    const before = { secret: workloadOf(order).secret('postgres'), size: await storageOf(order) };
    const secrets = { pg: { uri: 'postgresql://admin:nobody@127.0.0.1:1/postgres', passwordKey: 'n'.repeat(32) } };
    const config = { serverSecret: { name: 'pg' }, dedicated: { service: 'NodePort', storage: '9Gi' } };
    const later = testOrder(databases, { ...settings, config, secrets, name: 'old' });
    await handler.provide({ ...later, workload: workloadOf(order) });
    expect({ secret: workloadOf(order).secret('postgres'), size: await storageOf(order) }).toEqual(before);
  });

  it('is not offered where the operator has not said how its servers are run', async () => {
    const order = testOrder(databases, { ...settings, config: { serverSecret: { name: 'pg' } } });
    expect(await handler.provide(order)).toMatchObject({ kind: 'rejected', reason: 'PlanNotOffered' });
  });

  it('promises nobody to keep the data of a server that goes', async () => {
    const order = testOrder(databases, { ...settings, spec: { plan: 'dedicated', deletionPolicy: 'Retain' } });
    expect(await handler.provide(order)).toMatchObject({ kind: 'rejected', reason: 'RetainNotOffered' });
  });

  it('lets a server go only when its data need not be kept', async () => {
    const order = testOrder(databases, { ...settings, name: 'kept' });
    await handler.provide(order);
    const remove = (deletionPolicy: string) => handler.remove(testDeletion(databases, { ...settings, name: 'kept', spec: { plan: 'dedicated', deletionPolicy }, workload: workloadOf(order) }));
    expect(await remove('Retain')).toMatchObject({ kind: 'blocked', reason: 'RetainNotOffered' });
    expect(await remove('Delete')).toEqual({ kind: 'gone' });
  });

  it.each(['gone', new RecordingClient('default')] as const)('lets an order go that has no server (any more)', async (workload) => {
    const spec = { plan: 'dedicated', deletionPolicy: 'Retain' };
    expect(await handler.remove(testDeletion(databases, { ...settings, spec, workload }))).toEqual({ kind: 'gone' });
  });

  describe('on a server that runs', () => {
    let server: PostgresServer;
    beforeAll(async () => {
      server = await startPostgres({ version: 18 });
    }, 60_000);
    afterAll(() => server.stop(), 30_000);

    it('gives the consumer a login on it, and not its superuser', async () => {
      const order = testOrder(databases, { ...settings, name: 'login' });
      await handler.provide(order);
      const { username, password } = workloadOf(order).secret(serverSecret(order.identity).name) ?? {};
      await server.query(`ALTER ROLE ${pg.escapeIdentifier(username ?? '')} PASSWORD ${pg.escapeLiteral(password ?? '')}`);
      await run(order, server);
      expect(await handler.provide(order)).toMatchObject({ kind: 'ready', fields: { host: server.host, port: server.port } });
      await servers.onApplicationShutdown();
      const { uri } = order.customer.secret('login-connection') ?? {};
      expect(await whoAmI(uri ?? '')).toEqual({ isSuperuser: false });
    });
  });
});

function workloadOf(order: TestOrder<typeof databases>): RecordingClient {
  if (order.workload === undefined) throw new Error('The order has no workload cluster');
  return order.workload;
}

/** What the cluster's controllers would write: the server runs, and where it is given, can be reached there. */
async function run(order: TestOrder<typeof databases>, at?: PostgresServer): Promise<void> {
  const workload = workloadOf(order);
  await workload.seed({ ...placed(serverStatefulSet(order.identity)), status: { readyReplicas: 1 } });
  if (at === undefined) return;
  await workload.seed({ ...placed(serverPod(order.identity)), status: { hostIP: at.host } });
  await workload.seed({ ...placed(serverService(order.identity)), spec: { ports: [{ port: 5432, nodePort: at.port }] } });
}

function placed({ apiVersion, kind, name, namespace }: ObjectTarget): KubeObject {
  return { apiVersion, kind, metadata: { name, namespace } };
}

async function storageOf(order: TestOrder<typeof databases>): Promise<unknown> {
  const statefulSet = await workloadOf(order).get(serverStatefulSet(order.identity));
  return JSON.stringify((statefulSet?.['spec'] as { volumeClaimTemplates?: unknown }).volumeClaimTemplates);
}

async function whoAmI(uri: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: uri });
  await client.connect();
  try {
    return (await client.query('SELECT rolsuper AS "isSuperuser" FROM pg_roles WHERE rolname = current_user')).rows[0];
  } finally {
    await client.end();
  }
}
