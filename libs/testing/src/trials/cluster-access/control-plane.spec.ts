import { describe, expect, it } from '@jest/globals';
import { Forbidden, Milestone } from '@kcp-runtime/kube';
import { CLUSTER_ACCESS_RULES, tenantNamespace } from '@kcp-runtime/openmcp';
import type { AccessOrder } from '@kcp-runtime/openmcp';
import { dig } from '../../admin/raw-client.js';
import type { RawBody } from '../../admin/raw-client.js';
import type { GateRequest } from '../../gate/gate-request.js';
import type { Platform } from '../../platform/platform.js';
import { eventually } from '../../wait/eventually.js';
import { AccessTrial, CONFIG_MAPS, CONFIG_MAP_TYPE, SECRET_TYPE, requestPath, withAccess } from './access-trial.fixture.js';
import { trialOnPlatform } from './trial-on-platform.fixture.js';

let platform: Platform;
let trial: AccessTrial;

trialOnPlatform((itsPlatform, itsTrial) => {
  platform = itsPlatform;
  trial = itsTrial;
});

describe('access to the cluster of a ControlPlane', () => {
  it('may do what was asked for, and nothing else', async () => {
    const { state } = await trial.granted();
    await withAccess(state, async (cluster) => {
      await expect(cluster.resource(CONFIG_MAP_TYPE).list()).resolves.toBeDefined();
      await expect(cluster.resource(SECRET_TYPE).list()).rejects.toBeInstanceOf(Forbidden);
    });
  });

  it('is asked for as the Go library asks', async () => {
    const tenant = await trial.tenant();
    const order = trial.toControlPlane(tenant, { token: { permissions: [{ rules: [CONFIG_MAPS] }], roleRefs: [{ kind: 'ClusterRole', name: 'view' }] } });
    await trial.open(order, 'granted');
    const request = await trial.read('accessrequests', { namespace: tenantNamespace(tenant), name: `foo--${tenant.name}--mcp` });
    expect(request).toMatchObject({
      metadata: {
        labels: {
          'openmcp.cloud/managed-by': 'foo',
          'openmcp.cloud/managed-purpose': `project-demo--ws-dev.${tenant.name}.mcp`,
          'openmcp.cloud/onboarding-name': tenant.name,
          'openmcp.cloud/onboarding-namespace': 'project-demo--ws-dev',
        },
        finalizers: expect.arrayContaining(['clusters.openmcp.cloud/clusteraccess']),
      },
      spec: {
        requestRef: { name: tenant.name, namespace: tenantNamespace(tenant) },
        token: { permissions: [{ rules: [CONFIG_MAPS] }], roleRefs: [{ kind: 'ClusterRole', name: 'view' }] },
      },
    });
  });

  it('that stands as it is wanted costs no request', async () => {
    const { order } = await trial.granted();
    await trial.open(order, 'granted');
    const requests = await trial.requestsOf(async () => {
      for (let look = 0; look < 5; look += 1) await trial.access.open(order, AbortSignal.timeout(1_000));
    });
    expect(requests).toEqual([]);
  });

  it('costs nothing after a restart but the reading of its kubeconfig', async () => {
    const { order } = await trial.granted();
    const restarted = await AccessTrial.start(platform);
    await restarted.access.whenTried(AbortSignal.timeout(5_000));
    let wakes = 0;
    const requests = await restarted.requestsOf(async () => {
      for (let look = 0; look < 3; look += 1) await restarted.access.open({ ...order, wake: () => (wakes += 1) }, AbortSignal.timeout(5_000));
    });
    await restarted.end();
    expect([requests.map(({ verb, resource }) => `${verb} ${resource}`), wakes]).toEqual([['get secrets'], 0]);
  });

  it('is there for who looks whether there is something to release, and else not', async () => {
    const { order } = await trial.granted();
    const other = trial.toControlPlane({ namespace: 'nowhere', name: 'nobody' });
    expect([trial.access.has(order), trial.access.has(other)]).toEqual([true, false]);
  });

  it('gets another version with a new token, and says so by itself', async () => {
    const { order, state } = await trial.granted();
    const renewed = trial.open(order, 'granted', ({ version }) => version !== state.version);
    await platform.clusterProvider.rotateToken(order.request);
    expect((await renewed).kubeconfig).not.toBe(state.kubeconfig);
  });

  it('is not the old one when the token changes while it is read', async () => {
    const [{ order }, { order: later }] = [await trial.granted(), await trial.granted()];
    const restarted = await AccessTrial.start(platform);
    for (const each of [order, later]) await restarted.open(each, 'granted');
    await platform.clusterProvider.rotateToken(order.request);
    await laterIsTold(restarted, later);
    const read = platform.platform.gate.hold({ match: ({ verb, resource }) => verb === 'get' && resource === 'secrets' }, 'answer');
    const opened = restarted.open(order, 'granted');
    await read.reached();
    await platform.clusterProvider.rotateToken(order.request);
    await laterIsTold(restarted, later);
    read.release();
    expect(textOf(await restarted.secret({ ...order.request, name: `${order.request.name}.kubeconfig` }))).toBe((await opened).kubeconfig);
    await restarted.end();
  });

  it('is read each time where Secrets may be read and not watched', async () => {
    const { order } = await trial.granted();
    const rules = CLUSTER_ACCESS_RULES.map((rule) => (rule.resources.includes('secrets') ? { ...rule, verbs: ['get'] } : rule));
    const blind = await AccessTrial.start(platform, ['foo'], rules);
    const before = await blind.open(order, 'granted');
    await platform.clusterProvider.rotateToken(order.request);
    expect((await blind.open(order, 'granted')).version).not.toBe(before.version);
    await blind.end();
  });

  it('is good as long as its token', async () => {
    const { state } = await trial.granted();
    const days = (state.expiresInMs ?? 0) / 86_400_000;
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThan(30.1);
  });

  it('is asked for again when other rights are needed, and nothing but the rights is written', async () => {
    const { order } = await trial.granted();
    const more = { ...order, token: { permissions: [{ rules: [CONFIG_MAPS, { ...CONFIG_MAPS, resources: ['secrets'] }] }] } };
    const requests = await trial.requestsOf(() => trial.open(more, 'granted'));
    const [write, ...further] = requests.filter(({ verb }) => verb === 'patch');
    expect(further).toEqual([]);
    expect(JSON.parse(write?.body ?? '{}')).toEqual({ spec: { token: { permissions: more.token.permissions, roleRefs: null } } });
    const state = await trial.open(more, 'granted');
    await withAccess(state, (cluster) => cluster.resource(SECRET_TYPE).list());
  });

  it('wakes nobody when all requests are told once more', async () => {
    const { order } = await trial.granted();
    let wakes = 0;
    await trial.access.open({ ...order, wake: () => (wakes += 1) }, AbortSignal.timeout(5_000));
    await toldOnceMore('accessrequests');
    await trial.merge(requestPath('accessrequests', order.request), { metadata: { annotations: { 'example.io/looked-at': 'yes' } } });
    await eventually(() => (wakes > 0 ? true : undefined), { what: 'the wake for the annotation' });
    expect(wakes).toBe(1);
  });

  it('waits for the ControlPlane whose cluster it is, and notices it', async () => {
    const tenant = { namespace: 'project-demo--ws-dev', name: 'late' };
    const order = trial.toControlPlane(tenant);
    const writes = await trial.writesOf(async () => {
      const { message } = await trial.open(order, 'noCluster');
      expect(message).toContain(`ClusterRequest ${tenantNamespace(tenant)}/late`);
    });
    expect(writes).toEqual([]);
    const opened = trial.open(order, 'granted');
    await platform.createControlPlane(tenant);
    await opened;
  });
});

async function toldOnceMore(plural: string): Promise<void> {
  const { gate } = platform.platform;
  const isWatch = ({ verb, resource }: GateRequest): boolean => verb === 'watch' && resource === plural;
  const expired = gate.answer({ match: isWatch, nth: 1 }, { status: 410, body: { kind: 'Status', code: 410, reason: 'Expired' } });
  gate.forget();
  gate.cutOpen(isWatch);
  await eventually(() => (gate.requests((request) => isWatch(request) && request.query.has('sendInitialEvents') && request.status === 200).length > 0 ? true : undefined), { what: 'all to be told once more' });
  expired.remove();
}

async function laterIsTold(told: AccessTrial, later: AccessOrder): Promise<void> {
  const woken = new Milestone();
  await told.access.open({ ...later, wake: () => woken.reach() }, AbortSignal.timeout(5_000));
  await platform.clusterProvider.rotateToken(later.request);
  await woken.when(AbortSignal.timeout(5_000));
}

function textOf(secret: RawBody | undefined): string {
  return Buffer.from(String(dig(secret, 'data', 'kubeconfig')), 'base64').toString('utf8');
}
