import { Injectable } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Default, KcpRuntimeModule, OnDelete, OnOrder, ProviderConfigApi, ServiceApi, defineOffer, defineProvider, gone, manages, providerConfigObject, reads, ready, serviceObject } from '@kcp-runtime/nest';
import type { DeletionOf, KubeObject, OrderOf, ProvidedBy, Removed } from '@kcp-runtime/nest';
import { workspaceTenantNamespace } from '@kcp-runtime/openmcp';
import { IsIn } from 'class-validator';
import { readAdminKubeconfig } from '../../admin/kubeconfig-text.js';
import { KcpTestingModule } from '../../module/kcp-testing.module.js';
import { orderMatchers } from '../../order/matchers.js';
import { PlatformTestingModule } from '../../module/platform-testing.module.js';
import type { TestConsumer } from '../../tenant/test-consumer.js';
import { eventually } from '../../wait/eventually.js';

expect.extend(orderMatchers);
jest.setTimeout(60_000);

const group = 'hives.services.open-control-plane.io';

class HiveSpec {
  @IsIn(['small', 'large']) @Default('small') size!: 'small' | 'large';
}
@ServiceApi({ group, version: 'v1', kind: 'Hive' })
class Hive extends serviceObject(HiveSpec, class HiveStatus {}) {}
@ProviderConfigApi({ group, version: 'v1', kind: 'HiveConfig' })
class HiveConfig extends providerConfigObject(class HiveConfigSpec {}) {}
const hives = defineOffer(Hive, {
  config: HiveConfig,
  customer: [manages('', 'secrets')],
  worker: [reads('', 'configmaps')],
  workload: ({ spec }) => spec.size === 'large',
  workloadRights: [manages('', 'configmaps')],
  instances: 'many',
});
const provider = defineProvider({ name: 'hives', config: HiveConfig, offers: [hives] });

/** What a test sees of the handler. */
class Garden {
  readonly ends: string[] = [];
}

@Injectable()
class HiveHandler {
  constructor(private readonly garden: Garden) {}

  @OnOrder(hives)
  async provide({ workload, identity }: OrderOf<typeof hives>): Promise<ProvidedBy<typeof hives>> {
    await workload?.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: identity, namespace: 'default' }, data: { bees: 'many' } });
    return ready();
  }

  @OnDelete(hives)
  async remove({ workload }: DeletionOf<typeof hives>): Promise<Removed> {
    this.garden.ends.push(workload?.kind ?? 'none');
    return gone();
  }
}

const app = { imports: [KcpRuntimeModule.forRoot(provider)], providers: [HiveHandler, Garden] };

describe('an order in a kcp workspace that wants a workload cluster', () => {
  let both: PlatformTestingModule;
  let red: TestConsumer;
  const garden = (): Garden => both.app.get(Garden);

  beforeAll(async () => {
    both = await PlatformTestingModule.start({ provider, app, kcp: { driver: 'emulator' } });
    red = await both.kcp.consumer('red');
  });

  afterAll(async () => {
    await both.close();
  });

  const namespaceOf = (name: string): string => workspaceTenantNamespace({ cluster: red.workspace.cluster, namespace: 'default', name });
  const onPlatform = async (path: string): Promise<KubeObject | undefined> => {
    const { status, body } = await both.platform.platform.client.get(path);
    return status === 200 ? (body as unknown as KubeObject) : undefined;
  };
  const accessRequest = (name: string) => onPlatform(`/apis/clusters.openmcp.cloud/v1alpha1/namespaces/${namespaceOf(name)}/accessrequests/hives--${name}--wl`);
  const kubeconfig = (name: string) => onPlatform(`/api/v1/namespaces/${namespaceOf(name)}/secrets/hives--${name}--mcp.kubeconfig`);
  const namespace = (name: string) => onPlatform(`/api/v1/namespaces/${namespaceOf(name)}`);

  it('gets one in the namespace of its tenant, beside the kubeconfig of its worker', async () => {
    await red.order('main', { size: 'large' });
    const order = await red.when('main', (each) => expect(each).toBeReady());

    expect(order).toHaveCondition('WorkloadAccessReady', { status: 'True', reason: 'WorkloadAccessReady' });
    expect((await accessRequest('main'))?.metadata.labels).toMatchObject({ 'openmcp.cloud/onboarding-name': 'main', 'openmcp.cloud/onboarding-namespace': 'default', 'kcp-runtime.open-control-plane.io/cluster': red.workspace.cluster });
    expect(await kubeconfig('main')).toBeDefined();
  });

  it('loses it without its worker’s kubeconfig when it turns', async () => {
    await red.order('turning', { size: 'large' });
    await red.when('turning', (each) => expect(each).toBeReady());
    await red.order('turning', { size: 'small' });
    await red.when('turning', (each) => expect(each).toHaveCondition('WorkloadAccessReady', { status: 'True', reason: 'WorkloadClusterNotNeeded' }));

    expect([await accessRequest('turning'), (await kubeconfig('turning')) !== undefined]).toEqual([undefined, true]);
  });

  it('leaves nothing on the platform when it goes', async () => {
    const cluster = await both.platform.whenClusterOf({ namespace: namespaceOf('main'), name: 'hives--main--wl' });
    const maps = async (): Promise<number> => (((await cluster.client.get('/api/v1/namespaces/default/configmaps?labelSelector=kcp-runtime.open-control-plane.io/order')).body['items'] ?? []) as unknown[]).length;
    expect(await maps()).toBe(1);
    await red.delete('main');
    await red.whenGone('main');

    expect(garden().ends).toContain('reachable');
    await eventually(async () => ((await namespace('main')) === undefined ? true : undefined), { what: 'the namespace of the tenant to be gone' });
  });

  it('lets its worker trust the certificates of the operator too', async () => {
    const { ca } = both.platform.onboarding.server;
    await both.platform.platform.apply([{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'our-ca', namespace: 'openmcp-system' }, data: { 'ca.crt': ca } }]);
    await both.setConfig({ caBundleRef: { name: 'our-ca', key: 'ca.crt' } });
    const certificates = async (): Promise<number | undefined> => {
      const { kubeconfig: encoded = '' } = ((await kubeconfig('turning'))?.['data'] ?? {}) as Record<string, string>;
      return readAdminKubeconfig(Buffer.from(encoded, 'base64').toString('utf8')).ca.match(/BEGIN CERTIFICATE/g)?.length;
    };
    await eventually(async () => ((await certificates()) === 2 ? true : undefined), { what: 'both certificates in the kubeconfig of the worker' });
  });

  it('goes as easily when it never had one', async () => {
    await red.order('plain', {});
    await red.when('plain', (each) => expect(each).toBeReady());
    await red.delete('plain');
    await red.whenGone('plain');

    expect(garden().ends.at(-1)).toBe('none');
  });
});

describe('an order that wants a workload cluster where the platform is not one of openMCP', () => {
  let kcp: KcpTestingModule;
  let red: TestConsumer;

  beforeAll(async () => {
    kcp = await KcpTestingModule.start({ provider, app });
    red = await kcp.consumer('red');
  });

  afterAll(async () => {
    await kcp.close();
  });

  it('says that there are none, while others are served', async () => {
    await red.order('large', { size: 'large' });
    await red.order('small', {});
    await red.when('large', (order) => expect(order).toHaveCondition('WorkloadAccessReady', { status: 'False', reason: 'WorkloadClustersNotServed' }));
    await red.when('small', (order) => expect(order).toBeReady());
  });

  it('can be deleted', async () => {
    await red.delete('large');
    await red.whenGone('large');
  });
});
