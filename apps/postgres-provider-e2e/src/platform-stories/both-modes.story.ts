import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { dig, eventually } from '@kcp-runtime/testing';
import type { ControlPlaneTenant } from '../platform-stage/control-plane-tenant.js';
import { KcpBeside } from '../platform-stage/kcp-beside.js';
import type { Consumer } from '../stage/consumer.js';
import { kcpSecretName } from '../stage/provider-workspace.js';
import type { Tenant } from '../stage/tenant.js';
import { driver } from '../stories/story.js';
import { itKeepsSecrets } from './platform-story.js';
import type { OnStage } from './platform-story.js';

/** One process in both modes, while kcp is there and while it is away. At the end the provider leaves that kcp. */
export function bothModes(stage: OnStage): void {
  let kcp: KcpBeside;
  /** With a ControlPlane. */
  let red: ControlPlaneTenant;
  /** With a workspace. */
  let blue: Consumer;
  let restarts: number;

  beforeAll(async () => {
    kcp = await KcpBeside.open({ driver: driver(), env: process.env, canaries: stage().canaries });
    [red] = await Promise.all([stage().tenant('red'), stage().installProvider()]);
    await stage().provider.putSecret(kcpSecretName, { kubeconfig: kcp.kubeconfig });
    // Nothing is looked at just because time has passed.
    await stage().provider.reconfigure({ pollInterval: '1h', kcp: kcp.settings });
    restarts = await stage().provider.restarts();
    blue = await kcp.consumer('blue');
    await Promise.all([red.orderDatabase(), blue.order('red')]);
  }, 300_000);

  afterAll(async () => {
    await blue?.withdrawOrders();
    await stage().provider.leaveKcp();
    await kcp?.close();
  }, 180_000);

  const answers = async (tenant: Tenant): Promise<true | undefined> => tenant.query('red').then(() => true, () => undefined);

  it('brings two orders of one name to Ready, each with a database of its own', async () => {
    const databases = await Promise.all([red, blue].map(async (tenant) => dig(await tenant.whenReady('red'), 'status', 'database')));
    expect(new Set(databases).size).toBe(2);
    expect(await Promise.all([answers(red), answers(blue)])).toEqual([true, true]);
  });

  it('is one Pod, which holds a lease for each', async () => {
    const [pod] = stage().provider.pods();
    expect(stage().provider.pods()).toHaveLength(1);
    expect(await Promise.all([stage().provider.leaseHolder('standard'), stage().provider.leaseHolder('kcp')])).toEqual([pod?.name, pod?.name]);
  });

  it('looks at the orders of both when the ProviderConfig says reconcile', async () => {
    for (const tenant of [red, blue]) await stage().postgres.query(`ALTER ROLE ${(await tenant.connection('red')).username} NOLOGIN`);
    await stage().provider.operate('reconcile');
    for (const tenant of [red, blue]) await eventually(() => answers(tenant), { deadlineMs: 60_000, what: `the login of ${tenant.name} to be mended` });
  });

  it('has the platform make a workload cluster for an order in a workspace', async () => {
    await blue.order('own', { plan: 'dedicated' });
    const workload = await stage().workloadClusterOf('own');
    await blue.whenReady('own', 120_000);
    const { items = [] } = (await workload.client.get('/apis/apps/v1/statefulsets')).body as { items?: unknown[] };
    expect(items.map((each) => dig(each, 'status', 'readyReplicas'))).toEqual([1]);
    expect(await blue.query('own')).toHaveLength(1);
  });

  it('gives the workload access back with that order', async () => {
    await blue.deleteOrder('own');
    await blue.whenGone('own', 120_000);
    expect([...(await stage().accessRequests()).keys()].filter((name) => name.endsWith('--wl'))).toEqual([]);
  });

  describe('and kcp is away', () => {
    beforeAll(async () => {
      await kcp.goAway();
      await blue.order('meanwhile');
      await stage().provider.whenSays('KcpConnected', 'False', 'ServerUnreachable');
    }, 120_000);

    it('changes, deletes and makes orders beside ControlPlanes', async () => {
      await red.change('red', { spec: { connections: 3 } });
      await red.whenReady('red');
      await red.deleteOrder('red');
      await red.whenGone('red');
      await red.orderDatabase();
      await red.whenReady('red');
      expect(await answers(red)).toBe(true);
    });

    it('tells the operator that it serves them, and is the process that it was', async () => {
      await stage().provider.whenSays('OnboardingReady', 'True', 'Serving');
      expect(await stage().provider.restarts()).toBe(restarts);
    });

    it('serves what was ordered in a workspace meanwhile when kcp is back', async () => {
      await kcp.comeBack();
      await blue.whenReady('meanwhile', 120_000);
      expect(await blue.query('meanwhile')).toHaveLength(1);
    });
  });

  itKeepsSecrets(stage);
}
