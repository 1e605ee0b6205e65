import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { InitialEventsRefusals, ResourceClient, WorkQueue, readOrderKey, systemClock, tenantOfOrderKey } from '@kcp-runtime/kube';
import type { KubeApi, KubeObject, KubeRequest, KubeStream, ResourceType } from '@kcp-runtime/kube';
import { TenantKubeconfigs } from '../credential/tenant-kubeconfigs.js';
import { boxes } from '../fixture/boxes.fixture.js';
import { ready } from '../offer/answer.js';
import { servedOffer } from '../reconcile/served-offer.js';
import { WorkspaceEndpoint } from './workspace-endpoint.js';

const URL = 'https://kcp.test/services/apiexport/p/boxes';
const nothing = (): void => undefined;

/** A virtual workspace whose watches tell what the test says. */
class ToldWatches implements KubeApi {
  readonly url = `${URL}/clusters/*`;
  readonly #watches = new Map<string, PassThrough>();

  resource<T extends KubeObject>(type: ResourceType): ResourceClient<T> {
    return new ResourceClient<T>(this, type, 'test');
  }

  request(): Promise<never> {
    return Promise.reject(new Error('nothing is asked for here but watches'));
  }

  async stream({ path, signal }: KubeRequest): Promise<KubeStream> {
    const watch = this.#watch(path.split('/').at(-1) ?? '');
    signal?.addEventListener('abort', () => watch.end(), { once: true });
    return { status: 200, chunks: watch, close: () => void watch.destroy() };
  }

  tell(plural: string, type: 'ADDED' | 'BOOKMARK', metadata: Partial<KubeObject['metadata']>, status?: object): void {
    const object = { apiVersion: 'v1', kind: 'Told', metadata: { uid: metadata.name, resourceVersion: '1', generation: 1, ...metadata }, status };
    this.#watch(plural).write(`${JSON.stringify({ type, object })}\n`);
  }

  /** All that there is has been told. */
  endOfFill(plural: string): void {
    this.tell(plural, 'BOOKMARK', { annotations: { 'k8s.io/initial-events-end': 'true' } });
  }

  #watch(plural: string): PassThrough {
    const watch = this.#watches.get(plural) ?? new PassThrough();
    this.#watches.set(plural, watch);
    return watch;
  }
}

describe('an endpoint that learns what there is', () => {
  let kcp: ToldWatches;
  let stop: AbortController;
  let handled: string[];
  let endpoint: WorkspaceEndpoint;
  let ended: Promise<unknown>;

  beforeEach(() => {
    [kcp, stop, handled] = [new ToldWatches(), new AbortController(), []];
    const queue = new WorkQueue({ tenantOf: tenantOfOrderKey, clock: systemClock, random: () => 0.5, onError: nothing });
    endpoint = new WorkspaceEndpoint({
      url: URL, publicUrl: URL, name: 'here', offers: [servedOffer({ offer: boxes, onOrder: async () => ready({}) })], queue, ordersPerTenant: () => undefined,
      at: () => kcp, as: () => kcp, ca: async () => undefined, kubeconfigs: new TenantKubeconfigs(kcp), onEngagement: nothing, onState: nothing, reporter: 'boxes',
      refusals: new InitialEventsRefusals(), clock: systemClock, random: () => 0.5, log: { debug: nothing, info: nothing, warn: nothing, error: nothing },
    });
    const working = queue.run(async (key) => (handled.push(readOrderKey(key).name), { kind: 'done' }), stop.signal);
    ended = Promise.all([working, endpoint.run(stop.signal)]);
  });

  afterEach(async () => {
    stop.abort();
    await ended;
  });

  function order(name: string, status?: object): void {
    kcp.tell('boxes', 'ADDED', { name, namespace: 'default', annotations: { 'kcp.io/cluster': 'red' } }, status);
  }

  async function until(isSo: () => boolean): Promise<void> {
    for (let looks = 0; !isSo(); looks += 1) {
      if (looks > 2_000) throw new Error(`Not in time; handled so far: ${handled.join()}`);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }

  it('works on what somebody waits for at once, and on what stands Ready when all has been seen', async () => {
    kcp.endOfFill('apibindings');
    kcp.endOfFill('secrets');
    const settled = { phase: 'Ready', observedGeneration: 1 };
    order('one', settled);
    order('two', settled);
    order('new');
    await until(() => handled.includes('new'));
    expect([[...endpoint.orders.keys()].length, handled]).toEqual([3, ['new']]);

    kcp.endOfFill('boxes');
    await until(() => handled.length === 3);
    expect(handled).toEqual(['new', 'one', 'two']);
  });
});
