import { Injectable } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { systemClock } from '@kcp-runtime/kube';
import { KcpRuntimeModule, OnDelete, OnOrder, ProviderConfigApi, ServiceApi, defineOffer, defineProvider, gone, manages, providerConfigObject, ready, serviceObject } from '@kcp-runtime/nest';
import type { OrderOf, ProvidedBy, Removed } from '@kcp-runtime/nest';
import { tenantNamespace } from '@kcp-runtime/openmcp';
import { IsBoolean, IsOptional, IsString } from 'class-validator';
import { orderMatchers } from '../../order/matchers.js';
import { PlatformTestingModule } from '../../module/platform-testing.module.js';
import type { TestTenant } from '../../tenant/test-tenant.js';
import { eventually } from '../../wait/eventually.js';

expect.extend(orderMatchers);
jest.setTimeout(60_000);

const group = 'mills.services.open-control-plane.io';
const REQUESTS_API = 'clusters.openmcp.cloud/v1alpha1';

class MillSpec {
  @IsOptional() @IsBoolean() dedicated?: boolean;
}
class MillStatus {
  @IsOptional() @IsString() flour?: string;
}
class MillConfigSpec {}
@ServiceApi({ group, version: 'v1', kind: 'Mill' })
class Mill extends serviceObject(MillSpec, MillStatus) {}
@ProviderConfigApi({ group, version: 'v1', kind: 'MillConfig' })
class MillConfig extends providerConfigObject(MillConfigSpec) {}
const mills = defineOffer(Mill, {
  config: MillConfig,
  customer: [manages('', 'configmaps')],
  workload: ({ spec }) => spec.dedicated === true,
  workloadRights: [manages('', 'configmaps')],
});
const provider = defineProvider({ name: 'mills', config: MillConfig, offers: [mills] });

@Injectable()
class MillHandler {
  @OnOrder(mills)
  async provide(order: OrderOf<typeof mills>): Promise<ProvidedBy<typeof mills>> {
    await order.customer.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'mill' }, data: { flour: 'fine' } });
    return ready({ flour: 'fine' });
  }

  @OnDelete(mills)
  async remove(): Promise<Removed> {
    return gone();
  }
}

