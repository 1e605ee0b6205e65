import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { tenantNamespace } from '@kcp-runtime/openmcp';
import { load } from 'js-yaml';
import { RawClient, dig } from '../admin/raw-client.js';
import type { RawBody } from '../admin/raw-client.js';
import { Canaries } from '../canaries.js';
import { eventually } from '../wait/eventually.js';
import type { PlatformCluster } from './cluster/platform-cluster.js';
import type { Platform } from './platform.js';
import { startPlatformOnEmulator } from './start-platform-on-emulator.js';

const tenant = { namespace: 'project-demo--ws-dev', name: 'mcp-01' };
const namespace = tenantNamespace(tenant);
const requests = `/apis/clusters.openmcp.cloud/v1alpha1/namespaces/${namespace}/accessrequests`;
const configMaps = { apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list', 'create'] };

describe('a platform without its operator', () => {
  let platform: Platform;
  let cluster: PlatformCluster;
  const canaries = new Canaries();

  beforeAll(async () => {
    platform = await startPlatformOnEmulator({ canaries });
    cluster = await platform.createControlPlane(tenant);
  });
  afterAll(() => platform.stop());

  const ask = async (name: string, token: RawBody): Promise<void> => {
    const request = { apiVersion: 'clusters.openmcp.cloud/v1alpha1', kind: 'AccessRequest', metadata: { name, namespace }, spec: { requestRef: { name: tenant.name, namespace }, token } };
    expect((await platform.platform.client.post(requests, request)).status).toBe(201);
  };
  const readRequest = async (name: string): Promise<RawBody> => (await platform.platform.client.get(`${requests}/${name}`)).body;
  const whenPhase = async (name: string, phase: string): Promise<RawBody> =>
    eventually(
      async () => {
        const request = await readRequest(name);
        const isCurrent = dig(request, 'status', 'observedGeneration') === dig(request, 'metadata', 'generation');
        return isCurrent && dig(request, 'status', 'phase') === phase ? request : undefined;
      },
      { what: `${name} to be ${phase}` },
    );
  const secretOf = async (name: string): Promise<Record<string, string>> => {
    const { body } = await platform.platform.client.get(`/api/v1/namespaces/${namespace}/secrets/${name}.kubeconfig`);
    return Object.fromEntries(Object.entries((body['data'] ?? {}) as Record<string, string>).map(([key, value]) => [key, Buffer.from(value, 'base64').toString('utf8')]));
  };
  const tokenOf = async (name: string): Promise<string> => String(dig(load((await secretOf(name))['kubeconfig'] ?? ''), 'users', 0, 'user', 'token'));
  const asHolder = async (name: string): Promise<(method: 'get' | 'delete', path: string) => Promise<number>> => {
    const client = cluster.client.as(await tokenOf(name));
    return async (method, path) => (await client[method](path)).status;
  };

  it('gives a ControlPlane a cluster of its own', async () => {
    expect(cluster.server.url).not.toBe(platform.platform.server.url);
    expect(cluster.server.url).not.toBe(platform.onboarding.server.url);
  });

  it('grants what was asked for, and nothing else', async () => {
    await ask('narrow', { permissions: [{ rules: [configMaps] }, { namespace: 'shop', rules: [{ apiGroups: [''], resources: ['secrets'], verbs: ['list'] }] }] });
    await whenPhase('narrow', 'Granted');
    const call = await asHolder('narrow');
    expect(await call('get', '/api/v1/configmaps')).toBe(200);
    expect(await call('get', '/api/v1/namespaces/shop/secrets')).toBe(200);
    expect(await call('get', '/api/v1/namespaces/default/secrets')).toBe(403);
    expect(await call('delete', '/api/v1/namespaces/default/configmaps/any')).toBe(403);
  });

  it('says in the Secret from when until when its token is valid, and whose it is', async () => {
    const { creationTimestamp, expirationTimestamp } = await secretOf('narrow');
    expect(Number(expirationTimestamp) - Number(creationTimestamp)).toBe(30 * 86_400);
    const { body } = await platform.platform.client.get(`/api/v1/namespaces/${namespace}/secrets/narrow.kubeconfig`);
    expect(dig(body, 'metadata', 'ownerReferences')).toEqual([expect.objectContaining({ kind: 'AccessRequest', name: 'narrow', controller: true })]);
  });

  it('does not let the token into another cluster', async () => {
    const elsewhere = RawClient.open({ ...platform.onboarding.server, token: () => token });
    const token = await tokenOf('narrow');
    expect([401, 403]).toContain((await elsewhere.get('/api/v1/configmaps')).status);
    await elsewhere.close();
  });

  it('takes rights that are no longer asked for', async () => {
    await platform.platform.client.merge(`${requests}/narrow`, { spec: { token: { permissions: [{ rules: [configMaps] }] } } });
    await whenPhase('narrow', 'Granted');
    const call = await asHolder('narrow');
    expect(await call('get', '/api/v1/configmaps')).toBe(200);
    expect(await call('get', '/api/v1/namespaces/shop/secrets')).toBe(403);
  });

  it('puts a new token into the Secret on request', async () => {
    const before = await tokenOf('narrow');
    await platform.clusterProvider.rotateToken({ namespace, name: 'narrow' });
    expect(await tokenOf('narrow')).not.toBe(before);
  });

  it('makes a token worthless on request, until it is rotated', async () => {
    await platform.clusterProvider.revokeTokens({ namespace, name: 'narrow' });
    expect(await (await asHolder('narrow'))('get', '/api/v1/configmaps')).toBe(401);
    await platform.clusterProvider.rotateToken({ namespace, name: 'narrow' });
    expect(await (await asHolder('narrow'))('get', '/api/v1/configmaps')).toBe(200);
  });

  it('denies on request, and grants when that is taken back', async () => {
    platform.clusterProvider.denyAccess({ namespace, name: 'refused' }, 'not today');
    await ask('refused', { roleRefs: [{ kind: 'ClusterRole', name: 'cluster-admin' }] });
    expect(dig(await whenPhase('refused', 'Denied'), 'status', 'conditions', 0, 'message')).toBe('not today');
    platform.clusterProvider.grantAccess({ namespace, name: 'refused' });
    await whenPhase('refused', 'Granted');
    expect(await (await asHolder('refused'))('get', '/api/v1/namespaces')).toBe(200);
  });

  it('takes everything back with the request', async () => {
    const call = await asHolder('refused');
    await platform.platform.client.delete(`${requests}/refused`);
    await eventually(async () => (await call('get', '/api/v1/namespaces')) === 401 || undefined, { what: 'the token to be worthless' });
    await eventually(async () => ((await platform.platform.client.get(`/api/v1/namespaces/${namespace}/secrets/refused.kubeconfig`)).status === 404 ? true : undefined));
    const { body } = await cluster.client.get('/apis/rbac.authorization.k8s.io/v1/clusterrolebindings?labelSelector=local.clusters.openmcp.cloud/managed-by-name=refused');
    expect(body['items']).toEqual([]);
  });

  it('knows every token that it has issued', async () => {
    expect(canaries.search([{ where: 'here', text: await tokenOf('narrow') }])).toHaveLength(1);
  });

  it('leaves a ClusterRequest unanswered while its scheduler rests, and a Cluster while its purpose is held', async () => {
    platform.pauseScheduler();
    platform.clusterProvider.holdClusters('workload');
    const path = `/apis/clusters.openmcp.cloud/v1alpha1/namespaces/${namespace}/clusterrequests`;
    await platform.platform.client.post(path, { apiVersion: 'clusters.openmcp.cloud/v1alpha1', kind: 'ClusterRequest', metadata: { name: 'work', namespace }, spec: { purpose: 'workload' } });
    const phase = async (): Promise<unknown> => dig((await platform.platform.client.get(`${path}/work`)).body, 'status', 'phase');
    expect(await phase()).toBeUndefined();
    platform.resumeScheduler();
    await eventually(async () => ((await phase()) === 'Granted' ? true : undefined));
    platform.clusterProvider.letClusters('workload');
    const work = await platform.whenClusterOf({ namespace, name: 'work' });
    expect(work.server.url).not.toBe(cluster.server.url);
  });

  it('deletes the services of a ControlPlane before it goes', async () => {
    await platform.onboarding.apply([note]);
    await platform.platform.apply([{ apiVersion: 'openmcp.cloud/v1alpha1', kind: 'ServiceProvider', metadata: { name: 'notes' }, spec: { image: 'notes' } }]);
    await platform.platform.client.merge('/apis/openmcp.cloud/v1alpha1/serviceproviders/notes/status', { status: { observedGeneration: 1, resources: [{ group: 'notes.test', version: 'v1', kind: 'Note' }] } });
    await platform.onboarding.apply([{ apiVersion: 'notes.test/v1', kind: 'Note', metadata: { ...tenant, finalizers: ['notes.test/held'] } }]);
    await platform.deleteControlPlane(tenant);
    const path = `/apis/notes.test/v1/namespaces/${tenant.namespace}/notes/${tenant.name}`;
    await eventually(async () => (dig((await platform.onboarding.client.get(path)).body, 'metadata', 'deletionTimestamp') === undefined ? undefined : true));
    expect((await platform.platform.client.get(`/apis/clusters.openmcp.cloud/v1alpha1/namespaces/${namespace}/clusterrequests/${tenant.name}`)).status).toBe(200);
    await platform.onboarding.client.merge(path, { metadata: { finalizers: null } });
    await platform.whenControlPlaneGone(tenant);
  });
});

describe('a platform whose clusters stand behind gates', () => {
  it('lets who is under test through the gate of the cluster, and nobody else', async () => {
    const gated = await startPlatformOnEmulator({ way: 'gate' });
    try {
      const { token } = await gated.onboarding.serviceAccount({ name: 'tested', clusterRoles: ['cluster-admin'] });
      const tested = RawClient.open({ ...gated.onboarding.address, token: () => token });
      expect((await tested.get('/api/v1/namespaces')).status).toBe(200);
      await tested.close();
      await gated.onboarding.client.get('/api/v1/secrets');
      expect(gated.onboarding.gate.requests().map(({ resource }) => resource)).toEqual(['namespaces']);
      expect(gated.platform.gate.requests()).toEqual([]);
    } finally {
      await gated.stop();
    }
  });
});

const note = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'notes.notes.test' },
  spec: {
    group: 'notes.test',
    scope: 'Namespaced',
    names: { kind: 'Note', plural: 'notes', singular: 'note', listKind: 'NoteList' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
};
