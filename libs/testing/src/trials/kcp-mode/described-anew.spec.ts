/** What a provider publishes has the name of its content: other words make another schema, the same words make no write. */
import { Injectable } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Type } from '@nestjs/common';
import type { Emulator } from '@kcp-runtime/emulator';
import { Default, Describe, KcpRuntimeModule, OnOrder, ProviderConfigApi, ServiceApi, defineOffer, defineProvider, providerConfigObject, ready, serviceObject } from '@kcp-runtime/nest';
import type { Provided } from '@kcp-runtime/nest';
import { IsInt } from 'class-validator';
import { dig } from '../../admin/raw-client.js';
import { emulatorServer } from '../../drivers/emulator.driver.js';
import { KcpTestingModule } from '../../module/kcp-testing.module.js';
import type { ProviderVersion } from '../../module/kcp-testing.module.js';
import { orderMatchers } from '../../order/matchers.js';
import type { TestConsumer } from '../../tenant/test-consumer.js';
import { eventually } from '../../wait/eventually.js';

const { startEmulator } = await import('@kcp-runtime/emulator');

expect.extend(orderMatchers);
jest.setTimeout(90_000);

const group = 'lids.services.open-control-plane.io';

@ProviderConfigApi({ group, version: 'v1', kind: 'LidConfig' })
class LidConfig extends providerConfigObject(class LidConfigSpec {}) {}

class PlainSpec {
  @IsInt() @Default(1) size!: number;
}
class DescribedSpec {
  @Describe('How wide it is, in centimetres.') @IsInt() @Default(1) size!: number;
}

/** The provider whose orders have this spec. */
function version(spec: Type<object>): ProviderVersion {
  @ServiceApi({ group, version: 'v1', kind: 'Lid' })
  class Lid extends serviceObject(spec, class LidStatus {}) {}
  const lids = defineOffer(Lid, { config: LidConfig, instances: 'many' });
  const provider = defineProvider({ name: 'lids', config: LidConfig, offers: [lids] });

  @Injectable()
  class LidHandler {
    @OnOrder(lids)
    async provide(): Promise<Provided<object>> {
      return ready();
    }
  }
  return { provider, app: { imports: [KcpRuntimeModule.forRoot(provider)], providers: [LidHandler] } };
}

// Reported as railgrid/railgrid#520 and kcp-dev/kcp#3301
describe('a provider whose API is described in other words', () => {
  let emulator: Emulator;
  let kcp: KcpTestingModule;
  let red: TestConsumer;

  const schemaInForce = async (): Promise<unknown> => dig((await kcp.providerWorkspace.client.get(`/apis/apis.kcp.io/v1alpha2/apiexports/${group}`)).body, 'spec', 'resources', 0, 'schema');
  const orderReady = async (name: string): Promise<void> => {
    await red.order(name, {});
    await red.when(name, (order) => expect(order).toBeReady(), { deadlineMs: 30_000 });
  };

  beforeAll(async () => {
    emulator = await startEmulator();
    const { provider, app } = version(PlainSpec);
    kcp = await KcpTestingModule.start({ provider, app, kcp: emulatorServer(emulator) });
    red = await kcp.consumer('red');
    await orderReady('first');
  });

  afterAll(() => kcp.close());

  it('publishes a second schema and puts it in force', async () => {
    const before = await schemaInForce();
    emulator.forgetRequests();
    await kcp.replaceProvider(version(DescribedSpec));
    await eventually(async () => ((await schemaInForce()) === before ? undefined : true), { deadlineMs: 30_000, what: 'another schema to be in force' });
    await orderReady('second');
    const made = emulator.requests.filter(({ method, url }) => method === 'POST' && url.includes('/apiresourceschemas'));
    expect(made.map(({ status }) => status)).toEqual([201]);
  });

  it('writes neither schema nor export when it starts once more with the same words', async () => {
    const before = await schemaInForce();
    emulator.forgetRequests();
    await kcp.replaceProvider(version(DescribedSpec));
    await orderReady('third');
    const published = emulator.requests.filter(({ method, url }) => method !== 'GET' && /\/(apiresourceschemas|apiexports)\b/.test(url) && !url.startsWith('/services/'));
    expect([published, await schemaInForce()]).toEqual([[], before]);
  });
});
