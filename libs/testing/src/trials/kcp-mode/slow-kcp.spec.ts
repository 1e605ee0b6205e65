/** A provider of a kcp that takes its time, as a real one does: a URL before it serves, a binding that is Bound seconds later, content that goes late. */
import { Injectable } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Emulator, SeenRequest } from '@kcp-runtime/emulator';
import { KcpRuntimeModule, OnDelete, OnOrder, ProviderConfigApi, ServiceApi, defineOffer, defineProvider, gone, providerConfigObject, ready, serviceObject } from '@kcp-runtime/nest';
import type { DeletionOf, OrderOf, ProvidedBy, Removed } from '@kcp-runtime/nest';
import { emulatorServer } from '../../drivers/emulator.driver.js';
import { KcpTestingModule } from '../../module/kcp-testing.module.js';
import { orderMatchers } from '../../order/matchers.js';
import type { TestConsumer } from '../../tenant/test-consumer.js';

const { KCP_DELAYS, startEmulator } = await import('@kcp-runtime/emulator');

expect.extend(orderMatchers);
jest.setTimeout(90_000);

const group = 'mugs.services.open-control-plane.io';

@ServiceApi({ group, version: 'v1', kind: 'Mug' })
class Mug extends serviceObject(class MugSpec {}, class MugStatus {}) {}
@ProviderConfigApi({ group, version: 'v1', kind: 'MugConfig' })
class MugConfig extends providerConfigObject(class MugConfigSpec {}) {}
const mugs = defineOffer(Mug, { config: MugConfig, instances: 'many' });
const provider = defineProvider({ name: 'mugs', config: MugConfig, offers: [mugs] });

/** What the handlers were called for. */
const calls: string[] = [];

@Injectable()
class MugHandler {
  @OnOrder(mugs)
  async provide(order: OrderOf<typeof mugs>): Promise<ProvidedBy<typeof mugs>> {
    calls.push(`provide ${order.name}`);
    return ready();
  }

  @OnDelete(mugs)
  async remove(order: DeletionOf<typeof mugs>): Promise<Removed> {
    calls.push(`remove ${order.name}`);
    return gone();
  }
}

describe('a provider of a kcp that takes its time', () => {
  let emulator: Emulator;
  let kcp: KcpTestingModule;
  let red: TestConsumer;

  beforeAll(async () => {
    emulator = await startEmulator();
    kcp = await KcpTestingModule.start({ provider, kcp: emulatorServer(emulator), app: { imports: [KcpRuntimeModule.forRoot(provider)], providers: [MugHandler] } });
    Object.assign(emulator.delays, KCP_DELAYS);
    red = await kcp.consumer('red');
  });

  afterAll(() => kcp.close());

  it('serves the first order of the first consumer, though the URL was there long before it served', async () => {
    await red.order('first', {});
    await red.when('first', (order) => expect(order).toBeReady(), { deadlineMs: 30_000 });
    const isOfAll = ({ url }: SeenRequest): boolean => url.includes(`/clusters/*/apis/${group}/v1/mugs?`);
    const answers = emulator.requests.filter(isOfAll).map(({ status }) => status);
    expect([answers[0], answers.at(-1)]).toEqual([404, 200]);
  });

  it('calls its handler once all the same', () => {
    expect(calls).toEqual(['provide first']);
  });

  it('cleans up for a workspace that is deleted, before that has gone', async () => {
    await kcp.admin.deleteWorkspace(red.workspace.path);
    await kcp.admin.whenWorkspaceGone(red.workspace.path);
    expect(calls).toEqual(['provide first', 'remove first']);
  });
});
