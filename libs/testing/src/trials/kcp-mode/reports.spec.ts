/**
 * What users of other operator libraries have met and reported, tried on this one with everything real around it. Reports about
 * one machine alone are tried beside that machine, with the same words above the test: search for "Reported as".
 */
import { Injectable } from '@nestjs/common';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Default, KcpRuntimeModule, OnDelete, OnOrder, ProviderConfigApi, ServiceApi, defineOffer, defineProvider, gone, providerConfigObject, ready, serviceObject } from '@kcp-runtime/nest';
import type { DeletionOf, OrderOf, ProvidedBy, Removed } from '@kcp-runtime/nest';
import { readApiClass } from '@kcp-runtime/schema';
import { IsInt, IsOptional, IsString } from 'class-validator';
import { readAdminKubeconfig } from '../../admin/kubeconfig-text.js';
import { dig } from '../../admin/raw-client.js';
import type { Gate } from '../../gate/gate.js';
import type { GateRequest } from '../../gate/gate-request.js';
import { startGate } from '../../gate/start-gate.js';
import { KcpTestingModule } from '../../module/kcp-testing.module.js';
import { orderMatchers } from '../../order/matchers.js';
import type { TestConsumer } from '../../tenant/test-consumer.js';
import { eventually } from '../../wait/eventually.js';

expect.extend(orderMatchers);
jest.setTimeout(90_000);

const group = 'boxes.services.open-control-plane.io';
const finalizer = `${group}/finalizer`;
const boxesPath = `/apis/${group}/v1/namespaces/default/boxes`;

class BoxSpec {
  @IsInt() @Default(1) size!: number;
}
class BoxStatus {
  @IsOptional() @IsString() size?: string;
}
@ServiceApi({ group, version: 'v1', kind: 'Box', plural: 'boxes' })
class Box extends serviceObject(BoxSpec, BoxStatus) {}
@ServiceApi({ group, version: 'v1', kind: 'Leaflet' })
class Leaflet extends serviceObject(class LeafletSpec {}, class LeafletStatus {}) {}
@ProviderConfigApi({ group, version: 'v1', kind: 'BoxConfig' })
class BoxConfig extends providerConfigObject(class BoxConfigSpec {}) {}
const boxes = defineOffer(Box, { config: BoxConfig, instances: 'many' });
const leaflets = defineOffer(Leaflet, { config: BoxConfig, instances: 'many', controller: 'leaflets' });
const provider = defineProvider({ name: 'boxes', config: BoxConfig, offers: [boxes, leaflets] });

/** What the handlers were called for. */
const provided: string[] = [];
const removed: string[] = [];

@Injectable()
class BoxHandler {
  @OnOrder(boxes)
  async provide(order: OrderOf<typeof boxes>): Promise<ProvidedBy<typeof boxes>> {
    provided.push(`${order.name} of ${order.spec.size}`);
    return ready({ size: String(order.spec.size) });
  }

  @OnDelete(boxes)
  async remove(order: DeletionOf<typeof boxes>): Promise<Removed> {
    removed.push(order.name);
    return gone();
  }
}

/** Nothing is left of a leaflet that anybody would have to clean up. */
@Injectable()
class LeafletHandler {
  @OnOrder(leaflets)
  async provide(): Promise<ProvidedBy<typeof leaflets>> {
    return ready();
  }
}

