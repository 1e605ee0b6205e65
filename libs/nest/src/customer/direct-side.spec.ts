import { beforeEach, describe, expect, it } from '@jest/globals';
import { AlreadyExists, ApiNotServed, NamespaceMismatch, NotFound, ResourceClient } from '@kcp-runtime/kube';
import type { KubeAnswer, KubeApi, KubeObject, KubeRequest, ResourceType } from '@kcp-runtime/kube';
import { owner } from '../fixture/tenant-secrets.fixture.js';
import { EVERYTHING, manages, reads } from '../offer/rights.js';
import type { Right } from '../offer/rights.js';
import { RightMissing } from './customer-errors.js';
import { DirectSide } from './direct-side.js';
import type { OrderPlace } from './order-owner.js';
import { ServedKinds } from './served-kinds.js';
import { TenantObjects } from './tenant-objects.js';

const ALL = ['create', 'delete', 'get', 'list', 'patch', 'watch'];
const resource = (name: string, kind: string, namespaced: boolean, verbs = ALL) => ({ name, kind, namespaced, verbs });
const DISCOVERY: Readonly<Record<string, object>> = {
  '/api/v1': { resources: [resource('namespaces', 'Namespace', false), resource('secrets', 'Secret', true), resource('bindings', 'Binding', true, ['create']), resource('namespaces/status', 'Namespace', false)] },
  '/apis': { groups: [{ name: 'apps', preferredVersion: { version: 'v1' } }] },
  '/apis/apps': { preferredVersion: { version: 'v1' } },
  '/apis/apps/v1': { resources: [resource('statefulsets', 'StatefulSet', true)] },
};

/** A cluster that an order is not in, in memory: what stands there by its path, behind the real client. */
class Elsewhere implements KubeApi {
  readonly url = 'https://workload.test';
  readonly objects = new Map<string, KubeObject>();
  readonly requests: string[] = [];
  /** A namespace goes only when nothing stands in it any more. */
  isBusy = false;
  /** APIs that its owner has taken away. */
  readonly withdrawn: string[] = [];

  resource<T extends KubeObject>(type: ResourceType): ResourceClient<T> {
    return new ResourceClient<T>(this, type, 'test');
  }

  async request({ method, path, query, body }: KubeRequest): Promise<KubeAnswer> {
    this.requests.push(`${method} ${path}`);
    if (this.withdrawn.some((api) => path.startsWith(api))) throw new ApiNotServed({ method, url: path, status: 404 });
    const found = DISCOVERY[path];
    if (found !== undefined) return answered(found);
    const there = this.objects.get(path);
    if (method === 'POST') return answered(this.#create(path, body as KubeObject));
    if (there === undefined) return this.#list(method, path, String(query?.['labelSelector'] ?? ''));
    if (method === 'DELETE') {
      if (this.isBusy && there.kind === 'Namespace') return answered({ ...there, spec: { finalizers: ['kubernetes'] } });
      this.objects.delete(path);
    }
    return answered(there);
  }

  stream(): Promise<never> {
    return Promise.reject(new Error('nobody watches here'));
  }

  get names(): string[] {
    return [...this.objects.keys()];
  }

  #create(path: string, object: KubeObject): KubeObject {
    const at = `${path}/${object.metadata.name}`;
    if (this.objects.has(at)) throw new AlreadyExists({ method: 'POST', url: path, status: 409 });
    const stored = { ...object, metadata: { ...object.metadata, uid: `uid-${at}`, resourceVersion: '1' } };
    this.objects.set(at, stored);
    return stored;
  }

  /** Over all namespaces. */
  #list(method: string, path: string, selector: string): KubeAnswer {
    const [, root = '', plural = ''] = /^(\/api\/v1|\/apis\/[^/]+\/[^/]+)\/([a-z]+)$/.exec(path) ?? [];
    if (method !== 'GET' || plural === '') throw new NotFound({ method, url: path, status: 404 });
    const isSelected = ({ metadata: { labels } }: KubeObject): boolean => selector.split(',').map((label) => label.split('=')).every(([name = '', value]) => labels?.[name] === value);
    const items = [...this.objects].filter(([at, object]) => at.startsWith(root) && at.split('/').at(-2) === plural && isSelected(object)).map(([, object]) => object);
    return answered({ apiVersion: 'v1', kind: 'List', metadata: { resourceVersion: '1' }, items });
  }
}

function answered(body: object): KubeAnswer {
  const bytes = Buffer.from(JSON.stringify(body));
  return { status: 200, bytes, warnings: [], json: () => JSON.parse(bytes.toString()) as unknown };
}

const secret = (namespace?: string): KubeObject => ({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'login', ...(namespace === undefined ? {} : { namespace }) } });
const statefulSet: KubeObject = { apiVersion: 'apps/v1', kind: 'StatefulSet', metadata: { name: 'box', namespace: 'box' } };
const namespace: KubeObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'box' } };

