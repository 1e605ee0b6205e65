import { beforeEach, describe, expect, it } from '@jest/globals';
import { AlreadyExists, Conflict, NotFound, ResourceClient } from '@kcp-runtime/kube';
import type { KubeAnswer, KubeApi, KubeObject, KubeRequest } from '@kcp-runtime/kube';
import { merged } from '../fixture/merge-patch.fixture.js';
import { owner } from '../fixture/tenant-secrets.fixture.js';
import { ForeignObject } from '../customer/customer-errors.js';
import { TenantKubeconfigs } from './tenant-kubeconfigs.js';

/** The platform cluster in memory: namespaces and Secrets by their paths. */
class Platform implements Pick<KubeApi, 'url' | 'request' | 'resource'> {
  readonly url = 'https://platform.test';
  readonly objects = new Map<string, KubeObject>();
  readonly requests: string[] = [];
  /** Called before a deletion is done. */
  beforeDelete: () => void = () => undefined;
  #version = 0;

  resource<T extends KubeObject>(type: ConstructorParameters<typeof ResourceClient>[1]): ResourceClient<T> {
    return new ResourceClient<T>(this, type, 'test');
  }

  async request({ method, path, body }: KubeRequest): Promise<KubeAnswer> {
    this.requests.push(method);
    const sent = body as KubeObject;
    const at = method === 'POST' ? `${path}/${sent.metadata.name}` : path;
    const refuse = { method, url: path, message: at };
    if (method === 'DELETE') this.beforeDelete();
    const there = this.objects.get(at);
    if (method === 'POST' && there !== undefined) throw new AlreadyExists({ ...refuse, status: 409 });
    const namespace = /^(\/api\/v1\/namespaces\/[^/]+)\/secrets/.exec(at)?.[1];
    const isHomeless = namespace !== undefined && !this.objects.has(namespace);
    if ((method !== 'POST' && there === undefined) || isHomeless) throw new NotFound({ ...refuse, status: 404 });
    if (method === 'GET' && there !== undefined) return answered(there);
    if (method === 'DELETE' && there !== undefined) {
      const { preconditions = {} } = body as { preconditions?: { resourceVersion?: string } };
      if (preconditions.resourceVersion !== undefined && preconditions.resourceVersion !== there.metadata.resourceVersion) throw new Conflict({ ...refuse, status: 409 });
      for (const key of [...this.objects.keys()]) if (key === at || key.startsWith(`${at}/`)) this.objects.delete(key);
      return answered({ ...there, kind: 'Status' });
    }
    return answered(this.put(at, method === 'POST' ? sent : (merged(there ?? {}, sent) as KubeObject)));
  }

