import { Injectable } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  Default, KcpRuntimeModule, OnDelete, OnOrder, ProviderConfigApi, ServiceApi, defineOffer, defineProvider, gone, manages, providerConfigObject, ready, serviceObject,
} from '@kcp-runtime/nest';
import type { DeletionOf, OrderOf, ProvidedBy, Removed } from '@kcp-runtime/nest';
import { IsIn, IsOptional, IsString } from 'class-validator';
import { KcpTestingModule } from './kcp-testing.module.js';
import { orderMatchers } from '../order/matchers.js';
import { eventually } from '../wait/eventually.js';

expect.extend(orderMatchers);
jest.setTimeout(60_000);

const group = 'boxes.services.open-control-plane.io';

class BoxSpec {
  @IsIn(['small', 'large']) @Default('small') size!: 'small' | 'large';
}
class BoxStatus {
  @IsOptional() @IsString() host?: string;
}
class BoxConfigSpec {
  @IsString() adminSecret!: string;
}
@ServiceApi({ group, version: 'v1', kind: 'Box', plural: 'boxes' })
class Box extends serviceObject(BoxSpec, BoxStatus) {}
@ProviderConfigApi({ group, version: 'v1', kind: 'BoxConfig' })
class BoxConfig extends providerConfigObject(BoxConfigSpec) {}
const boxes = defineOffer(Box, {
  config: BoxConfig,
  customer: [manages('', 'secrets')],
  references: ({ config }) => [{ kind: 'Secret', name: config.adminSecret }],
});
@ServiceApi({ group, version: 'v1', kind: 'Lid' })
class Lid extends serviceObject(class LidSpec {}, class LidStatus {}) {}
const lids = defineOffer(Lid, { config: BoxConfig, controller: 'lids' });
const provider = defineProvider({ name: 'boxes', config: BoxConfig, offers: [boxes, lids] });

/** The world outside: what the provider keeps for each order. */
class Shelf {
  readonly boxes = new Map<string, string>();
}

@Injectable()
class BoxHandler {
  constructor(private readonly shelf: Shelf) {}

  @OnOrder(boxes)
  async provide(order: OrderOf<typeof boxes>): Promise<ProvidedBy<typeof boxes>> {
    this.shelf.boxes.set(order.identity, order.spec.size);
    const { password = '' } = await order.references.secret(order.config.adminSecret);
    await order.customer.apply({ apiVersion: 'v1', kind: 'Secret', metadata: { name: `${order.name}-box` }, stringData: { password } });
    return ready({ host: order.identity });
  }

  @OnDelete(boxes)
  async remove(order: DeletionOf<typeof boxes>): Promise<Removed> {
    this.shelf.boxes.delete(order.identity);
    return gone();
  }
}

@Injectable()
class LidHandler {
  @OnOrder(lids)
  async provide(_order: OrderOf<typeof lids>): Promise<ProvidedBy<typeof lids>> {
    return ready();
  }

  @OnDelete(lids)
  async remove(_order: DeletionOf<typeof lids>): Promise<Removed> {
    return gone();
  }
}

describe('a provider with a whole kcp around it', () => {
  let kcp: KcpTestingModule;
  const shelf = (): ReadonlyMap<string, string> => kcp.app.get(Shelf).boxes;

  beforeAll(async () => {
    kcp = await KcpTestingModule.start({
      provider,
      app: { imports: [KcpRuntimeModule.forRoot(provider)], providers: [BoxHandler, LidHandler, Shelf] },
      config: { adminSecret: 'admin', kcp: { bind: { groups: ['system:authenticated'] } } },
      secrets: { admin: { password: 'first' } },
    });
  });

  afterAll(async () => {
    await kcp.close();
  });

  it('serves an order through kcp', async () => {
    const red = await kcp.consumer('red');
    await red.order('main', {});
    const order = await red.when('main', (each) => expect(each).toBeReady());
    expect(order).toHaveCondition('Ready', { status: 'True', reason: 'ReconcileSuccess' });
    expect(await red.secret('main-box')).toEqual({ password: 'first' });
  });

  it('keeps two consumers with the same name apart', async () => {
    const [green, blue] = await Promise.all([kcp.consumer('green'), kcp.consumer('blue')]);
    await Promise.all([green.order('main', { size: 'small' }), blue.order('main', { size: 'large' })]);
    const [first, second] = await Promise.all([green, blue].map((each) => each.when('main', (order) => expect(order).toBeReady())));
    expect(first?.['status']).not.toEqual(second?.['status']);
    expect([...shelf().values()]).toEqual(expect.arrayContaining(['small', 'large']));
  });

  it('serves each of its APIs, also under one name', async () => {
    const white = await kcp.consumer('white');
    const whiteLids = white.of(Lid);
    await Promise.all([white.order('main', {}), whiteLids.order('main', {})]);
    await Promise.all([white, whiteLids].map((orders) => orders.when('main', (order) => expect(order).toBeReady())));
    await whiteLids.delete('main');
    await whiteLids.whenGone('main');
    expect(await white.get('main')).toBeDefined();
  });

  it('takes a deleted order off the shelf before it goes', async () => {
    const grey = await kcp.consumer('grey');
    await grey.order('main', {});
    await grey.when('main', (order) => expect(order).toBeReady());
    const before = shelf().size;
    await grey.delete('main');
    await grey.whenGone('main');
    expect(shelf().size).toBe(before - 1);
    expect(await grey.secret('main-box')).toBeUndefined();
  });

  // Reported as platform-mesh/platform-mesh#114
  it('lets those bind whom the ProviderConfig names, with no more rights than the manifests give', async () => {
    const path = `/apis/rbac.authorization.k8s.io/v1/clusterrolebindings/kcp-runtime:bind:${group}`;
    const { body } = await eventually(async () => {
      const answer = await kcp.providerWorkspace.client.get(path);
      return answer.status === 200 ? answer : undefined;
    });
    expect(body).toMatchObject({ subjects: [{ kind: 'Group', name: 'system:authenticated' }] });
  });

  it('wakes the orders that name a Secret when it changes', async () => {
    const pink = await kcp.consumer('pink');
    await pink.order('main', {});
    await pink.when('main', (order) => expect(order).toBeReady());
    await kcp.setSecret('admin', { password: 'second' });
    await pink.whenSecret('main-box', (values) => expect(values).toEqual({ password: 'second' }));
  });
});