describe('a cluster that is reached with a credential', () => {
  let cluster: Elsewhere;
  const client = (rights: readonly Right[], place: OrderPlace = { kind: 'shared' }, of = owner()): TenantObjects => {
    const signal = new AbortController().signal;
    const side = new DirectSide({ owner: of, rights, kinds: new ServedKinds(), isOpen: () => true, api: async () => cluster, signal });
    return new TenantObjects({ owner: of, place, sides: [side], signal });
  };

  beforeEach(() => {
    cluster = new Elsewhere();
  });

  it('gets objects without an owner, since it does not know the order and would take it for gone', async () => {
    const applied = await client([manages('', 'secrets')], { kind: 'elsewhere', namespace: 'default' }).apply(secret());
    expect(applied.metadata).toMatchObject({ namespace: 'default' });
    expect(applied.metadata.ownerReferences).toBeUndefined();
  });

  it('gets objects with the order as their owner where it is in the same cluster', async () => {
    const applied = await client([manages('', 'secrets')], { kind: 'beside' }).apply(secret());
    expect(applied.metadata.ownerReferences).toMatchObject([{ kind: 'Box', uid: 'uid-main' }]);
  });

  it('that others share gets none that names no namespace', async () => {
    await expect(client([manages('', 'secrets')]).apply(secret())).rejects.toThrow(NamespaceMismatch);
    expect(cluster.names).toEqual([]);
  });

  describe('that others share', () => {
    const rights = [manages('', 'secrets'), manages('', 'namespaces')];
    const [former, later] = [owner('main', 'uid-former'), owner('main', 'uid-later')];

    it.each([
      ['made', 'remove'],
      ['kept', 'keep'],
    ] as const)('shows a later order of the same name nothing that a former one has %s', async (_what, afterOrder) => {
      await client(rights, { kind: 'shared' }, former).apply(secret('box'), { afterOrder });
      const made = JSON.stringify([...cluster.objects]);

      await expect(client(rights, { kind: 'shared' }, later).apply(secret('box'))).rejects.toThrow('was made for a former order of this name');
      await expect(client(rights, { kind: 'shared' }, later).removeAll()).resolves.toBeUndefined();
      expect(JSON.stringify([...cluster.objects])).toBe(made);
    });

    it('says on each object which order of which cluster it was made for', async () => {
      const { metadata } = await client(rights).apply(secret('box'));
      expect(metadata.labels).toMatchObject({ 'kcp-runtime.open-control-plane.io/order-uid': 'uid-main' });
      expect(metadata.annotations).toMatchObject({ 'kcp-runtime.open-control-plane.io/order-cluster': 'red' });
    });
  });

  it('of a tenant gives a later order of the same name what a former one has kept', async () => {
    const place: OrderPlace = { kind: 'elsewhere', namespace: 'default' };
    await client([manages('', 'secrets')], place, owner('main', 'uid-former')).apply(secret(), { afterOrder: 'keep' });
    await expect(client([manages('', 'secrets')], place, owner('main', 'uid-later')).apply(secret())).resolves.toBeDefined();
  });

  it('is touched at the kinds alone that the offer names', async () => {
    await expect(client([manages('', 'secrets'), reads('apps', 'deployments')]).apply(statefulSet)).rejects.toThrow(RightMissing);
  });

  it.each([
    ['of the kinds that the offer names', [manages('', 'namespaces'), manages('', 'secrets'), manages('apps', 'statefulsets')]],
    ['of all kinds where it names everything', EVERYTHING],
  ] as const)('keeps nothing %s at the end of the order', async (_what, rights) => {
    await client(rights).applySet('box', [namespace, secret('box'), statefulSet]);
    expect(cluster.names).toHaveLength(3);
    await expect(client(rights).removeAll()).resolves.toBeUndefined();
    expect(cluster.names).toEqual([]);
  });

  it('keeps what its controllers have made for an object of the order, which bears the labels of that', async () => {
    await client(EVERYTHING).applySet('box', [namespace, secret('box')]);
    const { labels, annotations } = cluster.objects.get('/api/v1/namespaces/box/secrets/login')?.metadata ?? {};
    const copied = (name: string, metadata: object): void => void cluster.objects.set(`/api/v1/namespaces/box/secrets/${name}`, { apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace: 'box', labels, ...metadata } });
    copied('endpoints', {});
    copied('slice', { annotations, ownerReferences: [{ apiVersion: 'v1', kind: 'Service', name: 'box', uid: 'u', controller: true }] });
    await client(EVERYTHING).applySet('box', [namespace, secret('box')]);

    expect(cluster.names).toHaveLength(4);
  });

  it('keeps no order from going with a kind that its owner has taken away meanwhile', async () => {
    const objects = client([manages('apps', 'statefulsets')]);
    await objects.applySet('box', [statefulSet]);
    cluster.withdrawn.push('/apis/apps');
    await expect(objects.removeAll()).rejects.toThrow(ApiNotServed);

    await expect(objects.removeAll()).resolves.toBeUndefined();
  });

  it('is asked for everything only where an offer names that', async () => {
    await client([manages('', 'secrets')]).removeAll();
    expect(cluster.requests).not.toContain('GET /apis');
  });

  it('holds the end of an order until a namespace is gone with all that stands in it', async () => {
    const objects = client([manages('', 'namespaces')]);
    await objects.applySet('box', [namespace]);
    cluster.isBusy = true;
    await expect(objects.removeAll()).resolves.toMatchObject({ ref: { name: 'box' } });
    cluster.isBusy = false;
    await expect(objects.removeAll()).resolves.toBeUndefined();
  });
});
