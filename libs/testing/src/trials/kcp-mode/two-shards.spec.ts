/** One provider of a kcp with two shards: its export has a URL on each, with the consumers that stand there. */
import { Injectable } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Emulator, SeenRequest } from '@kcp-runtime/emulator';
import { Default, KcpRuntimeModule, OnDelete, OnOrder, ProviderConfigApi, ServiceApi, defineOffer, defineProvider, gone, providerConfigObject, ready, serviceObject } from '@kcp-runtime/nest';
import type { DeletionOf, OrderOf, ProvidedBy, Removed } from '@kcp-runtime/nest';
import { IsInt } from 'class-validator';
import { RawClient, dig } from '../../admin/raw-client.js';
import { emulatorServer } from '../../drivers/emulator.driver.js';
import { KcpTestingModule } from '../../module/kcp-testing.module.js';
import { orderMatchers } from '../../order/matchers.js';
import type { TestConsumer } from '../../tenant/test-consumer.js';
import { eventually } from '../../wait/eventually.js';

const { startEmulator } = await import('@kcp-runtime/emulator');

expect.extend(orderMatchers);
jest.setTimeout(90_000);

const group = 'jars.services.open-control-plane.io';

class JarSpec {
  @IsInt() @Default(1) size!: number;
}
@ServiceApi({ group, version: 'v1', kind: 'Jar' })
class Jar extends serviceObject(JarSpec, class JarStatus {}) {}
@ProviderConfigApi({ group, version: 'v1', kind: 'JarConfig' })
class JarConfig extends providerConfigObject(class JarConfigSpec {}) {}
const jars = defineOffer(Jar, { config: JarConfig, instances: 'many' });
const provider = defineProvider({ name: 'jars', config: JarConfig, offers: [jars] });

/** What the handlers were called for. */
const provided: string[] = [];
const removed: string[] = [];

@Injectable()
class JarHandler {
  @OnOrder(jars)
  async provide(order: OrderOf<typeof jars>): Promise<ProvidedBy<typeof jars>> {
    provided.push(`${order.name} of ${order.spec.size}`);
    return ready();
  }

  @OnDelete(jars)
  async remove(order: DeletionOf<typeof jars>): Promise<Removed> {
    removed.push(order.name);
    return gone();
  }
}

describe('a provider of two shards', () => {
  let emulator: Emulator;
  let kcp: KcpTestingModule;
  /** A consumer on each shard. */
  let near: TestConsumer;
  let far: TestConsumer;

  const whenReady = async (consumer: TestConsumer, name: string): Promise<void> => {
    await consumer.when(name, (order) => expect(order).toBeReady(), { deadlineMs: 30_000 });
  };
  const shardOf = async ({ workspace }: TestConsumer): Promise<unknown> =>
    dig((await kcp.admin.client.get(`/clusters/${workspace.cluster}/apis/core.kcp.io/v1alpha1/logicalclusters/cluster`)).body, 'metadata', 'annotations', 'core.kcp.io/shard');
  const isUp = async (shard: string): Promise<boolean> => {
    const client = RawClient.open({ url: emulator.shardUrls[shard] ?? '', ca: emulator.ca });
    return client.get('/readyz').then(({ status }) => status === 200, () => false).finally(() => client.close());
  };

  beforeAll(async () => {
    emulator = await startEmulator({ shards: ['root', 'beta'] });
    kcp = await KcpTestingModule.start({ provider, kcp: emulatorServer(emulator), app: { imports: [KcpRuntimeModule.forRoot(provider)], providers: [JarHandler] } });
    // New workspaces go to each shard in turn.
    const consumers = [await kcp.consumer('one'), await kcp.consumer('two')];
    for (const consumer of consumers) {
      if ((await shardOf(consumer)) === 'root') near = consumer;
      else far = consumer;
    }
  });

  afterAll(async () => {
    await kcp.close();
  });

  it('serves the orders of both, of one name', async () => {
    await Promise.all([near.order('jam', { size: 1 }), far.order('jam', { size: 2 })]);
    await Promise.all([whenReady(near, 'jam'), whenReady(far, 'jam')]);
    expect(provided.sort()).toEqual(['jam of 1', 'jam of 2']);
  });

  it('watches the orders of each shard at its own URL, and writes them there', () => {
    const shardsOf = (isMeant: (request: SeenRequest) => boolean): readonly string[] => [...new Set(emulator.requests.filter(isMeant).map(({ shard }) => shard))].sort();
    const isOrder = ({ url }: SeenRequest): boolean => url.startsWith('/services/apiexport/') && url.includes('/jars');
    expect(shardsOf((request) => isOrder(request) && request.url.includes('watch=true'))).toEqual(['beta', 'root']);
    for (const consumer of [near, far]) {
      const isWrite = (request: SeenRequest): boolean => isOrder(request) && request.method === 'PATCH' && request.url.includes(consumer.workspace.cluster);
      expect(shardsOf(isWrite)).toEqual([consumer === near ? 'root' : 'beta']);
    }
  });

  it('goes on with one shard while the other is down, and forgets nothing of that one', async () => {
    provided.length = 0;
    await emulator.stopShard('beta');
    expect([await isUp('root'), await isUp('beta')]).toEqual([true, false]);
    await near.order('honey', {});
    await whenReady(near, 'honey');
    await near.delete('honey');
    await near.whenGone('honey', { deadlineMs: 30_000 });
    expect([provided, removed]).toEqual([['honey of 1'], ['honey']]);
  });

  it('does on the shard that has come back what was ordered, changed and deleted meanwhile', async () => {
    provided.length = 0;
    removed.length = 0;
    // The first shard's address stands for a front proxy, which takes requests for all workspaces.
    await far.order('syrup', {});
    await far.order('jam', { size: 3 });
    await emulator.startShard('beta');
    await whenReady(far, 'syrup');
    await eventually(() => (provided.includes('jam of 3') ? true : undefined), { deadlineMs: 30_000, what: 'the changed order' });
    await far.delete('jam');
    await far.whenGone('jam', { deadlineMs: 30_000 });
    expect([provided.sort(), removed]).toEqual([['jam of 3', 'syrup of 1'], ['jam']]);
  });
});
