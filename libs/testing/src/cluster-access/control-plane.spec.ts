import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Forbidden, KubeConnection, Milestone, readKubeconfig } from '@kcp-runtime/kube';
import type { AccessOrder, GrantedAccess, NamespacedName } from '@kcp-runtime/openmcp';
import { CLUSTER_ACCESS_RULES, tenantNamespace } from '@kcp-runtime/openmcp';
import { dig } from '../admin/raw-client.js';
import type { RawBody } from '../admin/raw-client.js';
import type { GateRequest } from '../gate/gate-request.js';
import type { Platform } from '../platform/platform.js';
import { startPlatformOnEmulator } from '../platform/start-platform-on-emulator.js';
import { eventually } from '../wait/eventually.js';
import { AccessTrial, CONFIG_MAPS, requestPath } from './access-trial.fixture.js';

const CONFIG_MAP_TYPE = { group: '', version: 'v1', plural: 'configmaps', kind: 'ConfigMap', scope: 'Namespaced' } as const;
const SECRET_TYPE = { group: '', version: 'v1', plural: 'secrets', kind: 'Secret', scope: 'Namespaced' } as const;

let platform: Platform;
let trial: AccessTrial;
let tenants = 0;

beforeAll(async () => {
  platform = await startPlatformOnEmulator({ way: 'gate' });
  trial = await AccessTrial.start(platform);
});
afterAll(async () => {
  await trial.end();
  await platform.stop();
});

/** A ControlPlane of its own for each test. */
async function controlPlane(): Promise<NamespacedName> {
  const tenant = { namespace: 'project-demo--ws-dev', name: `mcp-${++tenants}` };
  await platform.createControlPlane(tenant);
  return tenant;
}

async function granted(more: Partial<AccessOrder> = {}): Promise<{ readonly order: AccessOrder; readonly state: GrantedAccess }> {
  const order = trial.toControlPlane(await controlPlane(), more);
  return { order, state: await trial.open(order, 'granted') };
}

async function withAccess<T>({ kubeconfig }: GrantedAccess, use: (connection: KubeConnection) => Promise<T>): Promise<T> {
  const connection = await KubeConnection.open(readKubeconfig(kubeconfig, { origin: 'cluster', source: 'the access' }));
  return use(connection).finally(() => connection.close());
}

