import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { ProviderConfigApi, ServiceApi, defineOffer, defineProvider, providerConfigObject, serviceObject } from '@kcp-runtime/nest';
import type { InitContext, Provider } from '@kcp-runtime/nest';
import { IsIn, IsInt, IsOptional, IsString } from 'class-validator';
import { dig } from '../../admin/raw-client.js';
import type { RawBody } from '../../admin/raw-client.js';
import { Canaries } from '../../canaries.js';
import type { PlatformCluster } from '../../platform/cluster/platform-cluster.js';
import type { Platform } from '../../platform/platform.js';
import { startPlatformOnEmulator } from '../../platform/start-platform-on-emulator.js';
import { ProviderCall } from '../../provider/provider-call.js';
import { eventually } from '../../wait/eventually.js';

const group = 'boxes.services.open-control-plane.io';
const system = 'openmcp-system';
const crdsPath = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const serviceProvider = '/apis/openmcp.cloud/v1alpha1/serviceproviders/boxes';
const request = { namespace: system, name: `${group}--onboarding-init` };
const requestPath = `/apis/clusters.openmcp.cloud/v1alpha1/namespaces/${request.namespace}/accessrequests/${request.name}`;

class ConfigSpec {
  @IsOptional() @IsString() color?: string;
}
class Status {}
class BoxSpec {
  @IsOptional() @IsInt() size?: number;
}
class NarrowSpec {
  @IsOptional() @IsIn([1, 2]) size?: number;
}
class WideSpec extends BoxSpec {
  @IsOptional() @IsString() label?: string;
}
@ProviderConfigApi({ group, version: 'v1alpha1', kind: 'BoxConfig' })
class BoxConfig extends providerConfigObject(ConfigSpec) {}

function providerOf(spec: new () => object, more: Partial<Provider> = {}): Provider {
  @ServiceApi({ group, version: 'v1alpha1', kind: 'Box', plural: 'boxes' })
  class Box extends serviceObject(spec, Status) {}
  return { ...defineProvider({ name: 'boxes', config: BoxConfig, offers: [defineOffer(Box, { config: BoxConfig })] }), ...more };
}

/** How a call of the provider ended. */
interface Ended extends Pick<ProviderCall, 'lines'> {
  readonly code: number;
  readonly termination: string;
}

