import { Injectable } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  Default, KcpRuntimeModule, OnDelete, OnOrder, ProviderConfigApi, ServiceApi, defineOffer, defineProvider, gone, manages, providerConfigObject, ready, serviceObject,
} from '@kcp-runtime/nest';
import type { DeletionOf, OrderOf, ProvidedBy, Removed } from '@kcp-runtime/nest';
import { IsIn, IsOptional, IsString } from 'class-validator';
import { dig } from '../../admin/raw-client.js';
import type { RawBody } from '../../admin/raw-client.js';
import { orderMatchers } from '../../order/matchers.js';
import { PlatformTestingModule } from '../../module/platform-testing.module.js';
import type { TestTenant } from '../../tenant/test-tenant.js';
import { eventually } from '../../wait/eventually.js';

expect.extend(orderMatchers);
jest.setTimeout(60_000);

const group = 'boxes.services.open-control-plane.io';
const onboardingRun = { namespace: 'openmcp-system', name: `${group}--onboarding-run` };

class BoxSpec {
  @IsIn(['small', 'large']) @Default('small') size!: 'small' | 'large';
}
class BoxStatus {
  @IsOptional() @IsString() host?: string;
}
class BoxConfigSpec {
  @IsString() @Default('boxes.test') domain!: string;
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
const provider = defineProvider({ name: 'boxes', config: BoxConfig, offers: [boxes], modes: ['standard'] });

/** The world outside: what the provider keeps for each order, and for which it was asked. */
class Shelf {
  readonly boxes = new Map<string, string>();
  readonly asked: string[] = [];
}

@Injectable()
class BoxHandler {
  constructor(private readonly shelf: Shelf) {}

  @OnOrder(boxes)
  async provide(order: OrderOf<typeof boxes>): Promise<ProvidedBy<typeof boxes>> {
    this.shelf.asked.push(order.name);
    this.shelf.boxes.set(order.identity, order.spec.size);
    const { password = '' } = await order.references.secret(order.config.adminSecret);
    await order.customer.apply({ apiVersion: 'v1', kind: 'Secret', metadata: { name: `${order.name}-box` }, stringData: { password } });
    return ready({ host: `${order.name}.${order.config.domain}` });
  }