describe('access to the cluster of a ControlPlane', () => {
  it('may do what was asked for, and nothing else', async () => {
    const { state } = await granted();
    await withAccess(state, async (connection) => {
      await expect(connection.api().resource(CONFIG_MAP_TYPE).list()).resolves.toBeDefined();
      await expect(connection.api().resource(SECRET_TYPE).list()).rejects.toBeInstanceOf(Forbidden);
    });
  });

  it('is asked for as the Go library asks', async () => {
    const tenant = await controlPlane();
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
    const { order } = await granted();
    await trial.open(order, 'granted');
    const requests = await trial.requestsOf(async () => {
      for (let look = 0; look < 5; look += 1) await trial.access.open(order, AbortSignal.timeout(1_000));
    });
    expect(requests).toEqual([]);
  });

  it('costs nothing after a restart but the reading of its kubeconfig', async () => {
    const { order } = await granted();
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
    const { order } = await granted();
    const other = trial.toControlPlane({ namespace: 'nowhere', name: 'nobody' });
    expect([trial.access.has(order), trial.access.has(other)]).toEqual([true, false]);
  });

  it('gets another version with a new token, and says so by itself', async () => {
    const { order, state } = await granted();
    const renewed = trial.open(order, 'granted', ({ version }) => version !== state.version);
    await platform.clusterProvider.rotateToken(order.request);
    expect((await renewed).kubeconfig).not.toBe(state.kubeconfig);
  });

  it('is not the old one when the token changes while it is read', async () => {
    const [{ order }, { order: later }] = [await granted(), await granted()];
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
    const { order } = await granted();
    const rules = CLUSTER_ACCESS_RULES.map((rule) => (rule.resources.includes('secrets') ? { ...rule, verbs: ['get'] } : rule));
    const blind = await AccessTrial.start(platform, ['foo'], rules);
    const before = await blind.open(order, 'granted');
    await platform.clusterProvider.rotateToken(order.request);
    expect((await blind.open(order, 'granted')).version).not.toBe(before.version);
    await blind.end();
  });

  it('is good as long as its token', async () => {
    const { state } = await granted();
    const days = (state.expiresInMs ?? 0) / 86_400_000;
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThan(30.1);
  });

  it('is asked for again when other rights are needed, and nothing but the rights is written', async () => {
    const { order } = await granted();
    const more = { ...order, token: { permissions: [{ rules: [CONFIG_MAPS, { ...CONFIG_MAPS, resources: ['secrets'] }] }] } };
    const requests = await trial.requestsOf(() => trial.open(more, 'granted'));
    const [write, ...further] = requests.filter(({ verb }) => verb === 'patch');
    expect(further).toEqual([]);
    expect(JSON.parse(write?.body ?? '{}')).toEqual({ spec: { token: { permissions: more.token.permissions, roleRefs: null } } });
    const state = await trial.open(more, 'granted');
    await withAccess(state, (connection) => connection.api().resource(SECRET_TYPE).list());
  });

  it('wakes nobody when all requests are told once more', async () => {
    const { order } = await granted();
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

describe('access that does not come', () => {
  it('is told as denied, in the words of the platform, and heals', async () => {
    const tenant = await controlPlane();
    const order = trial.toControlPlane(tenant);
    platform.clusterProvider.denyAccess(order.request, 'not on my cluster');
    expect((await trial.open(order, 'denied')).message).toContain('not on my cluster');
    const opened = trial.open(order, 'granted');
    platform.clusterProvider.grantAccess(order.request);
    await opened;
  });

  it('tells for which request it waits, and since when', async () => {
    const order = trial.toControlPlane(await controlPlane());
    platform.clusterProvider.holdAccess(order.request);
    const state = await trial.open(order, 'waiting', ({ reason }) => reason === 'WaitingForAccessRequest');
    const made = dig(await trial.read('accessrequests', order.request), 'metadata', 'creationTimestamp');
    expect([state.message.includes(`AccessRequest ${order.request.namespace}/${order.request.name}`), state.since]).toEqual([true, made]);
    platform.clusterProvider.grantAccess(order.request);
  });

  it('because the name is taken leaves the other alone, and comes when that goes', async () => {
    const order = trial.toControlPlane(await controlPlane());
    const path = requestPath('accessrequests', order.request);
    const other = { metadata: { ...named(order), labels: { 'openmcp.cloud/managed-by': 'bar' } }, spec: { requestRef: named(order), token: {} } };
    await platform.platform.apply([{ apiVersion: 'clusters.openmcp.cloud/v1alpha1', kind: 'AccessRequest', ...other }]);
    expect((await trial.open(order, 'foreign')).message).toContain('openmcp.cloud/managed-by=foo');
    expect(await trial.closeOnce(order)).toEqual({ kind: 'gone' });
    const left = await trial.get(path);
    expect([dig(left, 'metadata', 'labels', 'openmcp.cloud/managed-by'), dig(left, 'metadata', 'deletionTimestamp')]).toEqual(['bar', undefined]);
    const opened = trial.open(order, 'granted');
    await trial.admin.delete(path);
    await opened;
  });

  it('because it was deleted is asked for anew', async () => {
    const { order } = await granted();
    const first = dig(await trial.read('accessrequests', order.request), 'metadata', 'uid');
    await trial.admin.delete(requestPath('accessrequests', order.request));
    await trial.open(order, 'waiting', ({ reason }) => reason === 'WaitingForAccessRequestDeletion');
    await trial.open(order, 'granted');
    expect(dig(await trial.read('accessrequests', order.request), 'metadata', 'uid')).not.toBe(first);
  });

  it('because the request leads to the cluster of a ControlPlane that was there before is asked for anew', async () => {
    const tenant = await controlPlane();
    const order = trial.toControlPlane(tenant);
    const { labels, finalizers } = order.request;
    const spec = { requestRef: { namespace: order.request.namespace, name: tenant.name }, clusterRef: { namespace: 'gone', name: 'former' }, token: order.token };
    await platform.platform.apply([{ apiVersion: 'clusters.openmcp.cloud/v1alpha1', kind: 'AccessRequest', metadata: { ...named(order), labels, finalizers }, spec }]);
    await trial.open(order, 'granted');
    expect(dig(await trial.read('accessrequests', order.request), 'spec', 'clusterRef', 'name')).not.toBe('former');
  });

  it('because the ControlPlane goes does not hold that up', async () => {
    const tenant = await controlPlane();
    const order = trial.toControlPlane(tenant);
    await trial.open(order, 'granted');
    const left = trial.open(order, 'noCluster', () => !trial.access.has(order));
    await platform.deleteControlPlane(tenant);
    await left;
    await platform.whenControlPlaneGone(tenant);
  });
});

describe('a kubeconfig that can not be used', () => {
  const secretPath = ({ request }: AccessOrder): string => `/api/v1/namespaces/${request.namespace}/secrets/${request.name}.kubeconfig`;
  const written = (text: string): string => Buffer.from(text).toString('base64');

  it('because the Secret has not the key is told, and heals', async () => {
    const { order } = await granted();
    await trial.merge(secretPath(order), { data: { kubeconfig: null } });
    expect((await trial.open(order, 'unusable')).reason).toBe('KubeconfigKeyMissing');
    await platform.clusterProvider.rotateToken(order.request);
    await trial.open(order, 'granted');
  });

  it('because the Secret is gone is told, and heals', async () => {
    const { order } = await granted();
    await trial.admin.delete(secretPath(order));
    expect((await trial.open(order, 'unusable')).reason).toBe('KubeconfigMissing');
    const opened = trial.open(order, 'granted');
    await platform.clusterProvider.rotateToken(order.request);
    await opened;
  });

  it('because it is meant for people is told as that', async () => {
    const { order } = await granted();
    const exec = { apiVersion: 'client.authentication.k8s.io/v1beta1', command: 'kubectl', args: ['oidc-login', 'get-token'] };
    const config = {
      'current-context': 'cluster',
      contexts: [{ name: 'cluster', context: { cluster: 'cluster', user: 'foo' } }],
      clusters: [{ name: 'cluster', cluster: { server: 'https://127.0.0.1:1' } }],
      users: [{ name: 'foo', user: { exec } }],
    };
    await trial.merge(secretPath(order), { data: { kubeconfig: written(JSON.stringify(config)) } });
    const { reason, message } = await trial.open(order, 'unusable');
    expect([reason, message.includes('OIDC'), message.includes('users[foo].user.exec')]).toEqual(['KubeconfigRefused', true, true]);
  });

  it('because its token has expired is told with the time', async () => {
    const { order } = await granted();
    const month = 31 * 86_400_000;
    trial.goAhead(month);
    const { reason, message } = await trial.open(order, 'unusable').finally(() => trial.goAhead(-month));
    expect([reason, /expired at \d{4}-\d\d-\d\dT/.test(message)]).toEqual(['TokenExpired', true]);
  });
});

describe('access that is not needed any more', () => {
  it('goes, with what it could do, and leaves the ControlPlane its cluster', async () => {
    const { order, state } = await granted();
    await trial.close(order);
    await trial.whenGone(requestPath('accessrequests', order.request));
    await withAccess(state, async (connection) => {
      await expect(connection.api().resource(CONFIG_MAP_TYPE).list()).rejects.toThrow();
    });
    const { name } = (order.cluster as Extract<AccessOrder['cluster'], { kind: 'existing' }>).request;
    expect(await trial.read('clusterrequests', { namespace: order.request.namespace, name })).toBeDefined();
  });

  it('waits for whoever else holds the request, and takes nobody\'s finalizer along', async () => {
    const { order } = await granted();
    const path = requestPath('accessrequests', order.request);
    const finalizers = dig(await trial.get(path), 'metadata', 'finalizers') as string[];
    await trial.merge(path, { metadata: { finalizers: [...finalizers, 'example.io/audit'] } });
    const closed = trial.close(order);
    await eventually(async () => {
      expect(dig(await trial.get(path), 'metadata', 'finalizers')).toEqual(['clusters.openmcp.cloud/clusteraccess', 'example.io/audit']);
      return true;
    });
    await trial.merge(path, { metadata: { finalizers: ['clusters.openmcp.cloud/clusteraccess'] } });
    await closed;
    await trial.whenGone(path);
  });

  it('is gone when there never was any', async () => {
    const order = trial.toControlPlane({ namespace: 'nowhere', name: 'nobody' });
    expect(await trial.writesOf(() => trial.close(order))).toEqual([]);
  });
});

/** The watch breaks, and its version is too old by now: all is filled afresh. */
async function toldOnceMore(plural: string): Promise<void> {
  const { gate } = platform.platform;
  const isWatch = ({ verb, resource }: GateRequest): boolean => verb === 'watch' && resource === plural;
  const expired = gate.answer({ match: isWatch, nth: 1 }, { status: 410, body: { kind: 'Status', code: 410, reason: 'Expired' } });
  gate.forget();
  gate.cutOpen(isWatch);
  await eventually(() => (gate.requests((request) => isWatch(request) && request.query.has('sendInitialEvents') && request.status === 200).length > 0 ? true : undefined), { what: 'all to be told once more' });
  expired.remove();
}

/** A watch tells all in order: when it has told of a later change, it has told of those before. */
async function laterIsTold(told: AccessTrial, later: AccessOrder): Promise<void> {
  const woken = new Milestone();
  await told.access.open({ ...later, wake: () => woken.reach() }, AbortSignal.timeout(5_000));
  await platform.clusterProvider.rotateToken(later.request);
  await woken.when(AbortSignal.timeout(5_000));
}

function textOf(secret: RawBody | undefined): string {
  return Buffer.from(String(dig(secret, 'data', 'kubeconfig')), 'base64').toString('utf8');
}

function named({ request: { namespace, name } }: AccessOrder): NamespacedName {
  return { namespace, name };
}