describe('what is wrong on the platform', () => {
  let standard: PlatformTestingModule;
  let aheadMs = 0;
  let tenants = 0;

  beforeAll(async () => {
    const clock = { ...systemClock, now: () => systemClock.now() + aheadMs };
    standard = await PlatformTestingModule.start({ provider, clock, app: { imports: [KcpRuntimeModule.forRoot(provider)], providers: [MillHandler] } });
  });
  afterAll(() => standard.close());

  const tenant = (): Promise<TestTenant> => standard.tenantWithControlPlane({ namespace: `project-${++tenants}`, name: 'main' });
  const requestOf = ({ controlPlane }: TestTenant, suffix: string) => ({ namespace: tenantNamespace(controlPlane), name: `mills--main--${suffix}` });
  const secretPath = (of: TestTenant, suffix = 'mcp'): string => `/api/v1/namespaces/${requestOf(of, suffix).namespace}/secrets/${requestOf(of, suffix).name}.kubeconfig`;
  const requestPath = (of: TestTenant, plural: string, suffix: string): string => `/apis/${REQUESTS_API}/namespaces/${requestOf(of, suffix).namespace}/${plural}/${requestOf(of, suffix).name}`;
  const platform = () => standard.platform.platform.client;
  const text = (value: string): string => Buffer.from(value).toString('base64');

  /** Stands in the status, with reason and words, and is told by an Event. */
  const told = async (of: TestTenant, condition: 'CustomerAccessReady' | 'WorkloadAccessReady', reason: string, message: RegExp): Promise<void> => {
    await of.when('main', (order) => expect(order).toHaveCondition(condition, { status: 'False', reason, message }));
    await eventually(async () => (await of.events()).find((event) => event['reason'] === reason && event['type'] === 'Warning'), { what: `an Event ${reason}` });
  };
  const healed = (of: TestTenant): Promise<unknown> => of.when('main', (order) => expect(order).toBeReady());
  const served = async (): Promise<TestTenant> => {
    const red = await tenant();
    await red.order('main', {});
    await healed(red);
    return red;
  };

  it('an object of our request’s name that is somebody else’s, is told, left alone, and waited for', async () => {
    const red = await tenant();
    const { namespace, name } = requestOf(red, 'mcp');
    const foreign = { apiVersion: REQUESTS_API, kind: 'AccessRequest', metadata: { namespace, name, labels: { 'openmcp.cloud/managed-by': 'weavers' } }, spec: { token: {} } };
    await standard.platform.platform.apply([foreign]);
    await red.order('main', {});
    await told(red, 'CustomerAccessReady', 'ForeignRequest', /somebody else's/);
    await platform().delete(requestPath(red, 'accessrequests', 'mcp'));
    await healed(red);
  });

  it('a Secret without the key, is told, and heals when the key comes', async () => {
    const red = await served();
    await platform().merge(secretPath(red), { data: { kubeconfig: null } });
    await told(red, 'CustomerAccessReady', 'KubeconfigKeyMissing', /has no key kubeconfig/);
    await standard.platform.clusterProvider.rotateToken(requestOf(red, 'mcp'));
    await healed(red);
  });

  it('a token that has expired, is told with the time, and heals with a new one', async () => {
    const red = await served();
    await platform().merge(secretPath(red), { data: { expirationTimestamp: text('1700000000') } });
    await told(red, 'CustomerAccessReady', 'TokenExpired', /expired at 2023-11-14/);
    await standard.platform.clusterProvider.rotateToken(requestOf(red, 'mcp'));
    await healed(red);
  });

  it('a kubeconfig that starts a program, is refused with the field, and heals', async () => {
    const red = await served();
    const config = {
      'current-context': 'c', contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
      clusters: [{ name: 'c', cluster: { server: 'https://127.0.0.1:1' } }], users: [{ name: 'u', user: { exec: { command: 'sh' } } }],
    };
    await platform().merge(secretPath(red), { data: { kubeconfig: text(JSON.stringify(config)) } });
    await told(red, 'CustomerAccessReady', 'KubeconfigRefused', /users\[u\]\.user\.exec/);
    await standard.platform.clusterProvider.rotateToken(requestOf(red, 'mcp'));
    await healed(red);
  });

  it('a scheduler that never answers, is told since when, and after a while as a fault', async () => {
    const red = await tenant();
    standard.platform.pauseScheduler();
    await red.order('main', { dedicated: true });
    await red.when('main', (order) => expect(order).toHaveCondition('WorkloadAccessReady', { reason: 'WaitingForClusterRequest', message: /since \d{4}-/ }));
    expect((await red.events()).map((event) => event['reason'])).not.toContain('WaitingForClusterRequest');
    aheadMs = 301_000;
    await platform().merge(requestPath(red, 'clusterrequests', 'wl'), { metadata: { annotations: { 'example.io/looked-at': 'yes' } } });
    await told(red, 'WorkloadAccessReady', 'WaitingForClusterRequest', /mills--main--wl is not granted yet/);
    standard.platform.resumeScheduler();
    aheadMs = 0;
    await healed(red);
  });

  it('a workload cluster that never comes, is told since when, and after a while as a fault', async () => {
    const red = await tenant();
    standard.platform.clusterProvider.holdClusters('workload');
    await red.order('main', { dedicated: true });
    await red.when('main', (order) => expect(order).toHaveCondition('WorkloadAccessReady', { reason: 'WaitingForAccessRequest', message: /since \d{4}-/ }));
    aheadMs = 301_000;
    await platform().merge(requestPath(red, 'accessrequests', 'wl'), { metadata: { annotations: { 'example.io/looked-at': 'yes' } } });
    await told(red, 'WorkloadAccessReady', 'WaitingForAccessRequest', /mills--main--wl is not granted yet/);
    standard.platform.clusterProvider.letClusters('workload');
    aheadMs = 0;
    await healed(red);
  });

  it('a ProviderConfig without a poll interval, is none: it has the usual one', async () => {
    await standard.setConfig({ pollInterval: null });
    const red = await tenant();
    await red.order('main', {});
    await healed(red);
  });
});
