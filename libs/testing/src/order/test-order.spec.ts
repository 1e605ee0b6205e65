import { describe, expect, it } from '@jest/globals';
import { Default, ProviderConfigApi, ServiceApi, blocked, defineOffer, gone, manages, providerConfigObject, ready, rejected, serviceObject } from '@kcp-runtime/nest';
import type { DeletionOf, OrderOf, ProvidedBy, Removed } from '@kcp-runtime/nest';
import { IsIn, IsInt, IsOptional, IsString, Max } from 'class-validator';
import { TestOrderInvalid, testDeletion, testOrder } from './test-order.js';

const group = 'boxes.services.open-control-plane.io';

class BoxSpec {
  @IsIn(['small', 'large']) @Default('small') size!: 'small' | 'large';
  @IsOptional() @IsInt() @Max(9) count?: number;
}
class BoxStatus {
  @IsOptional() @IsString() host?: string;
}
class BoxConfigSpec {
  @IsString() @Default('admin') adminSecret!: string;
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

/** A handler as an author writes it. */
class BoxHandler {
  async provide(order: OrderOf<typeof boxes>): Promise<ProvidedBy<typeof boxes>> {
    if (order.spec.count === 0) {
      order.events.warning('Empty', 'there is nothing to provide');
      return rejected('Empty', 'ask for one at least');
    }
    const { password } = await order.references.secret(order.config.adminSecret);
    const metadata = { name: `${order.name}-connection` };
    await order.customer.apply({ apiVersion: 'v1', kind: 'Secret', metadata, stringData: { password: String(password), size: order.spec.size } });
    return ready({ host: order.identity });
  }

  async remove(order: DeletionOf<typeof boxes>): Promise<Removed> {
    if (order.spec.kind === 'raw') order.log.info('the spec was never valid');
    if (order.customer.kind === 'gone') return gone();
    const left = await order.customer.client.get({ apiVersion: 'v1', kind: 'Secret', name: 'keep-me' });
    return left ? blocked('StillUsed', 'delete keep-me') : gone();
  }
}

const handler = new BoxHandler();
const secrets = { admin: { password: 'from the platform' } };

describe('an order for a unit test', () => {
  it('has the defaults of spec and config filled in, as instances of their classes', () => {
    const { spec, config } = testOrder(boxes);
    expect([spec, config]).toEqual([Object.assign(new BoxSpec(), { size: 'small' }), Object.assign(new BoxConfigSpec(), { adminSecret: 'admin' })]);
    expect(spec).toBeInstanceOf(BoxSpec);
  });

  it('shows what the handler applied at the customer', async () => {
    const order = testOrder(boxes, { name: 'main', spec: { size: 'large' }, secrets });
    await handler.provide(order);
    expect(order.customer.secret('main-connection')).toEqual({ password: 'from the platform', size: 'large' });
  });

  it('has the identity that the runtime would give it', async () => {
    const [red, blue] = [testOrder(boxes, { cluster: 'red', secrets }), testOrder(boxes, { cluster: 'blue', secrets })];
    expect([await handler.provide(red), await handler.provide(blue)]).toEqual([ready({ host: red.identity }), ready({ host: blue.identity })]);
    expect(red.identity).not.toBe(blue.identity);
  });

  it('records the events that the handler tells', async () => {
    const order = testOrder(boxes, { spec: { count: 0 } });
    await handler.provide(order);
    expect(order.events.told).toEqual([{ type: 'Warning', reason: 'Empty', message: 'there is nothing to provide' }]);
  });

  it('has no Secret that the test does not name', async () => {
    await expect(handler.provide(testOrder(boxes))).rejects.toThrow('Secret admin does not exist');
  });

  it('shows no Secret that the offer does not name', async () => {
    const order = testOrder(boxes, { secrets: { other: { password: 'x' } } });
    await expect(order.references.secret('other')).rejects.toThrow("Add it to what 'references' of defineOffer returns");
  });

  it('is refused where the runtime would never show it to a handler', () => {
    expect(() => testOrder(boxes, { spec: { count: 10 } })).toThrow(TestOrderInvalid);
  });

  it('has a workload cluster for an order that its offer gives one, and for no other', () => {
    const placed = defineOffer(Box, { config: BoxConfig, workload: ({ spec }) => spec.size === 'large', workloadRights: [manages('', 'configmaps')] });
    const large = testOrder(placed, { spec: { size: 'large' } });
    expect([large.workload?.objects, testOrder(placed).workload]).toEqual([[], undefined]);
  });

  it('shows what the cluster itself has written over what was applied', async () => {
    const placed = defineOffer(Box, { config: BoxConfig, workload: 'always', workloadRights: [manages('', 'configmaps')] });
    const { workload } = testOrder(placed);
    const server = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'server' } };
    await workload.apply({ ...server, spec: { type: 'LoadBalancer' } });
    await workload.seed({ ...server, status: { loadBalancer: {} } });
    expect(await workload.get({ ...server, name: 'server' })).toMatchObject({ spec: { type: 'LoadBalancer' }, status: { loadBalancer: {} } });
  });
});

describe('a deletion for a unit test', () => {
  it('comes raw with a spec that is not valid', async () => {
    const order = testDeletion(boxes, { spec: { count: 10 } });
    await handler.remove(order);
    expect(order.log.lines).toEqual([{ level: 'info', message: 'the spec was never valid' }]);
  });

  it('goes on with what the order had made at the customer', async () => {
    const { customer } = testOrder(boxes);
    await customer.apply({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'keep-me' } });
    expect(await handler.remove(testDeletion(boxes, { customer }))).toEqual(blocked('StillUsed', 'delete keep-me'));
  });

  it('may find the customer gone', async () => {
    expect(await handler.remove(testDeletion(boxes, { customer: 'gone' }))).toEqual(gone());
  });
});
