/** On the emulator; `KCP_DRIVER=binary` runs the same on a real kcp, the one that a run shares where there is one. */
import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  AppliedResource, ItemsOf, KcpRuntimeModule, OnDelete, OnOrder, ProviderConfigApi, ServiceApi, defineOffer, defineProvider, gone, manages, providerConfigObject, ready, serviceObject,
} from '@kcp-runtime/nest';
import type { DeletionOf, OrderOf, ProvidedBy, Removed } from '@kcp-runtime/nest';
import { IsArray, IsOptional, IsString } from 'class-validator';
import { load } from 'js-yaml';
import { readAdminKubeconfig } from '../../admin/kubeconfig-text.js';
import { RawClient, dig } from '../../admin/raw-client.js';
import type { RawBody } from '../../admin/raw-client.js';
import type { ClaimDecision } from '../../admin/set-up.js';
import { KcpTestingModule } from '../../module/kcp-testing.module.js';
import { orderMatchers } from '../../order/matchers.js';
import type { TestConsumer } from '../../tenant/test-consumer.js';
import { eventually } from '../../wait/eventually.js';

expect.extend(orderMatchers);
jest.setTimeout(180_000);

const group = 'farms.services.open-control-plane.io';
const PLANTS = 'plants.example';

class FarmSpec {
  @IsOptional() @IsArray() @IsString({ each: true }) @ItemsOf(() => String) plants?: string[];
}
class FarmStatus {
  @IsOptional() @ItemsOf(() => AppliedResource) resources?: AppliedResource[];
}
class FarmConfigSpec {}
@ServiceApi({ group, version: 'v1', kind: 'Farm' })
class Farm extends serviceObject(FarmSpec, FarmStatus) {}
@ProviderConfigApi({ group, version: 'v1', kind: 'FarmConfig' })
class FarmConfig extends providerConfigObject(FarmConfigSpec) {}

const farms = defineOffer(Farm, {
  config: FarmConfig,
  customer: [manages('', 'configmaps'), manages(PLANTS, 'plants')],
  worker: [manages('', 'configmaps')],
  instances: 'many',
});
const provider = defineProvider({ name: 'farms', config: FarmConfig, offers: [farms] });

@Injectable()
class FarmHandler {
  @OnOrder(farms)
  async provide(order: OrderOf<typeof farms>): Promise<ProvidedBy<typeof farms>> {
    await order.customer.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `${order.name}-map` }, data: { of: order.name } });
    const plants = (order.spec.plants ?? []).map((name) => ({ apiVersion: `${PLANTS}/v1`, kind: 'Plant', metadata: { name }, spec: { of: order.name } }));
    return ready({ resources: [...(await order.customer.applySet('plants', plants))] });
  }

  @OnDelete(farms)
  async remove(_order: DeletionOf<typeof farms>): Promise<Removed> {
    return gone();
  }
}

const PLANT_KIND = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `plants.${PLANTS}` },
  spec: {
    group: PLANTS,
    scope: 'Cluster',
    names: { plural: 'plants', singular: 'plant', kind: 'Plant', listKind: 'PlantList' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } } } } }],
  },
};
const CREDENTIAL_KINDS = ['/api/v1/serviceaccounts', '/api/v1/secrets', ...['roles', 'rolebindings', 'clusterroles', 'clusterrolebindings'].map((plural) => `/apis/rbac.authorization.k8s.io/v1/${plural}`)];
const MADE_BY = `kcp-runtime.open-control-plane.io/made-by=${group}`;
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';

