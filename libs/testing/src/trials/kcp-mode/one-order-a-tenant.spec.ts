/** On the emulator; `KCP_DRIVER=binary` runs the same on a real kcp, the one that a run shares where there is one. */
import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { KcpRuntimeModule, OnBound, OnDelete, OnOrder, OnUnbound, ProviderConfigApi, ServiceApi, defineOffer, defineProvider, gone, manages, providerConfigObject, ready, serviceObject } from '@kcp-runtime/nest';
import type { ConsumerWorkspace, DeletionOf, OrderOf, ProvidedBy, Removed } from '@kcp-runtime/nest';
import { readApiClass } from '@kcp-runtime/schema';
import { IsOptional, IsString } from 'class-validator';
import { dig } from '../../admin/raw-client.js';
import type { RawBody } from '../../admin/raw-client.js';
import { KcpTestingModule } from '../../module/kcp-testing.module.js';
import { orderMatchers } from '../../order/matchers.js';
import type { TestConsumer } from '../../tenant/test-consumer.js';
import { eventually } from '../../wait/eventually.js';

expect.extend(orderMatchers);
jest.setTimeout(120_000);

const group = 'safes.services.open-control-plane.io';

class SafeSpec {
  @IsOptional() @IsString() label?: string;
}
class SafeConfigSpec {
  @IsOptional() @IsString() place?: string;
}
@ServiceApi({ group, version: 'v1', kind: 'Safe' })
class Safe extends serviceObject(SafeSpec, class SafeStatus {}) {}
@ServiceApi({ group, version: 'v1', kind: 'Key' })
class Key extends serviceObject(class KeySpec {}, class KeyStatus {}) {}
@ProviderConfigApi({ group, version: 'v1', kind: 'SafeConfig' })
class SafeConfig extends providerConfigObject(SafeConfigSpec) {}
const safes = defineOffer(Safe, { config: SafeConfig, customer: [manages('', 'secrets')] });
const keys = defineOffer(Key, { config: SafeConfig, instances: 'many', controller: 'keys' });
const provider = defineProvider({ name: 'safes', config: SafeConfig, offers: [safes, keys] });

/** The world outside: which safes stand, and which workspaces have come and gone. */
const standing = new Set<string>();
const visits: string[] = [];

@Injectable()
class SafeHandler {
  @OnOrder(safes)
  async provide(order: OrderOf<typeof safes>): Promise<ProvidedBy<typeof safes>> {
    standing.add(order.identity);
    return ready();
  }

  @OnOrder(keys)
  async cut(_order: OrderOf<typeof keys>): Promise<ProvidedBy<typeof keys>> {
    return ready();
  }

  @OnDelete(safes)
  async remove(order: DeletionOf<typeof safes>): Promise<Removed> {
    standing.delete(order.identity);
    return gone();
  }

  @OnBound(safes)
  async greet({ cluster }: ConsumerWorkspace): Promise<void> {
    visits.push(`bound ${cluster}`);
  }

  @OnUnbound(safes)
  async part({ cluster }: ConsumerWorkspace): Promise<void> {
    visits.push(`left ${cluster}`);
  }
}