  put(at: string, object: KubeObject): KubeObject {
    const stored = { ...object, metadata: { ...object.metadata, uid: object.metadata.uid ?? `uid-${at}`, resourceVersion: String((this.#version += 1)) } };
    this.objects.set(at, stored);
    return stored;
  }

  get names(): string[] {
    return [...this.objects.keys()].map((path) => path.replace('/api/v1/namespaces/', ''));
  }

  stream(): never {
    throw new Error('nothing is watched here');
  }
}

function answered(object: KubeObject): KubeAnswer {
  const bytes = Buffer.from(JSON.stringify(object));
  return { status: 200, bytes, warnings: [], json: () => JSON.parse(bytes.toString()) as unknown };
}

const signal = new AbortController().signal;
const of = { order: owner(), controller: 'boxes' };
/** Another offer's order of the same name in the same namespace: it shares the namespace on the platform. */
const second = { order: { ...owner(), identity: 'b'.repeat(26) }, controller: 'crates' };
const config = { kubeconfig: 'apiVersion: v1\n', fingerprint: 'f', createdAtMs: 1_000_000, expiresAtMs: 4_600_000 };

describe('the kubeconfig of a worker', () => {
  let platform: Platform;
  let kubeconfigs: TenantKubeconfigs;
  beforeEach(() => {
    platform = new Platform();
    kubeconfigs = new TenantKubeconfigs(platform);
  });

  const secretIn = (): KubeObject | undefined => [...platform.objects.values()].find(({ kind }) => kind === 'Secret');

  it('stands in the namespace of the tenant, under the name of a request', async () => {
    await kubeconfigs.write(of, config, signal);
    expect(platform.names).toEqual([expect.stringMatching(/^mcp--[0-9a-f-]{36}$/), expect.stringMatching(/\/secrets\/boxes--main--mcp\.kubeconfig$/)]);
    expect(secretIn()?.metadata.labels).toMatchObject({ 'openmcp.cloud/managed-by': 'boxes', 'openmcp.cloud/managed-purpose': 'default.main.mcp', 'openmcp.cloud/onboarding-name': 'main' });
  });

  it('tells from when to when it is good, in whole seconds', async () => {
    await kubeconfigs.write(of, config, signal);
    const data = (secretIn()?.['data'] ?? {}) as Record<string, string>;
    expect(Object.fromEntries(Object.entries(data).map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]))).toEqual({ kubeconfig: 'apiVersion: v1\n', creationTimestamp: '1000', expirationTimestamp: '4600' });
    await expect(kubeconfigs.read(of, signal)).resolves.toEqual({ fingerprint: 'f', createdAtMs: 1_000_000, expiresAtMs: 4_600_000 });
  });

  it('is renewed with one request', async () => {
    await kubeconfigs.write(of, config, signal);
    platform.requests.length = 0;
    await kubeconfigs.write(of, { ...config, fingerprint: 'g' }, signal);
    expect(platform.requests).toEqual(['PATCH']);
  });

  it('is none where there is none, or where somebody has broken it', async () => {
    await expect(kubeconfigs.read(of, signal)).resolves.toBeUndefined();
    await kubeconfigs.write(of, config, signal);
    const [path = ''] = [...platform.objects.keys()].filter((key) => key.includes('/secrets/'));
    platform.put(path, { ...secretIn(), data: {} } as KubeObject);
    await expect(kubeconfigs.read(of, signal)).resolves.toBeUndefined();
  });

  it('is not taken from another order', async () => {
    await kubeconfigs.write(of, config, signal);
    await expect(kubeconfigs.read({ ...second, controller: 'boxes' }, signal)).rejects.toThrow(ForeignObject);
  });

  it('goes with its namespace', async () => {
    await kubeconfigs.write(of, config, signal);
    await kubeconfigs.remove(of, signal);
    expect(platform.names).toEqual([]);
  });

  it('is fine with being gone already', async () => {
    await expect(kubeconfigs.remove(of, signal)).resolves.toBeUndefined();
  });

  it('leaves the namespace to others that use it, and the last one takes it along', async () => {
    await kubeconfigs.write(of, config, signal);
    await kubeconfigs.write(second, config, signal);
    await kubeconfigs.remove(of, signal);
    expect(platform.names).toEqual([expect.any(String), expect.stringMatching(/crates--main--mcp\.kubeconfig$/)]);
    await kubeconfigs.remove(second, signal);
    expect(platform.names).toEqual([]);
  });

  it('takes nobody along who begins to use the namespace meanwhile', async () => {
    await kubeconfigs.write(of, config, signal);
    let isLate = true;
    platform.beforeDelete = () => {
      const [path = '', namespace] = [...platform.objects].find(([, { kind }]) => kind === 'Namespace') ?? [];
      if (platform.names.length === 1 && isLate && namespace !== undefined) platform.put(path, namespace);
      isLate = platform.names.length !== 1;
    };
    await expect(kubeconfigs.remove(of, signal)).rejects.toThrow(Conflict);
    expect(platform.names).toHaveLength(1);
  });

  it('leaves a namespace that it did not make', async () => {
    await kubeconfigs.write(of, config, signal);
    const [path = ''] = [...platform.objects.keys()];
    platform.put(path, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'theirs' } });
    await kubeconfigs.remove(of, signal);
    expect(platform.names).toHaveLength(1);
  });
});
