import { beforeAll, describe, expect, it } from '@jest/globals';
import { dig, eventually, kubeconfigText } from '@kcp-runtime/testing';
import type { RawBody, RawClient } from '@kcp-runtime/testing';
import type { Consumer } from '../stage/consumer.js';
import { apiGroup, databasesPath, exportName, providerConfigPath } from '../stage/names.js';
import { itKeepsSecrets, onStage } from './story.js';

const OWNER = 'kcp-runtime.open-control-plane.io/provider';
const CLUSTER = 'kcp-runtime.open-control-plane.io/provider-cluster';
const exportPath = `/apis/apis.kcp.io/v1alpha2/apiexports/${exportName}`;
const access = '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings/kcp-runtime:postgres';

/** Roles of the provider workspace that bound what everybody may do with databases. */
function everybodyMay(verbs: readonly string[]): RawBody[] {
  const name = 'databases-for-everybody';
  const apiVersion = 'rbac.authorization.k8s.io/v1';
  const everybody = { kind: 'Group', apiGroup: 'rbac.authorization.k8s.io', name: 'apis.kcp.io:binding:system:authenticated' };
  return [
    { apiVersion, kind: 'ClusterRole', metadata: { name }, rules: [{ apiGroups: [apiGroup], resources: ['databases'], verbs }] },
    { apiVersion, kind: 'ClusterRoleBinding', metadata: { name }, roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name }, subjects: [everybody] },
  ];
}