describe('init of a provider', () => {
  let platform: Platform;
  let folder: string;
  const canaries = new Canaries();
  let output = '';

  /** Calls it as the Job of the platform does. */
  async function called(provider: Provider, cluster: PlatformCluster = platform.platform): Promise<ProviderCall> {
    const kubeconfig = join(folder, 'kubeconfig');
    await writeFile(kubeconfig, cluster.adminKubeconfig);
    await rm(termination(), { force: true });
    const argv = ['init', '--environment=test', '--verbosity=DEBUG', '--provider-name=boxes', `--kubeconfig=${kubeconfig}`];
    return new ProviderCall(provider, { argv, env: { POD_NAMESPACE: system, TERMINATION_MESSAGE_PATH: termination() } });
  }
  async function end(call: ProviderCall): Promise<Ended> {
    const code = await call.ended;
    const left = await readFile(termination(), 'utf8').catch(() => '');
    output += call.text + left;
    return { code, lines: call.lines, termination: left };
  }
  const initOf = async (provider: Provider, cluster?: PlatformCluster): Promise<Ended> => end(await called(provider, cluster));
  const termination = (): string => join(folder, 'termination-log');
  const crd = async (cluster: PlatformCluster, plural: string): Promise<RawBody> => (await cluster.client.get(`${crdsPath}/${plural}.${group}`)).body;
  const propertiesOf = async (): Promise<unknown> => dig(await crd(platform.onboarding, 'boxes'), 'spec', 'versions', 0, 'schema', 'openAPIV3Schema', 'properties', 'spec', 'properties');

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'init-'));
    platform = await startPlatformOnEmulator({ canaries });
    await platform.platform.apply([{ apiVersion: 'openmcp.cloud/v1alpha1', kind: 'ServiceProvider', metadata: { name: 'boxes' }, spec: { image: 'boxes' } }]);
  });
  afterAll(async () => {
    await platform.stop();
    await rm(folder, { recursive: true });
  });

  describe('for the first time', () => {
    let ended: Ended;
    beforeAll(async () => {
      ended = await initOf(providerOf(BoxSpec));
    });

    it('ends with code 0 and leaves no reason of an end', () => {
      expect(ended).toMatchObject({ code: 0, termination: '' });
      expect(ended.lines.at(-1)).toMatchObject({ level: 'info', msg: 'Provider boxes can be ordered' });
    });

    it('brings each kind to its cluster, with the label that says so', async () => {
      expect(dig(await crd(platform.platform, 'boxconfigs'), 'metadata', 'labels', 'openmcp.cloud/cluster')).toBe('platform');
      expect(dig(await crd(platform.onboarding, 'boxes'), 'metadata', 'labels', 'openmcp.cloud/cluster')).toBe('onboarding');
      expect((await platform.platform.client.get(`${crdsPath}/boxes.${group}`)).status).toBe(404);
    });

    it('returns when the kinds are served', async () => {
      expect((await platform.onboarding.client.get(`/apis/${group}/v1alpha1/boxes`)).status).toBe(200);
      expect((await platform.platform.client.get(`/apis/${group}/v1alpha1/boxconfigs`)).status).toBe(200);
    });

    it('asks for access under the name that Go providers use, and for no more than it needs', async () => {
      const { body } = await platform.platform.client.get(requestPath);
      expect(dig(body, 'spec', 'token', 'permissions')).toEqual([{ rules: [{ apiGroups: ['apiextensions.k8s.io'], resources: ['customresourcedefinitions'], verbs: ['get', 'create', 'patch'] }] }]);
      expect(dig(body, 'metadata', 'labels', 'openmcp.cloud/managed-by')).toBe(group);
    });

    it('tells openMCP which kinds it serves', async () => {
      expect(dig((await platform.platform.client.get(serviceProvider)).body, 'status', 'resources')).toEqual([{ group, version: 'v1alpha1', kind: 'Box' }]);
    });
  });

  it('once more, changes nothing', async () => {
    const versions = async (): Promise<unknown[]> => Promise.all([crd(platform.platform, 'boxconfigs'), crd(platform.onboarding, 'boxes'), platform.platform.client.get(serviceProvider).then(({ body }) => body)]).then((all) => all.map((each) => dig(each, 'metadata', 'resourceVersion')));
    const before = await versions();
    expect((await initOf(providerOf(BoxSpec))).code).toBe(0);
    expect(await versions()).toEqual(before);
  });

  it('keeps the labels and annotations that others have put on a kind', async () => {
    await platform.onboarding.client.merge(`${crdsPath}/boxes.${group}`, { metadata: { labels: { team: 'blue' }, annotations: { note: 'kept' } } });
    await initOf(providerOf(BoxSpec));
    expect(dig(await crd(platform.onboarding, 'boxes'), 'metadata')).toMatchObject({ labels: { team: 'blue', 'openmcp.cloud/cluster': 'onboarding' }, annotations: { note: 'kept' } });
  });

  it('of a newer version brings the newer schema', async () => {
    expect((await initOf(providerOf(WideSpec))).code).toBe(0);
    expect(await propertiesOf()).toMatchObject({ size: { type: 'integer' }, label: { type: 'string' } });
  });

  describe('of a version that would break orders', () => {
    let ended: Ended;
    beforeAll(async () => {
      ended = await initOf(providerOf(NarrowSpec));
    });

    it('fails, and names each property and how to have it all the same', () => {
      expect(ended.code).toBe(1);
      expect(ended.termination).toMatch(/^BreakingCrdChange: .*boxes\.\S+ is not changed.*spec\.label would be gone.*accept-breaking-schema=v\w{8}\.boxes\./);
    });

    it('leaves the schema that is there', async () => {
      expect(await propertiesOf()).toHaveProperty('label');
    });

    it('goes on when the operator accepts it', async () => {
      const [, name = ''] = /accept-breaking-schema=(\S+)/.exec(ended.termination) ?? [];
      await platform.platform.apply([
        { apiVersion: `${group}/v1alpha1`, kind: 'BoxConfig', metadata: { name: 'boxes', annotations: { 'kcp-runtime.open-control-plane.io/accept-breaking-schema': name } }, spec: {} },
      ]);
      expect((await initOf(providerOf(NarrowSpec))).code).toBe(0);
      expect(await propertiesOf()).not.toHaveProperty('label');
    });
  });

  it('trusts the certificates that the ProviderConfig names, and fails where they are missing', async () => {
    const config = (spec: object) => ({ apiVersion: `${group}/v1alpha1`, kind: 'BoxConfig', metadata: { name: 'boxes' }, spec });
    await platform.platform.apply([config({ caBundleRef: { name: 'our-ca', key: 'ca.crt' } })]);
    const without = await initOf(providerOf(NarrowSpec));
    await platform.platform.apply([{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'our-ca', namespace: system }, data: { 'ca.crt': platform.onboarding.server.ca } }]);
    const withThem = await initOf(providerOf(NarrowSpec));
    await platform.platform.client.merge(`/apis/${group}/v1alpha1/boxconfigs/boxes`, { spec: { caBundleRef: null } });

    expect(without.termination).toMatch(/^CaBundleMissing: ConfigMap our-ca of spec\.caBundleRef does not exist/);
    expect([without.code, withThem.code]).toEqual([1, 0]);
  });

  describe('with hooks', () => {
    const seen: { readonly hook: string; readonly context: InitContext }[] = [];
    const configMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'from-hook', namespace: system }, data: { by: 'before' } };
    const hooked = (after: () => Promise<void> = async () => undefined): Provider =>
      providerOf(NarrowSpec, {
        init: {
          async before(context) {
            seen.push({ hook: 'before', context });
            await context.platform.apply(configMap);
          },
          async after(context) {
            seen.push({ hook: 'after', context });
            await after();
          },
        },
      });
    afterEach(() => void seen.splice(0));

    it('calls them before and after its own work, with what they work with', async () => {
      expect((await initOf(hooked())).code).toBe(0);
      expect(seen.map(({ hook, context }) => [hook, context.providerName, context.environment, context.namespace, context.onboarding !== undefined])).toEqual([
        ['before', 'boxes', 'test', system, false],
        ['after', 'boxes', 'test', system, true],
      ]);
    });

    it('lets them write to the platform cluster', async () => {
      await initOf(hooked());
      expect(dig((await platform.platform.client.get(`/api/v1/namespaces/${system}/configmaps/from-hook`)).body, 'data')).toEqual({ by: 'before' });
    });

    it('fails when one of them does', async () => {
      const ended = await initOf(hooked(() => Promise.reject(new Error('no licence'))));
      expect(ended).toMatchObject({ code: 1, termination: 'Error: no licence' });
    });
  });

  it('fails with the words of the platform when access is denied', async () => {
    await platform.platform.client.delete(requestPath);
    await eventually(async () => ((await platform.platform.client.get(requestPath)).status === 404 ? true : undefined));
    platform.clusterProvider.denyAccess(request, 'no access to onboarding for boxes');
    const ended = await initOf(providerOf(NarrowSpec));
    expect(ended.code).toBe(1);
    expect(ended.termination).toMatch(/^AccessDenied: .*no access to onboarding for boxes/);
    platform.clusterProvider.grantAccess(request);
  });

  it('says what it waits for, and ends at once when it is asked to', async () => {
    await platform.platform.client.delete(requestPath);
    await eventually(async () => ((await platform.platform.client.get(requestPath)).status === 404 ? true : undefined));
    platform.clusterProvider.holdAccess(request);
    const call = await called(providerOf(NarrowSpec));
    await eventually(async () => ((await platform.platform.client.get(requestPath)).status === 200 ? true : undefined));
    call.stop();
    const ended = await end(call);
    expect(ended).toMatchObject({ code: 1, termination: 'Stopped: SIGTERM came before it was done' });
    expect(ended.lines).toContainEqual(expect.objectContaining({ msg: 'Waiting for access to the onboarding cluster' }));
    platform.clusterProvider.grantAccess(request);
  });

  it('of a provider that openMCP has not installed says what that means', async () => {
    await platform.platform.client.delete(serviceProvider);
    const ended = await initOf(providerOf(NarrowSpec));
    expect(ended.code).toBe(0);
    expect(ended.lines).toContainEqual(expect.objectContaining({ msg: expect.stringContaining('There is no ServiceProvider for this provider') }));
  });

  it('on a cluster without openMCP installs how the provider is configured, and says what is off', async () => {
    const ended = await initOf(providerOf(BoxSpec), platform.onboarding);
    expect(ended.code).toBe(0);
    expect(dig(await crd(platform.onboarding, 'boxconfigs'), 'metadata', 'labels', 'openmcp.cloud/cluster')).toBe('platform');
    expect(ended.lines).toContainEqual(expect.objectContaining({ msg: 'The part for the onboarding cluster is off: the platform cluster does not serve clusters.openmcp.cloud' }));
  });

  it('of a provider that is ordered through kcp alone asks for no access', async () => {
    const ended = await initOf(providerOf(BoxSpec, { modes: ['kcp'] }));
    expect(ended.lines).toContainEqual(expect.objectContaining({ msg: 'The part for the onboarding cluster is off: this provider is not ordered there' }));
  });

  it('lets no token out', () => {
    expect(canaries.search([{ where: 'log lines and termination messages of init', text: output }])).toEqual([]);
  });
});