describe('a provider', () => {
  let kcp: KcpTestingModule;
  let gate: Gate;
  let red: TestConsumer;

  const isBoxWatch = ({ resource, verb }: GateRequest): boolean => resource === 'boxes' && verb === 'watch';
  const isWriteOf =
    (name: string) =>
    (request: GateRequest): boolean => request.resource === 'boxes' && request.name === name && request.method === 'PATCH';
  const orderReady = async (name: string, spec: object = {}): Promise<void> => {
    await red.order(name, spec);
    await red.when(name, (order) => expect(order).toBeReady(), { deadlineMs: 30_000 });
  };
  /** The watch of the orders has begun anew. */
  const whenWatchedAgain = (before: number): Promise<true> => eventually(() => (gate.count(isBoxWatch) > before ? true : undefined), { deadlineMs: 30_000, what: 'the next watch of the orders' });

  beforeAll(async () => {
    kcp = await KcpTestingModule.start({ provider, app: { imports: [KcpRuntimeModule.forRoot(provider)], providers: [BoxHandler, LeafletHandler] } });
    gate = await gateOf(kcp);
    red = await kcp.consumer('red');
    await orderReady('warm-up');
    await eventually(() => (gate.count(isBoxWatch) > 0 ? true : undefined), { what: 'the orders to be watched through the gate' });
  });

  afterAll(async () => {
    await kcp.close();
    await gate.stop();
  });

  beforeEach(() => {
    provided.length = 0;
    removed.length = 0;
  });

  // Reported as kubernetes-client/javascript#795
  it('hears after an outage what was changed, deleted and made meanwhile, and of nothing else', async () => {
    // When the last one is Ready, the answers about the others have long come.
    for (const name of ['changed', 'deleted', 'left-alone', 'last']) await orderReady(name);
    provided.length = 0;
    await gate.refuse();
    await red.order('changed', { size: 2 });
    await red.delete('deleted');
    await red.order('made', {});
    await gate.accept();
    await red.when('changed', (order) => expect(order).toMatchObject({ status: { size: '2' } }), { deadlineMs: 60_000 });
    await red.when('made', (order) => expect(order).toBeReady(), { deadlineMs: 30_000 });
    await red.whenGone('deleted', { deadlineMs: 30_000 });
    expect([provided.filter((each) => !each.startsWith('last')).sort(), removed]).toEqual([['changed of 2', 'made of 1'], ['deleted']]);
  });

  // Reported as kubernetes-client/javascript#570 and defenseunicorns/pepr#295
  it('calls no handler twice for an order or a deletion that it hears of again', async () => {
    await orderReady('once');
    await orderReady('gone-once');
    await red.delete('gone-once');
    await red.whenGone('gone-once');
    const expired = gate.answer({ match: isBoxWatch }, { status: 410, body: { kind: 'Status', code: 410, reason: 'Expired', message: 'too old resource version' } });
    gate.cutOpen(isBoxWatch);
    await eventually(() => (expired.matched >= 3 ? true : undefined), { deadlineMs: 30_000, what: 'three refusals' });
    const before = gate.count(isBoxWatch);
    expired.remove();
    await whenWatchedAgain(before);
    await orderReady('afterwards');
    expect([provided, removed]).toEqual([['once of 1', 'gone-once of 1', 'afterwards of 1'], ['gone-once']]);
  });

  // Reported as openkube-hub/KubeUser#58
  it('tells what the handler answered though the order was changed right after its finalizer came', async () => {
    const hold = gate.hold({ match: isWriteOf('touched') }, 'answer');
    await red.order('touched', {});
    await hold.reached();
    await red.workspace.client.merge(`${boxesPath}/touched`, { metadata: { labels: { touched: 'yes' } } });
    hold.release();
    const order = await red.when('touched', (each) => expect(each).toBeReady(), { deadlineMs: 30_000 });
    expect(order).toMatchObject({ metadata: { labels: { touched: 'yes' } }, status: { size: '1' } });
  });

  // Reported as kube-rs/kube#965
  it("neither drops a finalizer that came between its read and its write, nor takes it along when it goes", async () => {
    const hold = gate.hold({ match: isWriteOf('held-by-two') });
    await red.order('held-by-two', {});
    await hold.reached();
    await red.workspace.client.merge(`${boxesPath}/held-by-two`, { metadata: { finalizers: ['example.com/other'] } });
    hold.release();
    await red.when('held-by-two', (order) => expect(order).toBeReady(), { deadlineMs: 30_000 });
    expect(await finalizersOf('held-by-two')).toEqual(['example.com/other', finalizer]);
    await red.delete('held-by-two');
    await eventually(async () => ((await finalizersOf('held-by-two')).includes(finalizer) ? undefined : true), { what: 'our finalizer to go' });
    expect(await finalizersOf('held-by-two')).toEqual(['example.com/other']);
    await red.workspace.client.merge(`${boxesPath}/held-by-two`, { metadata: { finalizers: null } });
    await red.whenGone('held-by-two');
  });

  // Reported as nolar/kopf#701
  it('holds nothing that nobody has to clean up after', async () => {
    const api = readApiClass(Leaflet);
    await red.order('news', {}, api);
    const path = `/apis/${group}/v1/namespaces/default/leaflets/news`;
    await eventually(async () => (dig((await red.workspace.client.get(path)).body, 'status', 'phase') === 'Ready' ? true : undefined), { what: 'the leaflet' });
    expect(dig((await red.workspace.client.get(path)).body, 'metadata', 'finalizers')).toBeUndefined();
    await red.delete('news', api);
    expect(await red.get('news', api)).toBeUndefined();
  });

  // Reported as kubernetes-client/javascript#1496 and defenseunicorns/pepr#745
  it('misses no order, however often its watches break', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `under-fire-${index}`);
    for (const [index, name] of names.entries()) {
      await red.order(name, {});
      if (index % 10 === 5) gate.cutOpen(isBoxWatch);
    }
    for (const name of names) await red.when(name, (order) => expect(order).toBeReady(), { deadlineMs: 60_000 });
    expect(provided.filter((each) => each.startsWith('under-fire')).sort()).toEqual(names.map((name) => `${name} of 1`).sort());
  });

  // Reported as kcp-dev/multicluster-provider#48
  it('follows a URL that the endpoint slice gains, and leaves one that it loses', async () => {
    const blue = await kcp.consumer('blue');
    const isOverThere = (request: GateRequest): boolean => request.endpoint === 'second';
    await gate.offerSecondEndpoint((cluster) => cluster === blue.workspace.cluster);
    await whenSeenAnew('gained', isOverThere, 2);
    await blue.order('over-there', {});
    await blue.when('over-there', (order) => expect(order).toBeReady(), { deadlineMs: 30_000 });
    expect(gate.count((request) => isOverThere(request) && isWriteOf('over-there')(request))).toBeGreaterThan(0);
    gate.withdrawSecondEndpoint();
    await whenSeenAnew('lost', isOverThere, 1);
    expect(gate.cutOpen(isOverThere)).toBe(0);
    await blue.order('back-here', {});
    await blue.when('back-here', (order) => expect(order).toBeReady(), { deadlineMs: 30_000 });
  });

  const finalizersOf = async (name: string): Promise<readonly string[]> => (dig(await red.get(name), 'metadata', 'finalizers') ?? []) as readonly string[];

  /** What the gate makes of slice and consumers is seen with the slice's next version and in watches that begin from now on. */
  async function whenSeenAnew(mark: string, butNot: (request: GateRequest) => boolean, endpoints: number): Promise<void> {
    gate.cutOpen((request) => request.verb === 'watch' && !butNot(request));
    await kcp.providerWorkspace.client.merge(`/apis/apis.kcp.io/v1alpha1/apiexportendpointslices/${group}`, { metadata: { labels: { mark } } });
    const followed = async (): Promise<unknown> => dig((await kcp.platform.client.get(`/apis/${group}/v1/boxconfigs/boxes`)).body, 'status', 'kcp', 'endpoints');
    await eventually(async () => (((await followed()) as readonly unknown[]).length === endpoints ? true : undefined), { deadlineMs: 30_000, what: `${endpoints} endpoints to be followed` });
  }
});

/** From now on the provider reaches kcp through a gate: its kubeconfig says so. */
async function gateOf(kcp: KcpTestingModule): Promise<Gate> {
  const { body } = await kcp.platform.client.get('/api/v1/namespaces/kcp-runtime/secrets/boxes-kcp');
  const kubeconfig = Buffer.from(String(dig(body, 'data', 'kubeconfig')), 'base64').toString('utf8');
  const { url, ca } = readAdminKubeconfig(kubeconfig);
  const gate = await startGate({ upstream: { url, ca } });
  await kcp.setSecret('boxes-kcp', { kubeconfig: gate.kubeconfig(kubeconfig) });
  return gate;
}
