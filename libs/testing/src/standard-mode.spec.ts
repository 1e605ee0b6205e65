import { Injectable } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Default, KcpRuntimeModule, OnDelete, OnOrder, ProviderConfigApi, ServiceApi, defineOffer, defineProvider, gone, providerConfigObject, ready, serviceObject } from '@kcp-runtime/nest';
import type { DeletionOf, OrderOf, ProvidedBy, Removed } from '@kcp-runtime/nest';
import { IsIn, IsOptional, IsString } from 'class-validator';
import { orderMatchers } from './matchers.js';
import { PlatformTestingModule } from './platform-testing.module.js';

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
  @IsString() @Default('boxes.test') domain!: string;
}
@ServiceApi({ group, version: 'v1', kind: 'Box', plural: 'boxes' })
class Box extends serviceObject(BoxSpec, BoxStatus) {}
@ProviderConfigApi({ group, version: 'v1', kind: 'BoxConfig' })
class BoxConfig extends providerConfigObject(BoxConfigSpec) {}
const boxes = defineOffer(Box, { config: BoxConfig });
const provider = defineProvider({ name: 'boxes', config: BoxConfig, offers: [boxes] });

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
    return ready({ host: `${order.name}.${order.config.domain}` });
  }

  @OnDelete(boxes)
  async remove(order: DeletionOf<typeof boxes>): Promise<Removed> {
    this.shelf.boxes.delete(order.identity);
    return gone();
  }
}

describe('standard mode', () => {
  let standard: PlatformTestingModule;
  const shelf = (): ReadonlyMap<string, string> => standard.app.get(Shelf).boxes;

  beforeAll(async () => {
    standard = await PlatformTestingModule.start({ provider, app: { imports: [KcpRuntimeModule.forRoot(provider)], providers: [BoxHandler, Shelf] } });
  });

  afterAll(async () => {
    await standard.close();
  });

  it('serves an order of the onboarding cluster', async () => {
    const red = await standard.tenantWithControlPlane({ namespace: 'project-red', name: 'main' });
    await red.order('main', {});
    const order = await red.when('main', (each) => expect(each).toBeReady());
    expect(order).toHaveCondition('Ready', { status: 'True', reason: 'ReconcileSuccess' });
    expect(order['status']).toMatchObject({ host: 'main.boxes.test' });
    expect([...shelf().values()]).toEqual(['small']);
  });
});
