import { Injectable } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { KcpRuntimeModule, OnOrder, ProviderConfigApi, ServiceApi, defineOffer, defineProvider, manages, providerConfigObject, ready, serviceObject } from '@kcp-runtime/nest';
import type { OrderOf, ProvidedBy } from '@kcp-runtime/nest';
import { IsOptional, IsString } from 'class-validator';
import { dig } from '../../admin/raw-client.js';
import type { RawBody } from '../../admin/raw-client.js';
import { orderMatchers } from '../../order/matchers.js';
import { PlatformTestingModule } from '../../module/platform-testing.module.js';
import type { TestTenant } from '../../tenant/test-tenant.js';
import { eventually } from '../../wait/eventually.js';

expect.extend(orderMatchers);
jest.setTimeout(60_000);

const group = 'lamps.services.open-control-plane.io';

class LampStatus {
  @IsOptional() @IsString() mode?: string;
  @IsOptional() @IsString() identity?: string;
}
@ServiceApi({ group, version: 'v1', kind: 'Lamp' })
class Lamp extends serviceObject(class LampSpec {}, LampStatus) {}
@ProviderConfigApi({ group, version: 'v1', kind: 'LampConfig' })
class LampConfig extends providerConfigObject(class LampConfigSpec {}) {}
const lamps = defineOffer(Lamp, { config: LampConfig, customer: [manages('', 'secrets')] });
const provider = defineProvider({ name: 'lamps', config: LampConfig, offers: [lamps] });

@Injectable()
class LampHandler {
  @OnOrder(lamps)
  async provide(order: OrderOf<typeof lamps>): Promise<ProvidedBy<typeof lamps>> {
    await order.customer.apply({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'bulb' }, stringData: { for: order.name } });
    return ready({ mode: order.mode, identity: order.identity });
  }
}

describe('one process in both modes', () => {
  let both: PlatformTestingModule;
  const whenSays = (type: string, reason: string): Promise<RawBody> =>
    eventually(
      async () => {
        const conditions = (dig(await both.config(), 'status', 'conditions') ?? []) as RawBody[];
        return conditions.find((condition) => condition['type'] === type && condition['reason'] === reason);
      },
      { deadlineMs: 30_000, what: `${type} to be ${reason}` },
    );
  async function tenant(name: string): Promise<TestTenant> {
    const made = await both.tenantWithControlPlane({ namespace: `project-${name}`, name });
    await made.order(name, {});
    return made;
  }

  beforeAll(async () => {
    both = await PlatformTestingModule.start({ provider, app: { imports: [KcpRuntimeModule.forRoot(provider)], providers: [LampHandler] }, kcp: { driver: 'emulator' } });
  });

  afterAll(async () => {
    await both.close();
  });

  it('serves both the same, and knows them apart', async () => {
    const [red, blue] = await Promise.all([tenant('red'), both.kcp.consumer('blue')]);
    await blue.order('red', {});
    const [onOnboarding, inWorkspace] = await Promise.all([red, blue].map((each) => each.when('red', (order) => expect(order).toBeReady())));
    expect([dig(onOnboarding, 'status', 'mode'), dig(inWorkspace, 'status', 'mode')]).toEqual(['standard', 'kcp']);
    expect(dig(onOnboarding, 'status', 'identity')).not.toBe(dig(inWorkspace, 'status', 'identity'));
    expect([await red.secret('bulb'), await blue.secret('bulb')]).toEqual([{ for: 'red' }, { for: 'red' }]);
  });

  it('tells of both in one status, with a lease for each', async () => {
    await whenSays('OnboardingReady', 'Serving');
    await whenSays('KcpEndpointsReady', 'Serving');
    await eventually(async () => (dig(await both.config(), 'status', 'phase') === 'Ready' ? true : undefined), { deadlineMs: 30_000, what: 'the ProviderConfig to be Ready' });
    const { body } = await both.platform.platform.client.get('/apis/coordination.k8s.io/v1/namespaces/openmcp-system/leases');
    expect((body['items'] as RawBody[]).map((lease) => dig(lease, 'metadata', 'name')).sort()).toEqual(['lamps-kcp', 'lamps-standard']);
  });

  it('goes on with kcp while the onboarding cluster refuses it', async () => {
    const access = { namespace: 'openmcp-system', name: `${group}--onboarding-run` };
    await both.platform.clusterProvider.revokeTokens(access);
    const green = await both.kcp.consumer('green');
    await green.order('main', {});
    await green.when('main', (order) => expect(order).toBeReady());
    await both.platform.clusterProvider.rotateToken(access);
    await (await tenant('lime')).when('lime', (order) => expect(order).toBeReady(), { deadlineMs: 45_000 });
  });

  it('goes on with the onboarding cluster while kcp is away', async () => {
    await both.kcp.kcp.stop();
    const grey = await tenant('grey');
    await grey.when('grey', (order) => expect(order).toBeReady());
    await grey.deleteControlPlane();
    expect(await grey.get('grey')).toBeUndefined();
    expect(await whenSays('KcpConnected', 'ServerUnreachable')).toMatchObject({ status: 'False' });
    expect(await whenSays('OnboardingReady', 'Serving')).toMatchObject({ status: 'True' });
  });
});