  @OnDelete(boxes)
  async remove(order: DeletionOf<typeof boxes>): Promise<Removed> {
    this.shelf.boxes.delete(order.identity);
    return gone();
  }
}

const app = { imports: [KcpRuntimeModule.forRoot(provider)], providers: [BoxHandler, Shelf] };

describe('standard mode', () => {
  let standard: PlatformTestingModule;
  const shelf = (): Shelf => standard.app.get(Shelf);
  const operation = (tenant: TestTenant, value: string | null): Promise<unknown> =>
    standard.platform.onboarding.client.merge(`/apis/${group}/v1/namespaces/${tenant.controlPlane.namespace}/boxes/${tenant.controlPlane.name}`, { metadata: { annotations: { 'openmcp.cloud/operation': value } } });

  async function ordered(name: string): Promise<TestTenant> {
    const tenant = await standard.tenantWithControlPlane({ namespace: `project-${name}`, name });
    await tenant.order(name, {});
    await tenant.when(name, (order) => expect(order).toBeReady());
    return tenant;
  }

  /** Waits until the condition of the ProviderConfig has this reason. */
  async function whenSays(type: string, reason: string): Promise<RawBody> {
    return eventually(
      async () => {
        const conditions = (dig(await standard.config(), 'status', 'conditions') ?? []) as RawBody[];
        return conditions.find((condition) => condition['type'] === type && condition['reason'] === reason);
      },
      { deadlineMs: 30_000, what: `${type} to be ${reason}` },
    );
  }

  beforeAll(async () => {
    standard = await PlatformTestingModule.start({ provider, app, secrets: { admin: { password: 'first' } } });
  });

  afterAll(async () => {
    await standard.close();
  });

  it('serves an order of the onboarding cluster, and puts what it gives into the ControlPlane', async () => {
    const red = await ordered('red');
    const order = await red.get('red');
    expect(order).toHaveCondition('Ready', { status: 'True', reason: 'ReconcileSuccess' });
    expect(order?.['status']).toMatchObject({ host: 'red.boxes.test' });
    expect(order?.metadata.finalizers).toEqual([`${group}/finalizer`]);
    expect(await red.secret('red-box')).toEqual({ password: 'first' });
  });

  it('tells the operator that it serves, and openMCP which kinds', async () => {
    expect(await whenSays('OnboardingReady', 'Serving')).toMatchObject({ status: 'True' });
    const path = '/apis/openmcp.cloud/v1alpha1/serviceproviders/boxes';
    const kinds = async (): Promise<unknown> => dig((await standard.platform.platform.client.get(path)).body, 'status', 'resources');
    await eventually(async () => expect(await kinds()).toEqual([{ group, version: 'v1', kind: 'Box' }]) ?? true);
    await standard.platform.platform.client.merge(`${path}/status`, { status: { resources: null } });
    await eventually(async () => expect(await kinds()).toEqual([{ group, version: 'v1', kind: 'Box' }]) ?? true);
  });

  describe('its access to the onboarding cluster', () => {
    it('allows no more than it needs', async () => {
      const { body } = await standard.platform.platform.client.get(`/apis/clusters.openmcp.cloud/v1alpha1/namespaces/${onboardingRun.namespace}/accessrequests/${onboardingRun.name}`);
      const rules = (dig(body, 'spec', 'token', 'permissions', 0, 'rules') ?? []) as RawBody[];
      expect(rules.every((rule) => !JSON.stringify(rule).includes('*'))).toBe(true);
    });

    it('is renewed without a call for what is Ready, and without a gap', async () => {
      shelf().asked.length = 0;
      await standard.platform.clusterProvider.rotateToken(onboardingRun);
      await ordered('ruby');
      expect([...new Set(shelf().asked)]).toEqual(['ruby']);
    });

    it('stays in use while the platform denies it, and the operator is told', async () => {
      standard.platform.clusterProvider.denyAccess(onboardingRun, 'not today');
      expect(await whenSays('OnboardingReady', 'AccessDenied')).toMatchObject({ status: 'False', message: expect.stringContaining('stays in use') });
      await ordered('onyx');
      standard.platform.clusterProvider.grantAccess(onboardingRun);
      await whenSays('OnboardingReady', 'Serving');
    });

    it('is not given up for a kubeconfig that may not be used', async () => {
      const secret = `/api/v1/namespaces/${onboardingRun.namespace}/secrets/${onboardingRun.name}.kubeconfig`;
      const good = String(dig((await standard.platform.platform.client.get(secret)).body, 'data', 'kubeconfig'));
      const bad = Buffer.from(Buffer.from(good, 'base64').toString('utf8').replace(/token: .*/, 'exec: { apiVersion: client.authentication.k8s.io/v1, command: sh, interactiveMode: Never }')).toString('base64');
      await standard.platform.platform.client.merge(secret, { data: { kubeconfig: bad } });
      await whenSays('OnboardingReady', 'KubeconfigRefused');
      await ordered('opal');
      await standard.platform.platform.client.merge(secret, { data: { kubeconfig: good } });
      await whenSays('OnboardingReady', 'Serving');
    });

    it('heals when it was taken away and is given again', async () => {
      await standard.platform.clusterProvider.revokeTokens(onboardingRun);
      const rose = await standard.tenantWithControlPlane({ namespace: 'project-rose', name: 'rose' });
      await rose.order('rose', {});
      await standard.platform.clusterProvider.rotateToken(onboardingRun);
      await rose.when('rose', (order) => expect(order).toBeReady(), { deadlineMs: 45_000 });
    });
  });

  it('changes what was ordered', async () => {
    const green = await ordered('green');
    await green.order('green', { size: 'large' });
    await eventually(async () => [...shelf().boxes.values()].includes('large') || undefined, { what: 'the large box' });
    await green.when('green', (order) => expect(dig(order, 'status', 'observedGeneration')).toBe(order.metadata.generation));
  });

  it('takes down what was ordered before the order goes', async () => {
    const blue = await ordered('blue');
    const before = shelf().boxes.size;
    await blue.delete('blue');
    await blue.whenGone('blue');
    expect(shelf().boxes.size).toBe(before - 1);
    expect(await blue.secret('blue-box')).toBeUndefined();
  });

  it('goes with its ControlPlane', async () => {
    const grey = await ordered('grey');
    const before = shelf().boxes.size;
    await grey.deleteControlPlane();
    expect(await grey.get('grey')).toBeUndefined();
    expect(shelf().boxes.size).toBe(before - 1);
  });

  describe('an order without a ControlPlane', () => {
    it('says so, by an Event too, and is served when it comes', async () => {
      const pink = standard.tenant({ namespace: 'default', name: 'pink' });
      await pink.order('pink', {});
      const order = await pink.when('pink', (each) => expect(each).toHaveCondition('Ready', { status: 'False', reason: 'NoMatchingControlPlane' }));
      expect(order.metadata.finalizers).toBeUndefined();
      await eventually(async () => (await pink.events()).find((event) => event['reason'] === 'NoMatchingControlPlane'));
      await pink.createControlPlane();
      await pink.when('pink', (each) => expect(each).toBeReady());
    });

    it('can be deleted, also when it is the second one of a ControlPlane', async () => {
      const gold = await ordered('gold');
      await gold.order('second', {});
      await gold.when('second', (each) => expect(each).toHaveCondition('Ready', { reason: 'NoMatchingControlPlane' }));
      await gold.delete('second');
      await gold.whenGone('second');
      expect(await gold.get('gold')).toBeReady();
    });
  });

  it('is told by annotation to let an order be, and to look at it again', async () => {
    const teal = await ordered('teal');
    await operation(teal, 'ignore');
    await teal.order('teal', { size: 'large' });
    shelf().asked.length = 0;
    await operation(teal, 'reconcile');
    await eventually(async () => shelf().asked.includes('teal') || undefined, { what: 'the order to be looked at' });
    await teal.when('teal', (order) => {
      expect(order.metadata.annotations ?? {}).not.toHaveProperty(['openmcp.cloud/operation']);
      expect(dig(order, 'status', 'observedGeneration')).toBe(order.metadata.generation);
    });
  });

  it('looks at all orders when the config or a Secret that they name changes', async () => {
    const lime = await ordered('lime');
    await standard.setConfig({ domain: 'boxes.example' });
    await lime.when('lime', (order) => expect(dig(order, 'status', 'host')).toBe('lime.boxes.example'));
    await standard.setSecret('admin', { password: 'second' });
    await lime.whenSecret('lime-box', (values) => expect(values).toEqual({ password: 'second' }));
  });

  it('waits while the ProviderConfig is gone, deletes all the same, and goes on when it is back', async () => {
    const [navy, plum] = [await ordered('navy'), await ordered('plum')];
    await standard.removeConfig();
    await navy.when('navy', (order) => expect(order).toHaveCondition('Ready', { status: 'False', reason: 'ReconcileError', message: 'No ProviderConfig found' }));
    await plum.delete('plum');
    await plum.whenGone('plum');
    await standard.setConfig({});
    await navy.when('navy', (order) => expect(order).toBeReady());
  });

  it('gives its lease back at the end, and another process goes on at once', async () => {
    const second = await standard.startProcess('second');
    await standard.process.stop();
    await second.whenReady(AbortSignal.timeout(10_000));
    const mint = await standard.tenantWithControlPlane({ namespace: 'project-mint', name: 'mint' });
    await mint.order('mint', {});
    await mint.when('mint', (order) => expect(order).toBeReady());
    await second.stop();
    const { body } = await standard.platform.platform.client.get('/apis/coordination.k8s.io/v1/namespaces/openmcp-system/leases/boxes-standard');
    expect(dig(body, 'spec', 'holderIdentity') ?? '').toBe('');
  });
});
