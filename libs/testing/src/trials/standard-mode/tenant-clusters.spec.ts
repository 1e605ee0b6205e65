import { Injectable } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Default, KcpRuntimeModule, OnDelete, OnOrder, ProviderConfigApi, ServiceApi, defineOffer, defineProvider, gone, manages, providerConfigObject, reads, ready, serviceObject } from '@kcp-runtime/nest';
import type { DeletionOf, KubeObject, OrderOf, ProvidedBy, Removed } from '@kcp-runtime/nest';
import { tenantNamespace } from '@kcp-runtime/openmcp';
import { IsIn, IsOptional, IsString } from 'class-validator';
import { readAdminKubeconfig } from '../../admin/kubeconfig-text.js';
import { RawClient } from '../../admin/raw-client.js';
import { orderMatchers } from '../../order/matchers.js';
import { PlatformTestingModule } from '../../module/platform-testing.module.js';
import type { PlatformCluster } from '../../platform/cluster/platform-cluster.js';
import type { TestTenant } from '../../tenant/test-tenant.js';
import { eventually } from '../../wait/eventually.js';

expect.extend(orderMatchers);
jest.setTimeout(60_000);

const group = 'farms.services.open-control-plane.io';
const REQUESTS = '/apis/clusters.openmcp.cloud/v1alpha1/namespaces';

class FarmSpec {
  @IsIn(['small', 'large']) @Default('small') size!: 'small' | 'large';
}
class FarmStatus {
  @IsOptional() @IsString() host?: string;
}
class FarmConfigSpec {}
@ServiceApi({ group, version: 'v1', kind: 'Farm' })
class Farm extends serviceObject(FarmSpec, FarmStatus) {}
@ProviderConfigApi({ group, version: 'v1', kind: 'FarmConfig' })
class FarmConfig extends providerConfigObject(FarmConfigSpec) {}
const farms = defineOffer(Farm, {
  config: FarmConfig,
  customer: [manages('', 'secrets')],
  worker: [reads('', 'configmaps')],
  workload: ({ spec }) => spec.size === 'large',
  workloadRights: [manages('', 'namespaces'), manages('', 'configmaps')],
});
const provider = defineProvider({ name: 'farms', config: FarmConfig, offers: [farms] });

/** What a test sees of the handler. */
class Barn {
  readonly kubeconfigs: string[] = [];
  readonly ends: string[] = [];
}

@Injectable()
class FarmHandler {
  constructor(private readonly barn: Barn) {}

  @OnOrder(farms)
  async provide(order: OrderOf<typeof farms>): Promise<ProvidedBy<typeof farms>> {
    await order.customer.apply({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'harvest' }, data: { size: Buffer.from(order.spec.size).toString('base64') } });
    const { workload, identity } = order;
    if (workload === undefined) return ready({ host: 'shared.test' });
    await workload.applySet('farm', [
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: identity } },
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'field', namespace: identity }, data: { crop: 'rye' } },
    ]);
    this.barn.kubeconfigs.push(await workload.kubeconfig());
    return ready({ host: `${identity}.test` });
  }

  @OnDelete(farms)
  async remove({ customer, workload }: DeletionOf<typeof farms>): Promise<Removed> {
    this.barn.ends.push(`${customer.kind} ${workload?.kind ?? 'none'}`);
    return gone();
  }
}

