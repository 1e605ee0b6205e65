/** What programs on @kubernetes/client-node do to a Kubernetes, done to the emulator. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Emulator } from '@kcp-runtime/emulator';
import type { Informer, KubernetesListObject, V1ConfigMap } from '@kubernetes/client-node';
import { KcpAdmin } from '../../admin/kcp-admin.js';
import { kubeconfigText, readAdminKubeconfig } from '../../admin/kubeconfig-text.js';
import type { Workspace } from '../../admin/workspace.js';
import { eventually } from '../../wait/eventually.js';

const { startEmulator } = await import('@kcp-runtime/emulator');
const { ApiException, CoreV1Api, KubeConfig, KubernetesObjectApi, PatchStrategy, makeInformer, setHeaderOptions } = await import('@kubernetes/client-node');

const namespace = 'default';
/** Kubernetes puts a ConfigMap of its own into every namespace; ours bear this. */
const labelSelector = 'app=trial';
const CONFIG_MAPS = `/api/v1/namespaces/${namespace}/configmaps`;

let emulator: Emulator;
let admin: KcpAdmin;
let workspace: Workspace;
let config: InstanceType<typeof KubeConfig>;
let core: InstanceType<typeof CoreV1Api>;

beforeEach(async () => {
  emulator = await startEmulator();
  admin = KcpAdmin.connect(emulator);
  workspace = await admin.createWorkspace('root:node');
  config = new KubeConfig();
  const { ca, token } = readAdminKubeconfig(emulator.adminKubeconfig);
  config.loadFromString(kubeconfigText({ server: workspace.url, ca, token }));
  core = config.makeApiClient(CoreV1Api);
});

afterEach(async () => {
  await admin.close();
  await emulator.stop();
});

function configMap(name: string, data: Record<string, string> = {}): V1ConfigMap {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace, labels: { app: 'trial' } }, data };
}

describe('the typed client', () => {
  it('makes an object, changes it by each kind of patch, replaces it, and deletes it', async () => {
    await core.createNamespacedConfigMap({ namespace, body: configMap('one', { a: '1' }) });
    const at = { name: 'one', namespace };
    await core.patchNamespacedConfigMap({ ...at, body: { data: { b: '2' } } }, setHeaderOptions('Content-Type', PatchStrategy.MergePatch));
    await core.patchNamespacedConfigMap({ ...at, body: { data: { c: '3' } } }, setHeaderOptions('Content-Type', PatchStrategy.StrategicMergePatch));
    const patched = await core.patchNamespacedConfigMap({ ...at, body: [{ op: 'remove', path: '/data/a' }] }, setHeaderOptions('Content-Type', PatchStrategy.JsonPatch));
    expect(patched.data).toEqual({ b: '2', c: '3' });
    const replaced = await core.replaceNamespacedConfigMap({ ...at, body: { ...patched, data: { d: '4' } } });
    expect(replaced.data).toEqual({ d: '4' });
    expect((await core.deleteNamespacedConfigMap(at)).status).toBe('Success');
  });

  it('gets times as dates, and lists by pages', async () => {
    for (const name of ['a', 'b', 'c']) await core.createNamespacedConfigMap({ namespace, body: configMap(name) });
    const first = await core.listNamespacedConfigMap({ namespace, labelSelector, limit: 2 });
    const rest = await core.listNamespacedConfigMap({ namespace, labelSelector, limit: 2, _continue: first.metadata?._continue ?? '' });
    expect([first, rest].map(({ items }) => items.map(({ metadata }) => metadata?.name))).toEqual([['a', 'b'], ['c']]);
    expect(first.items[0]?.metadata?.creationTimestamp).toBeInstanceOf(Date);
  });

  it('is told in a Status why it is refused', async () => {
    const refused: unknown = await core.readNamespacedConfigMap({ name: 'none', namespace }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ApiException);
    expect(JSON.parse((refused as { readonly body: string }).body)).toMatchObject({ code: 404, reason: 'NotFound' });
  });

  it('finds a kind that it does not know by discovery, and applies it by the server', async () => {
    const objects = KubernetesObjectApi.makeApiClient(config);
    const role = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: 'reader' }, rules: [{ apiGroups: [''], resources: ['secrets'], verbs: ['get'] }] };
    await objects.create(role);
    const applied = await objects.patch({ ...role, metadata: { ...role.metadata, labels: { tier: 'gold' } } }, undefined, undefined, 'trial', true, PatchStrategy.ServerSideApply);
    expect(applied.metadata?.labels).toEqual({ tier: 'gold' });
  });
});

describe('the informer', () => {
  let informer: Informer<V1ConfigMap>;
  const heard: string[] = [];

  beforeEach(async () => {
    heard.length = 0;
    await core.createNamespacedConfigMap({ namespace, body: configMap('early') });
    const list = (): Promise<KubernetesListObject<V1ConfigMap>> => core.listNamespacedConfigMap({ namespace, labelSelector });
    informer = makeInformer(config, CONFIG_MAPS, list, labelSelector);
    for (const verb of ['add', 'update', 'delete'] as const) informer.on(verb, ({ metadata }) => void heard.push(`${verb} ${metadata?.name}`));
    informer.on('error', (error: unknown) => void heard.push(`error ${String(error)}`));
    await informer.start();
    await whenWatching();
  });
  afterEach(() => informer.stop());

  const whenWatching = (): Promise<true> => eventually(() => (emulator.openWatches === 1 ? true : undefined), { deadlineMs: 10_000, what: 'the informer to watch' });
  const whenHeard = (what: string): Promise<true> => eventually(() => (heard.includes(what) ? true : undefined), { deadlineMs: 10_000, what: `the informer to hear ${what}` });
  const lists = (): number => emulator.requests.filter(({ method, url }) => method === 'GET' && url.includes('/configmaps?') && !url.includes('watch=true')).length;

  it('tells what is there, and then what is made, changed and deleted', async () => {
    await core.createNamespacedConfigMap({ namespace, body: configMap('late') });
    await core.patchNamespacedConfigMap({ name: 'late', namespace, body: { data: { a: '1' } } }, setHeaderOptions('Content-Type', PatchStrategy.MergePatch));
    await core.deleteNamespacedConfigMap({ name: 'early', namespace });
    await whenHeard('delete early');
    expect(heard).toEqual(['add early', 'add late', 'update late', 'delete early']);
    expect(lists()).toBe(1);
  });

  it('goes on where it was when its watch ends, without another list', async () => {
    emulator.dropWatches();
    await core.createNamespacedConfigMap({ namespace, body: configMap('late') });
    await whenHeard('add late');
    expect(lists()).toBe(1);
  });

  it('begins anew with a list when its version is too old, and has missed nothing', async () => {
    emulator.silenceWatches();
    await core.createNamespacedConfigMap({ namespace, body: configMap('unseen') });
    await core.deleteNamespacedConfigMap({ name: 'early', namespace });
    emulator.expireHistory();
    emulator.dropWatches();
    await whenHeard('add unseen');
    expect(heard).toEqual(['add early', 'delete early', 'add unseen']);
    expect(lists()).toBe(2);
    await whenWatching();
    await core.createNamespacedConfigMap({ namespace, body: configMap('afterwards') });
    await whenHeard('add afterwards');
  });
});