describe('a service of which a workspace has one', () => {
  let kcp: KcpTestingModule;
  const configPath = `/apis/${group}/v1/safeconfigs/safes`;
  const root = `root:safes-${randomUUID().slice(0, 8)}`;
  const driver = process.env['KCP_DRIVER'] === 'binary' ? 'binary' : 'emulator';

  beforeAll(async () => {
    kcp = await KcpTestingModule.start({
      provider,
      app: { imports: [KcpRuntimeModule.forRoot(provider)], providers: [SafeHandler] },
      kcp: { driver, env: process.env },
      root,
    });
  }, 240_000);

  afterAll(async () => {
    await kcp?.close();
  });

  const whenLoses = (consumer: TestConsumer, name: string, reason: string): Promise<unknown> =>
    consumer.when(name, (order) => expect(order).toHaveCondition('Ready', { status: 'False', reason }));
  const whenReady = (consumer: TestConsumer, name: string): Promise<unknown> => consumer.when(name, (order) => expect(order).toBeReady());
  const whenVisited = (visit: string): Promise<true> => eventually(async () => (visits.includes(visit) ? true : undefined), { deadlineMs: 60_000, what: visit });

  /** Waits until the second is over in which an order was made: `creationTimestamp` has seconds. */
  const whenSecondIsOver = async (order: unknown): Promise<void> => {
    const made = Date.parse(String(dig(order, 'metadata', 'creationTimestamp')));
    await eventually(() => (Date.now() >= made + 1_000 ? true : undefined), { what: 'the next order to be a younger one' });
  };

  it('serves the oldest order; the next says which one that is, and takes over when it has gone', async () => {
    const red = await kcp.consumer('red');
    await red.order('b', {});
    await whenReady(red, 'b');
    await whenSecondIsOver(await red.get('b'));
    await red.order('a', {});
    await whenLoses(red, 'a', 'Conflict');
    const loser = await red.get('a');
    expect(loser).toHaveCondition('Ready', { message: /default\/b/ });
    expect([loser?.metadata.finalizers ?? [], standing.size]).toEqual([[], 1]);

    await red.delete('b');
    await red.whenGone('b');
    await whenReady(red, 'a');
    await red.delete('a');
    await red.whenGone('a');
    expect(standing.size).toBe(0);
  });

  it('lets the next take over as soon as the provider has let go, whoever else still holds the winner', async () => {
    const grey = await kcp.consumer('grey');
    await grey.order('a', {});
    await whenReady(grey, 'a');
    await grey.order('b', {});
    await whenLoses(grey, 'b', 'Conflict');
    const path = `/apis/${group}/v1/namespaces/default/safes/a`;
    await grey.workspace.client.merge(path, { metadata: { finalizers: [`${group}/finalizer`, 'example.com/hold'] } });
    await grey.delete('a');
    await whenReady(grey, 'b');
    expect((await grey.get('a'))?.metadata.finalizers).toEqual(['example.com/hold']);
    await grey.workspace.client.merge(path, { metadata: { finalizers: [] } });
    await grey.whenGone('a');
  });

  it('serves no more orders of a tenant than the operator allows, over all that is offered, and more when he allows more', async () => {
    const allow = (ordersPerTenant: number): Promise<unknown> => kcp.platform.client.merge(configPath, { spec: { kcp: { limits: { ordersPerTenant } } } });
    const key = readApiClass(Key);
    const black = await kcp.consumer('black');
    await black.order('main', {});
    await whenReady(black, 'main');
    await allow(2);
    await whenSecondIsOver(await black.get('main'));
    await black.order('first', {}, key);
    await whenSecondIsOver(await black.get('first', key));
    await black.order('second', {}, key);
    const ready = async (name: string): Promise<true | undefined> => (dig((await black.get(name, key)) ?? {}, 'status', 'phase') === 'Ready' ? true : undefined);
    const reason = async (name: string): Promise<string | undefined> => {
      const conditions = dig((await black.get(name, key)) ?? {}, 'status', 'conditions') as RawBody[] | undefined;
      return conditions?.find(({ type }) => type === 'Ready')?.['reason'] as string | undefined;
    };
    await eventually(() => ready('first'), { deadlineMs: 60_000, what: 'the first key' });
    await eventually(async () => ((await reason('second')) === 'QuotaExceeded' ? true : undefined), { deadlineMs: 60_000, what: 'the second key to be refused' });
    await allow(3);
    await eventually(() => ready('second'), { deadlineMs: 60_000, what: 'the second key' });
  });

  it('lets an order be deleted that never had its turn', async () => {
    const blue = await kcp.consumer('blue');
    await blue.order('a', {});
    await whenReady(blue, 'a');
    await blue.order('b', {});
    await whenLoses(blue, 'b', 'Conflict');
    await blue.delete('b');
    await blue.whenGone('b');
    expect(await blue.get('a')).toBeReady();
  });

  it('tells handlers which workspaces have come and gone, and cleans up before the last one has gone', async () => {
    const green = await kcp.consumer('green');
    await whenVisited(`bound ${green.workspace.cluster}`);
    await green.order('main', {});
    await whenReady(green, 'main');
    const before = standing.size;
    const { export: name } = await kcp.bindRequest();
    await green.workspace.unbind(name);
    await whenVisited(`left ${green.workspace.cluster}`);
    expect(standing.size).toBe(before - 1);
    expect(visits.filter((visit) => visit.endsWith(` ${green.workspace.cluster}`))).toEqual([`bound ${green.workspace.cluster}`, `left ${green.workspace.cluster}`]);
  });

  it('tells the operator which consumer has not accepted what the service needs, and lets him go on when he has', async () => {
    const pink = await kcp.admin.createWorkspace(`${root}:consumers:pink`);
    const request = await kcp.bindRequest();
    await pink.bind({ ...request, claims: [] });
    const faults = async (): Promise<unknown> => dig((await kcp.platform.client.get(configPath)).body, 'status', 'kcp', 'consumers', 'faults');
    const found = await eventually(faults, { deadlineMs: 60_000, what: 'the fault of pink' });
    expect(found).toEqual([{ cluster: pink.cluster, path: pink.path, reason: 'PermissionClaimsNotAccepted', message: expect.stringContaining('secrets') }]);
    await pink.bind(request);
    await eventually(async () => ((await faults()) === undefined ? true : undefined), { deadlineMs: 60_000, what: 'the fault to be gone' });
  });

  it('says that the last workspace has left, though its endpoint goes with it', async () => {
    const { export: name } = await kcp.bindRequest();
    const consumers = ['red', 'blue', 'grey', 'black', 'pink'].map((each) => kcp.admin.createWorkspace(`${root}:consumers:${each}`));
    for (const workspace of await Promise.all(consumers)) {
      await workspace.unbind(name);
      await whenVisited(`left ${workspace.cluster}`);
    }
    expect(standing.size).toBe(0);
  });
});