describe('the clusters of a tenant', () => {
  let standard: PlatformTestingModule;
  const barn = (): Barn => standard.app.get(Barn);

  beforeAll(async () => {
    standard = await PlatformTestingModule.start({ provider, app: { imports: [KcpRuntimeModule.forRoot(provider)], providers: [FarmHandler, Barn] } });
  });

  afterAll(async () => {
    await standard.close();
  });

  const platformObject = async (path: string): Promise<KubeObject | undefined> => {
    const { status, body } = await standard.platform.platform.client.get(path);
    return status === 404 ? undefined : (body as unknown as KubeObject);
  };
  const accessRequest = (tenant: TestTenant, suffix: string): Promise<KubeObject | undefined> =>
    platformObject(`${REQUESTS}/${tenantNamespace(tenant.controlPlane)}/accessrequests/farms--${tenant.controlPlane.name}--${suffix}`);
  const clusterRequest = (tenant: TestTenant): Promise<KubeObject | undefined> =>
    platformObject(`${REQUESTS}/${tenantNamespace(tenant.controlPlane)}/clusterrequests/farms--${tenant.controlPlane.name}--wl`);
  const nameOf = (tenant: TestTenant, suffix: string) => ({ namespace: tenantNamespace(tenant.controlPlane), name: `farms--${tenant.controlPlane.name}--${suffix}` });
  const workloadOf = (tenant: TestTenant): Promise<PlatformCluster> => standard.platform.whenClusterOf(nameOf(tenant, 'wl'));
  const namespacesOf = async (cluster: PlatformCluster): Promise<string[]> => {
    const { body } = await cluster.client.get('/api/v1/namespaces');
    return ((body['items'] ?? []) as KubeObject[]).map(({ metadata }) => metadata.name);
  };
  /** Has the order looked at again. */
  const annotate = (tenant: TestTenant): Promise<unknown> =>
    standard.platform.onboarding.client.merge(`/apis/${group}/v1/namespaces/${tenant.controlPlane.namespace}/farms/${tenant.controlPlane.name}`, { metadata: { annotations: { 'openmcp.cloud/operation': 'reconcile' } } });
  const whenLeft = (tenant: TestTenant): Promise<true> =>
    eventually(async () => ((await clusterRequest(tenant)) === undefined && (await accessRequest(tenant, 'wl')) === undefined ? true : undefined), { what: 'the requests for a workload cluster to be gone' });

  let red: TestTenant;
  it('are asked for with the rights of the offer and no more, those of its workers apart', async () => {
    red = await standard.tenantWithControlPlane({ namespace: 'project-red', name: 'main' });
    await red.order('main', {});
    await red.when('main', (order) => expect(order).toBeReady());

    expect(await accessRequest(red, 'runtime')).toMatchObject({
      spec: {
        requestRef: { name: 'main', namespace: tenantNamespace(red.controlPlane) },
        token: {
          permissions: [
            { rules: [{ apiGroups: [''], resources: ['secrets'], verbs: ['create', 'delete', 'get', 'list', 'patch', 'watch'] }] },
            { namespace: 'project-red', rules: [{ apiGroups: [''], resources: ['namespaces'], verbs: ['get'] }] },
          ],
        },
      },
    });
    expect((await accessRequest(red, 'mcp'))?.spec).toMatchObject({ token: { permissions: [{ rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list', 'watch'] }] }] } });
    expect(await red.secret('harvest')).toEqual({ size: 'small' });
  });

  it('let a worker do with its kubeconfig what the offer says, and nothing else', async () => {
    const secret = await platformObject(`/api/v1/namespaces/${tenantNamespace(red.controlPlane)}/secrets/farms--main--mcp.kubeconfig`);
    const { kubeconfig = '' } = (secret?.['data'] ?? {}) as Record<string, string>;
    const { token } = readAdminKubeconfig(Buffer.from(kubeconfig, 'base64').toString('utf8'));
    const { url, ca } = red.controlPlaneCluster.address;
    const worker = RawClient.open({ url, ca, token: () => token });
    try {
      expect((await worker.get('/api/v1/configmaps')).status).toBe(200);
      expect((await worker.get('/api/v1/secrets')).status).toBe(403);
    } finally {
      await worker.close();
    }
  });

  it('come with a workload cluster where the order wants one, and what stands there goes with the order', async () => {
    const blue = await standard.tenantWithControlPlane({ namespace: 'project-blue', name: 'main' });
    await blue.order('main', { size: 'large' });
    const order = await blue.when('main', (each) => expect(each).toBeReady());
    expect(order).toHaveCondition('WorkloadAccessReady', { status: 'True', reason: 'WorkloadAccessReady' });
    expect(await clusterRequest(blue)).toMatchObject({ spec: { purpose: 'workload' }, metadata: { labels: { 'openmcp.cloud/managed-purpose': 'project-blue.main.workload' } } });
    const cluster = await workloadOf(blue);
    const before = await namespacesOf(cluster);
    expect(before.length).toBeGreaterThan(0);
    expect(barn().kubeconfigs.at(-1)).toContain(new URL(cluster.address.url).host);

    await blue.delete('main');
    await blue.whenGone('main');
    expect(barn().ends).toContain('reachable reachable');
    expect([await clusterRequest(blue), await accessRequest(blue, 'wl'), await accessRequest(blue, 'mcp'), await accessRequest(blue, 'runtime'), await blue.secret('harvest')]).toEqual([undefined, undefined, undefined, undefined, undefined]);
  });

  it('lose the workload cluster when the order turns, after the service is ready without it', async () => {
    const green = await standard.tenantWithControlPlane({ namespace: 'project-green', name: 'main' });
    await green.order('main', { size: 'large' });
    await green.when('main', (order) => expect(order).toBeReady());
    await green.order('main', { size: 'small' });
    await green.when('main', (order) => expect(order).toHaveCondition('WorkloadAccessReady', { status: 'True', reason: 'WorkloadClusterNotNeeded' }));
    await whenLeft(green);

    expect((await green.get('main'))?.status).toMatchObject({ phase: 'Ready', host: 'shared.test' });
    await green.order('main', { size: 'large' });
    await green.when('main', (order) => expect(order).toHaveCondition('WorkloadAccessReady', { status: 'True', reason: 'WorkloadAccessReady' }));
  });

  it('are waited for with the platform’s word and since when, and the grant is seen at once', async () => {
    const grey = await standard.tenantWithControlPlane({ namespace: 'project-grey', name: 'main' });
    standard.platform.pauseScheduler();
    await grey.order('main', { size: 'large' });
    await grey.when('main', (order) => expect(order).toHaveCondition('WorkloadAccessReady', { status: 'False', reason: 'WaitingForClusterRequest', message: /farms--main--wl is not granted yet.*since 20/ }));
    standard.platform.resumeScheduler();

    await grey.when('main', (order) => expect(order).toBeReady());
  });

  it('can be given up while they are waited for', async () => {
    const white = await standard.tenantWithControlPlane({ namespace: 'project-white', name: 'main' });
    standard.platform.pauseScheduler();
    await white.order('main', { size: 'large' });
    await white.when('main', (order) => expect(order).toHaveCondition('WorkloadAccessReady', { status: 'False' }));
    await white.delete('main');
    await white.whenGone('main');
    standard.platform.resumeScheduler();

    expect(await clusterRequest(white)).toBeUndefined();
  });

  it('are denied aloud, and come when the platform thinks better of it', async () => {
    const pink = await standard.tenantWithControlPlane({ namespace: 'project-pink', name: 'main' });
    standard.platform.clusterProvider.denyAccess(nameOf(pink, 'runtime'), 'No room for farms.');
    await pink.order('main', {});
    await pink.when('main', (order) => expect(order).toHaveCondition('CustomerAccessReady', { status: 'False', reason: 'AccessDenied', message: /runtime was denied(?!.*No room for farms)/ }));
    await eventually(async () => ((await pink.events()).some(({ reason }) => (reason as unknown) === 'AccessDenied') ? true : undefined), { what: 'the Event of the denial' });
    standard.platform.clusterProvider.grantAccess(nameOf(pink, 'runtime'));

    await pink.when('main', (order) => expect(order).toBeReady());
  });

  it('are asked for anew when a denied order gets another spec, and its workers keep their access', async () => {
    const rose = await standard.tenantWithControlPlane({ namespace: 'project-rose', name: 'main' });
    standard.platform.clusterProvider.denyAccess(nameOf(rose, 'runtime'));
    await rose.order('main', {});
    await rose.when('main', (order) => expect(order).toHaveCondition('CustomerAccessReady', { status: 'False', reason: 'AccessDenied' }));
    const denied = (await accessRequest(rose, 'runtime'))?.metadata.uid;
    const ofWorkers = (await accessRequest(rose, 'mcp'))?.metadata.uid;
    await rose.order('main', { size: 'large' });
    await eventually(async () => {
      const { uid } = (await accessRequest(rose, 'runtime'))?.metadata ?? {};
      return uid !== undefined && uid !== denied ? true : undefined;
    }, { what: 'another AccessRequest' });

    expect((await accessRequest(rose, 'mcp'))?.metadata.uid).toBe(ofWorkers);
  });

  it('are reached on with a token that was rotated, and with a new one where the old is worth nothing', async () => {
    const gold = await standard.tenantWithControlPlane({ namespace: 'project-gold', name: 'main' });
    await gold.order('main', {});
    await gold.when('main', (order) => expect(order).toBeReady());
    await standard.platform.clusterProvider.revokeTokens(nameOf(gold, 'runtime'));
    await standard.platform.clusterProvider.rotateToken(nameOf(gold, 'runtime'));
    await gold.order('main', { size: 'large' });

    await gold.whenSecret('harvest', (values) => expect(values).toEqual({ size: 'large' }));
  });

  it('are named to those who work beside them by the address inside, where there is one', async () => {
    const teal = await standard.tenantWithControlPlane({ namespace: 'project-teal', name: 'main' });
    await teal.order('main', { size: 'large' });
    await teal.when('main', (order) => expect(order).toBeReady());
    const { status } = (await clusterRequest(teal)) as { readonly status?: { readonly cluster?: { readonly namespace: string; readonly name: string } } };
    const path = `${REQUESTS}/${status?.cluster?.namespace ?? ''}/clusters/${status?.cluster?.name ?? ''}`;
    await standard.platform.platform.client.merge(`${path}/status`, { status: { endpoints: [{ name: 'apiserver-internal', url: 'https://inside.test:6443' }] } });
    await annotate(teal);

    await eventually(async () => (barn().kubeconfigs.at(-1)?.includes('server: https://inside.test:6443') ? true : undefined), { what: 'a kubeconfig with the address inside' });
  });

  it('are trusted by the certificates of the operator too, and so are kubeconfigs for them', async () => {
    const plum = await standard.tenantWithControlPlane({ namespace: 'project-plum', name: 'main' });
    await standard.setConfig({ caBundleRef: { name: 'our-ca', key: 'ca.crt' } });
    await plum.order('main', { size: 'large' });
    await plum.when('main', (order) => expect(order).toHaveCondition('CustomerAccessReady', { status: 'False', reason: 'CaBundleMissing', message: /our-ca of spec.caBundleRef does not exist/ }));
    const { ca } = standard.platform.onboarding.server;
    await standard.platform.platform.apply([{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'our-ca', namespace: 'openmcp-system' }, data: { 'ca.crt': ca } }]);
    await plum.when('main', (order) => expect(order).toBeReady());

    const { ca: trusted } = readAdminKubeconfig(barn().kubeconfigs.at(-1) ?? '');
    expect(trusted.match(/BEGIN CERTIFICATE/g)).toHaveLength(2);
  });
});
