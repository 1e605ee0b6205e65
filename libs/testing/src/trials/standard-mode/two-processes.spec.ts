import { once } from 'node:events';
import { Injectable } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { KcpRuntimeModule, OnOrder, ProviderConfigApi, ServiceApi, defineOffer, defineProvider, providerConfigObject, ready, serviceObject } from '@kcp-runtime/nest';
import type { OrderOf, ProvidedBy } from '@kcp-runtime/nest';
import { orderMatchers } from '../../order/matchers.js';
import { PlatformTestingModule } from '../../module/platform-testing.module.js';
import type { ProviderProcess } from '../../provider/provider-process.js';
import type { TestTenant } from '../../tenant/test-tenant.js';
import { eventually } from '../../wait/eventually.js';

expect.extend(orderMatchers);
jest.setTimeout(90_000);

const group = 'jars.services.open-control-plane.io';

@ServiceApi({ group, version: 'v1', kind: 'Jar' })
class Jar extends serviceObject(class JarSpec {}, class JarStatus {}) {}
@ProviderConfigApi({ group, version: 'v1', kind: 'JarConfig' })
class JarConfig extends providerConfigObject(class JarConfigSpec {}) {}
const jars = defineOffer(Jar, { config: JarConfig });
const provider = defineProvider({ name: 'jars', config: JarConfig, offers: [jars], modes: ['standard'] });

/** Ends the call for an order named `held`, now or later. */
const letGo = new AbortController();

/** Which orders a process was called for. */
class Calls {
  readonly names: string[] = [];
}

@Injectable()
class JarHandler {
  constructor(private readonly calls: Calls) {}

  @OnOrder(jars)
  async provide(order: OrderOf<typeof jars>): Promise<ProvidedBy<typeof jars>> {
    this.calls.names.push(order.name);
    if (order.name === 'held' && !letGo.signal.aborted) await once(letGo.signal, 'abort');
    return ready();
  }
}

describe('two processes of a provider in standard mode', () => {
  let standard: PlatformTestingModule;
  let second: ProviderProcess;
  const callsOf = ({ app }: ProviderProcess): readonly string[] => app.get(Calls).names;

  async function order(name: string): Promise<TestTenant> {
    const tenant = await standard.tenantWithControlPlane({ namespace: `project-${name}`, name });
    await tenant.order(name, {});
    await tenant.when(name, (each) => expect(each).toBeReady(), { deadlineMs: 60_000 });
    return tenant;
  }

  beforeAll(async () => {
    standard = await PlatformTestingModule.start({ provider, app: { imports: [KcpRuntimeModule.forRoot(provider)], providers: [JarHandler, Calls] } });
    second = await standard.startProcess('second');
  });

  afterAll(async () => {
    await second.stop();
    await standard.close();
  });

  it('have one of them serve', async () => {
    await order('red');
    expect(callsOf(standard.process)).toContain('red');
    expect(callsOf(second)).toEqual([]);
  });

  it('go on when the one that serves is gone without a word', async () => {
    await standard.process.cutOff();
    await order('blue');
    expect(callsOf(standard.process)).not.toContain('blue');
    expect(callsOf(second)).toContain('blue');
  });

  it('leave what is Ready as it is, though the other one has seen it for the first time', async () => {
    await eventually(async () => callsOf(second).includes('red') || undefined, { what: 'the second process to look at red' });
    expect(await standard.tenant({ namespace: 'project-red', name: 'red' }).get('red')).toBeReady();
  });

  it('finish what a handler has begun before they stop', async () => {
    const held = await standard.tenantWithControlPlane({ namespace: 'project-held', name: 'held' });
    await held.order('held', {});
    await eventually(async () => callsOf(second).includes('held') || undefined, { what: 'the handler to be called' });
    const stopping = second.stop();
    letGo.abort();
    await stopping;
    expect(await held.get('held')).toBeReady();
  });
});