describe('an order with workers in the workspace of its tenant', () => {
  let kcp: KcpTestingModule;
  let red: TestConsumer;
  let blue: TestConsumer;
  const workers: RawClient[] = [];

  beforeAll(async () => {
    kcp = await KcpTestingModule.start({
      provider,
      app: { imports: [KcpRuntimeModule.forRoot(provider)], providers: [FarmHandler] },
      kcp: { driver: process.env['KCP_DRIVER'] === 'binary' ? 'binary' : 'emulator', env: process.env },
      root: `root:farms-${randomUUID().slice(0, 8)}`,
    });
    [red, blue] = [await kcp.consumer('red'), await kcp.consumer('blue')];
    await Promise.all([red, blue].map(({ workspace }) => workspace.apply([PLANT_KIND])));
  });

  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.close()));
    await kcp?.close();
  });

  /** The Secret on the platform, as a worker would have it mounted. */
  async function kubeconfigSecret(name: string): Promise<RawBody | undefined> {
    const { body } = await kcp.platform.client.get('/api/v1/secrets');
    return (body['items'] as RawBody[]).find((secret) => dig(secret, 'metadata', 'name') === `farms--${name}--mcp.kubeconfig`);
  }

  async function readKubeconfig(name: string): Promise<string> {
    return decoded(dig(await kubeconfigSecret(name), 'data', 'kubeconfig'));
  }

  /** A process that plays the worker: it has nothing but the kubeconfig. */
  async function worker(name: string, of: TestConsumer = red): Promise<RawClient> {
    const { url, ca, token } = readAdminKubeconfig(await readKubeconfig(name));
    const client = RawClient.open({ url: `${url}/clusters/${of.workspace.cluster}`, ca, token: () => token });
    workers.push(client);
    return client;
  }

  /** Names of all that was made for orders and is still there. */
  async function leftIn({ workspace }: TestConsumer): Promise<string[]> {
    const paths = [...CREDENTIAL_KINDS, CONFIG_MAPS, `/apis/${PLANTS}/v1/plants`].map((path) => `${path}?labelSelector=${encodeURIComponent(MADE_BY)}`);
    return eventually(
      async () => {
        const lists = await Promise.all(paths.map((path) => workspace.client.get(path)));
        // kcp answers 429 for a moment while it gets ready to serve a new kind.
        return lists.every(({ status }) => status === 200) ? lists.flatMap(({ body }) => (body['items'] as RawBody[]).map((object) => String(dig(object, 'metadata', 'name')))) : undefined;
      },
      { what: `all kinds to be listed in ${workspace.path}` },
    );
  }

  it('is Ready when its kubeconfig stands on the platform, in the shape of an AccessRequest’s Secret', async () => {
    await red.order('main', { plants: ['oak', 'elm'] });
    const order = await red.when('main', (found) => expect(found).toBeReady(), { deadlineMs: 60_000 });
    expect(order).toHaveCondition('CustomerAccessReady', { status: 'True' });
    const secret = await kubeconfigSecret('main');
    expect(Object.keys(dig(secret, 'data') as object).sort()).toEqual(['creationTimestamp', 'expirationTimestamp', 'kubeconfig']);
    const [created, expires] = ['creationTimestamp', 'expirationTimestamp'].map((key) => Number(decoded(dig(secret, 'data', key))));
    expect((expires ?? 0) - (created ?? 0)).toBe(3_600);
    expect(load(await readKubeconfig('main'))).toMatchObject({
      'current-context': 'cluster',
      contexts: [{ name: 'cluster', context: { cluster: 'cluster', user: 'farms' } }],
      clusters: [{ name: 'cluster', cluster: { server: expect.stringMatching(new RegExp(`/clusters/${red.workspace.cluster}$`)) } }],
    });
  });

  it('lets its worker do what the offer says, in its workspace', async () => {
    const client = await worker('main');
    expect((await client.post(CONFIG_MAPS, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'of-worker' } })).status).toBe(201);
    expect((await client.delete(`${CONFIG_MAPS}/of-worker`)).status).toBe(200);
  });

  it('refuses its worker everything else, and everything elsewhere', async () => {
    const client = await worker('main');
    expect((await client.get('/api/v1/namespaces/default/secrets')).status).toBe(403);
    expect((await client.get('/apis/rbac.authorization.k8s.io/v1/clusterroles')).status).toBe(403);
    expect((await (await worker('main', blue)).get(CONFIG_MAPS)).status).toBe(403);
  });

  it('reaches kinds that kcp can not claim, without the handler knowing how', async () => {
    expect((await red.get('main'))?.['status']).toMatchObject({ resources: [{ kind: 'Plant', name: 'oak', phase: 'Ready' }, { kind: 'Plant', name: 'elm', phase: 'Ready' }] });
    expect((await red.workspace.client.get(`/apis/${PLANTS}/v1/plants/oak`)).body).toMatchObject({ spec: { of: 'main' } });
    await red.order('main', { plants: ['elm'] });
    await eventually(async () => ((await red.workspace.client.get(`/apis/${PLANTS}/v1/plants/oak`)).status === 404 ? true : undefined), { what: 'the plant that left the set to be gone' });
    expect((await red.workspace.client.get(`/apis/${PLANTS}/v1/plants/elm`)).status).toBe(200);
  });

  it('leaves no token without an end in the workspace', async () => {
    const { body } = await red.workspace.client.get('/api/v1/secrets');
    expect((body['items'] as RawBody[]).filter(({ type }) => type === 'kubernetes.io/service-account-token')).toEqual([]);
  });

  it('mends whatever part the consumer deletes', async () => {
    const parts = await Promise.all(
      CREDENTIAL_KINDS.map(async (path) => ((await red.workspace.client.get(`${path}?labelSelector=${encodeURIComponent(MADE_BY)}`)).body['items'] as RawBody[]).map((object) => pathOf(path, object))),
    );
    expect(parts.flat().length).toBeGreaterThan(8);
    for (const path of parts.flat()) {
      const before = dig((await red.workspace.client.get(path)).body, 'metadata', 'uid');
      await red.workspace.client.delete(path);
      await eventually(
        async () => {
          const uid = dig((await red.workspace.client.get(path)).body, 'metadata', 'uid');
          return uid !== undefined && uid !== before ? true : undefined;
        },
        { what: `${path} to be there again` },
      );
    }
    await eventually(async () => ((await (await worker('main')).get(CONFIG_MAPS)).status === 200 ? true : undefined), { what: 'the kubeconfig to be made anew for the new account' });
  });

  it('leaves nothing when it goes', async () => {
    await red.delete('main');
    await red.whenGone('main', { deadlineMs: 30_000 });
    expect(await leftIn(red)).toEqual([]);
    expect(await kubeconfigSecret('main')).toBeUndefined();
    await eventually(
      async () => {
        const { body } = await kcp.platform.client.get('/api/v1/namespaces');
        return (body['items'] as RawBody[]).some((namespace) => String(dig(namespace, 'metadata', 'name')).startsWith('mcp--')) ? undefined : true;
      },
      { what: 'the tenant namespace to be gone', deadlineMs: 30_000 },
    );
  });

  it('lets a workspace go that is deleted with everything in it', async () => {
    const grey = await kcp.consumer('grey');
    await grey.workspace.apply([PLANT_KIND]);
    await grey.order('last', { plants: ['ash'] });
    await grey.when('last', (found) => expect(found).toBeReady(), { deadlineMs: 60_000 });
    await kcp.admin.deleteWorkspace(grey.workspace.path);
    await kcp.admin.whenWorkspaceGone(grey.workspace.path, 120_000);
    await eventually(async () => ((await kubeconfigSecret('last')) === undefined ? true : undefined), { what: 'the kubeconfig of the workspace to be gone' });
  });

  it('says exactly what to accept when the consumer has not accepted enough, and goes on when he has', async () => {
    const green = await kcp.consumer('green');
    await green.workspace.apply([PLANT_KIND]);
    const request = await kcp.bindRequest();
    const isRefused = (resource: string): boolean => ['serviceaccounts', 'clusterroles'].includes(resource);
    await green.workspace.bind({ ...request, claims: (request.claims ?? []).map((claim) => (isRefused(claim.resource) ? { ...claim, state: 'Rejected' } : claim)) });
    await green.order('partial', {});
    // kcp applies the accepted claims one by one: the order names more until it has.
    const accepted = await eventually(
      async () => {
        const entries = acceptance(await green.get('partial'));
        return entries.map(({ resource }) => resource).sort().join() === 'clusterroles,serviceaccounts' ? entries : undefined;
      },
      { what: 'the order to name the two claims that are missing', deadlineMs: 30_000 },
    );
    const kept = (request.claims ?? []).filter(({ resource }) => !isRefused(resource));
    await green.workspace.bind({ ...request, claims: [...kept, ...accepted] });
    await green.when('partial', (found) => expect(found).toBeReady(), { deadlineMs: 60_000 });
    await green.delete('partial');
    await green.whenGone('partial', { deadlineMs: 30_000 });
    expect(await leftIn(green)).toEqual([]);
  });
});

/** The YAML in the message, as a consumer would copy it. */
function acceptance(order: unknown): ClaimDecision[] {
  const conditions = (dig(order as RawBody, 'status', 'conditions') ?? []) as RawBody[];
  const message = String(conditions.find(({ type }) => type === 'PermissionClaimsAccepted')?.['message']);
  return message.includes('[') ? (load(message.slice(message.indexOf('['))) as ClaimDecision[]) : [];
}

function pathOf(collection: string, object: RawBody): string {
  const { namespace, name } = dig(object, 'metadata') as { readonly namespace?: string; readonly name: string };
  const [root, plural] = [collection.slice(0, collection.lastIndexOf('/')), collection.slice(collection.lastIndexOf('/') + 1)];
  return `${root}${namespace === undefined ? '' : `/namespaces/${namespace}`}/${plural}/${encodeURIComponent(name)}`;
}

function decoded(value: unknown): string {
  return Buffer.from(String(value), 'base64').toString('utf8');
}
