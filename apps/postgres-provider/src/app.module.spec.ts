import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { KcpTestingModule, orderMatchers, startPostgres } from '@kcp-runtime/testing';
import type { PostgresServer } from '@kcp-runtime/testing';
import { AppModule } from './app.module.js';
import { postgres } from './postgres.provider.js';

expect.extend(orderMatchers);

describe('the provider with a whole kcp around it', () => {
  let server: PostgresServer;
  let kcp: KcpTestingModule;

  beforeAll(async () => {
    server = await startPostgres({ version: 18 });
    kcp = await KcpTestingModule.start({
      provider: postgres,
      app: { imports: [AppModule] },
      config: { serverSecret: { name: 'pg' }, kcp: { bind: { groups: ['system:authenticated'] } } },
      secrets: { pg: { uri: server.uri(await server.createAdmin()), passwordKey: 'k'.repeat(32) } },
    });
  }, 60_000);
  afterAll(async () => {
    await kcp?.close();
    await server.stop();
  }, 60_000);

  it('brings an order to Ready', async () => {
    const red = await kcp.consumer('red');
    await red.order('main', {});
    await red.when('main', (order) => expect(order).toBeReady());
  });

  it('tells a tenant that another order stands under his name', async () => {
    const blue = await kcp.consumer('blue');
    await blue.order('main', {});
    await blue.when('main', (order) => expect(order).toBeReady());
    // The tenant takes the finalizer away himself, so that the database outlives its order.
    await blue.workspace.client.merge('/apis/postgres.services.open-control-plane.io/v1alpha1/namespaces/default/databases/main', { metadata: { annotations: { 'openmcp.cloud/operation': 'ignore' }, finalizers: null } });
    await blue.delete('main');
    await blue.whenGone('main');
    await blue.order('main', {});
    await blue.when('main', (order) => expect(order).toHaveCondition('Ready', { status: 'False', reason: 'DatabaseTaken', message: /another order/ }));
  }, 30_000);
});