describe('the set-up of a provider in kcp', () => {
  const stage = onStage();
  let red: Consumer;
  let inWorkspace: RawClient;

  beforeAll(async () => {
    await stage().startProvider();
    await stage().operator.configure({ kcp: 'on' });
    inWorkspace = stage().operator.provider.client;
    red = await stage().consumer('red');
    await red.bind();
    await red.order('main');
    await red.whenReady('main');
  }, 180_000);

  const readExport = async (): Promise<RawBody> => (await inWorkspace.get(exportPath)).body;
  const whenExport = (what: string, isSo: (found: RawBody) => boolean): Promise<RawBody> =>
    eventually(async () => ((found) => (isSo(found) ? found : undefined))(await readExport()), { deadlineMs: 60_000, what });
  const resourcesOf = (found: RawBody): readonly unknown[] => (dig(found, 'spec', 'resources') as readonly unknown[] | undefined) ?? [];
  const orderAnew = async (name: string): Promise<void> => {
    await red.order(name);
    await red.whenReady(name);
  };

  it('serves its consumers as before after somebody has deleted the export', async () => {
    const before = dig(await readExport(), 'status', 'identityHash');
    await inWorkspace.delete(exportPath);
    const again = await whenExport('the export to be there again', (found) => dig(found, 'status', 'identityHash') !== undefined);
    expect(dig(again, 'status', 'identityHash')).toBe(before);
    await orderAnew('after-deletion');
    await red.deleteOrder('after-deletion');
    await red.whenGone('after-deletion');
  }, 120_000);

  it('serves them after somebody has taken the API out of the export', async () => {
    await inWorkspace.merge(exportPath, { spec: { resources: [] } });
    await whenExport('the API to be there again', (found) => resourcesOf(found).length === 1);
    await orderAnew('after-removal');
  }, 120_000);

  it('leaves an export alone that is somebody else\'s, until that one hands it over', async () => {
    await inWorkspace.merge(exportPath, { metadata: { annotations: { [OWNER]: 'somebody-else' } }, spec: { resources: [] } });
    await stage().operator.whenSays('KcpPublished', 'False', /belongs to provider somebody-else.*annotate it/);
    expect(resourcesOf(await readExport())).toEqual([]);
    await inWorkspace.merge(exportPath, { metadata: { annotations: { [OWNER]: 'postgres' } } });
    await whenExport('the API to be there again', (found) => resourcesOf(found).length === 1);
    await stage().operator.whenSays('KcpPublished', 'True', /is published/);
    await orderAnew('after-adoption');
  }, 120_000);

  it('says which right is missing when its rights are revoked, and goes on when it has them back', async () => {
    const { body } = await inWorkspace.get(access);
    await inWorkspace.delete(access);
    await inWorkspace.merge(exportPath, { spec: { resources: [] } });
    await stage().operator.whenSays('KcpPublished', 'False', /Missing is the right to .*manifests --kcp/, 90_000);
    await stage().operator.provider.workspace.apply([{ ...body, metadata: { name: dig(body, 'metadata', 'name') } }]);
    await whenExport('the API to be there again', (found) => resourcesOf(found).length === 1);
    await orderAnew('after-rights');
  }, 240_000);

  it('lets bind whom the ProviderConfig names at the moment', async () => {
    const role = '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings/kcp-runtime:bind:' + exportName;
    const binders = async (): Promise<unknown> => (dig((await inWorkspace.get(role)).body, 'subjects') as RawBody[] | undefined)?.map(({ kind, name }) => `${String(kind)} ${String(name)}`);
    await whenConfigured({ bind: { groups: ['team-a'], users: ['anna'] } }, async () => String(await binders()) === 'Group team-a,User anna');
    await whenConfigured({ bind: { groups: null, users: ['berta'] } }, async () => String(await binders()) === 'User berta');
    await whenConfigured({ bind: null }, async () => (await inWorkspace.get(role)).status === 404);
    await whenConfigured({ bind: { groups: ['system:authenticated'] } }, async () => String(await binders()) === 'Group system:authenticated');
  }, 120_000);

  it('bounds what consumers may do by the maximal permission policy, not itself, and lifts that again', async () => {
    const mayRead = async (): Promise<boolean> => (await red.client.get(databasesPath())).status === 200;
    const policy = async (): Promise<unknown> => dig(await readExport(), 'spec', 'maximalPermissionPolicy');
    await whenConfigured({ maximalPermissionPolicy: { local: {} } }, async () => dig(await policy(), 'local') !== undefined);
    await eventually(async () => ((await mayRead()) ? undefined : true), { deadlineMs: 30_000, what: 'the consumer to be bounded' });
    await stage().operator.provider.workspace.apply(everybodyMay(['get', 'list', 'create']));
    await eventually(async () => (await mayRead()) || undefined, { deadlineMs: 30_000, what: 'the policy to let the consumer read' });
    await orderAnew('bounded');
    expect((await red.client.delete(databasesPath('bounded'))).status).toBe(403);
    await whenConfigured({ maximalPermissionPolicy: null }, async () => (await policy()) === undefined);
    await eventually(async () => ((await red.client.delete(databasesPath('bounded'))).status === 200 ? true : undefined), { deadlineMs: 30_000, what: 'the consumer to be free again' });
  }, 120_000);

  it('reaches the endpoints under the host that the ProviderConfig names for them', async () => {
    const { kcp, gate, operator, kcpKubeconfig } = stage();
    const { body } = await inWorkspace.get(`/apis/apis.kcp.io/v1alpha1/apiexportendpointslices/${exportName}`);
    const from = new URL(String(dig(body, 'status', 'endpoints', 0, 'url'))).host;
    // The way past the gate: kcp itself, which names its endpoints without it. The gate's host comes in by the mapping alone.
    const token = /token: (\S+)/.exec(kcpKubeconfig)?.[1] ?? '';
    const direct = kubeconfigText({ server: `${kcp.url}/clusters/${operator.provider.workspace.path}`, ca: `${kcp.ca}\n${gate.ca}`, token });
    await operator.putSecret('kcp-provider', { kubeconfig: direct });
    await whenConfigured({ hosts: [{ from, to: new URL(gate.url).host }] }, () => Promise.resolve(true));
    await eventually(
      async () => {
        const endpoints = dig(await operator.status(), 'kcp', 'endpoints') as RawBody[] | undefined;
        return endpoints?.some(({ url, state }) => String(url).startsWith(gate.url) && state === 'Watching') || undefined;
      },
      { deadlineMs: 60_000, what: 'the endpoint to be followed through the gate' },
    );
    gate.forget();
    await orderAnew('by-another-host');
    expect(gate.count((request) => request.virtualWorkspace !== undefined && request.name === 'by-another-host')).toBeGreaterThan(0);
    await operator.putSecret('kcp-provider', { kubeconfig: kcpKubeconfig });
    await whenConfigured({ hosts: null }, () => Promise.resolve(true));
  }, 180_000);

  it('stops at a workspace that was deleted and made again, since its identity would be another', async () => {
    const { path } = stage().operator.provider.workspace;
    await stage().admin.deleteWorkspace(path);
    await stage().admin.whenWorkspaceGone(path, 120_000);
    const cluster = await stage().replaceProviderWorkspace();
    await stage().operator.whenSays('KcpConnected', 'False', new RegExp(`is ${cluster} by now.*${CLUSTER}=${cluster}`), 120_000);
    expect((await stage().operator.provider.client.get(exportPath)).status).toBe(404);
    await stage().operator.platform.client.merge(providerConfigPath, { metadata: { annotations: { [CLUSTER]: cluster } } });
    await stage().operator.whenSays('KcpPublished', 'True', /is published/, 90_000);
    const blue = await stage().consumer('blue');
    await blue.bind();
    await blue.order('main');
    await blue.whenReady('main');
  }, 480_000);

  itKeepsSecrets(stage);

  async function whenConfigured(kcp: RawBody, isSo: () => Promise<boolean>): Promise<void> {
    await stage().operator.platform.client.merge(providerConfigPath, { spec: { kcp } });
    await eventually(async () => (await isSo()) || undefined, { deadlineMs: 30_000, what: `${JSON.stringify(kcp)} to be in force` });
  }
});
