import { Injectable } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  Default, KcpRuntimeModule, OnDelete, OnOrder, ProviderConfigApi, ServiceApi, defineOffer, defineProvider, gone, providerConfigObject, ready, serviceObject,
} from '@kcp-runtime/nest';
import type { DeletionOf } from '@kcp-runtime/nest';
import { KcpTestingModule, dig, eventually, installInProviderWorkspace, orderMatchers, printedManifests, readAdminKubeconfig } from '@kcp-runtime/testing';
import type { ProviderVersion, RawBody, TestConsumer, Workspace } from '@kcp-runtime/testing';
import { IsString } from 'class-validator';
import { randomBytes } from 'node:crypto';
import { driver } from './story.js';

expect.extend(orderMatchers);

const group = 'tents.services.open-control-plane.io';
const configPath = `/apis/${group}/v1/tentconfigs/tents`;
const exportPath = `/apis/apis.kcp.io/v1alpha2/apiexports/${group}`;
const keptPath = '/api/v1/namespaces/kcp-runtime/configmaps/tents-kcp-runtime';

class TentSpec {
  @IsString() @Default('red') colour!: string;
}
@ServiceApi({ group, version: 'v1', kind: 'Tent' })
class Tent extends serviceObject(TentSpec, class TentStatus {}) {}
@ProviderConfigApi({ group, version: 'v1', kind: 'TentConfig' })
class TentConfig extends providerConfigObject(class TentConfigSpec {}) {}
const tents = defineOffer(Tent, { config: TentConfig, instances: 'many' });
const provider = defineProvider({ name: 'tents', config: TentConfig, offers: [tents] });

/** Names of the orders whose deletion the handler has done. */
const struck: string[] = [];
/** Names of the orders that the handler was asked for, once for each time. */
const pitched: string[] = [];

@Injectable()
class TentHandler {
  @OnOrder(tents)
  provide({ name }: { readonly name: string }) {
    pitched.push(name);
    return Promise.resolve(ready());
  }

  @OnDelete(tents)
  remove({ name }: DeletionOf<typeof tents>) {
    struck.push(name);
    return Promise.resolve(gone());
  }
}
const version: ProviderVersion = { provider, app: { imports: [KcpRuntimeModule.forRoot(provider)], providers: [TentHandler] } };

describe('a provider that is taken out of kcp', () => {
  let kcp: KcpTestingModule;
  let red: TestConsumer;
  let settings: RawBody;

  beforeAll(async () => {
    kcp = await KcpTestingModule.start({ ...version, kcp: { driver: driver(), env: process.env }, root: `root:run-${randomBytes(4).toString('hex')}` });
    settings = dig((await kcp.platform.client.get(configPath)).body, 'spec', 'kcp') as RawBody;
    red = await kcp.consumer('red');
    for (const name of ['stays', 'goes', 'goes-later']) await red.order(name, {});
    for (const name of ['stays', 'goes', 'goes-later']) await red.when(name, (order) => expect(order).toBeReady(), { deadlineMs: 90_000 });
  }, 180_000);

  afterAll(() => kcp?.close());

  const configure = (spec: RawBody): Promise<unknown> => kcp.platform.client.merge(configPath, { spec });
  const condition = async (type: string): Promise<RawBody | undefined> => {
    const conditions = dig((await kcp.platform.client.get(configPath)).body, 'status', 'conditions') as RawBody[] | undefined;
    return conditions?.find((each) => each['type'] === type);
  };
  const whenDrainSays = (words: RegExp): Promise<unknown> =>
    eventually(async () => words.test(String((await condition('KcpDrained'))?.['message'])) || undefined, { deadlineMs: 40_000, what: `KcpDrained to say ${String(words)}` });
  const whenDrained = (): Promise<unknown> =>
    eventually(async () => ((await condition('KcpDrained')) === undefined ? true : undefined), { deadlineMs: 60_000, what: 'the place to be left' });
  const isThere = async (path: string): Promise<boolean> => (await kcp.providerWorkspace.client.get(path)).status === 200;
  const whenGone = (path: string): Promise<unknown> => eventually(async () => ((await isThere(path)) ? undefined : true), { deadlineMs: 40_000, what: `${path} to be gone` });
  const deleteAndWait = async (name: string): Promise<void> => {
    await red.delete(name);
    await red.whenGone(name, { deadlineMs: 30_000 });
    expect(struck).toContain(name);
  };

  it('says how many orders are still there when spec.kcp is removed', async () => {
    await configure({ kcp: null });
    await whenDrainSays(/3 orders are still there/);
  }, 60_000);

  it('leaves Ready orders as they are, and tells who orders anew that nobody will serve him', async () => {
    pitched.length = 0;
    await red.order('late', {});
    await red.when('late', (order) => expect(order).toHaveCondition('Ready', { status: 'False', reason: 'Draining' }), { deadlineMs: 30_000 });
    await red.order('goes-later', { colour: 'blue' });
    await red.when('goes-later', (order) => expect(order).toHaveCondition('Ready', { status: 'False', reason: 'Draining' }), { deadlineMs: 30_000 });
    expect(await red.get('stays')).toBeReady();
    expect(pitched).toEqual([]);
  });

  it('serves deletions all the same', () => deleteAndWait('goes'), 60_000);

  it('forgets nothing of it over a restart and with a ProviderConfig that is made again', async () => {
    const { body } = await kcp.platform.client.get(configPath);
    await kcp.platform.client.delete(configPath);
    await kcp.replaceProvider(version);
    await deleteAndWait('goes-later');
    await kcp.platform.apply([{ apiVersion: body['apiVersion'], kind: body['kind'], metadata: { name: 'tents' }, spec: body['spec'] }]);
    await whenDrainSays(/1 orders are still there/);
  }, 90_000);

  it('is left when the last order is gone; by default the export stays', async () => {
    await deleteAndWait('stays');
    await whenDrained();
    expect(dig((await kcp.platform.client.get(keptPath)).body, 'data', 'draining.json')).toBeUndefined();
    expect(await isThere(exportPath)).toBe(true);
  }, 120_000);

  it('serves the same consumers again, and what they have ordered meanwhile, when spec.kcp is back', async () => {
    await configure({ kcp: settings });
    await red.when('late', (order) => expect(order).toBeReady(), { deadlineMs: 60_000 });
  }, 90_000);

  it('with deletionPolicy Delete takes everything back, but not before the last consumer has unbound', async () => {
    const role = `/apis/rbac.authorization.k8s.io/v1/clusterroles/kcp-runtime:bind:${group}`;
    await configure({ kcp: { deletionPolicy: 'Delete', bind: { groups: ['system:authenticated'] } } });
    await eventually(async () => (await isThere(role)) || undefined, { deadlineMs: 30_000, what: 'the role' });
    await configure({ kcp: null });
    await whenDrainSays(/1 orders are still there.*removed when the last of 1 workspaces/);
    await deleteAndWait('late');
    await whenDrainSays(/0 orders are still there/);
    expect(await isThere(exportPath)).toBe(true);
    await red.workspace.unbind(group);
    await whenGone(exportPath);
    await whenGone(role);
    await eventually(
      async () => ((await kcp.providerWorkspace.client.get('/apis/apis.kcp.io/v1alpha1/apiresourceschemas')).body['items'] as RawBody[]).length === 0 || undefined,
      { deadlineMs: 30_000, what: 'the schemas to be gone' },
    );
    await whenDrained();
  }, 180_000);

  it('leaves one workspace and serves another at the same time', async () => {
    await configure({ kcp: { ...settings, deletionPolicy: 'Retain', bind: null } });
    await whenExported(kcp.providerWorkspace);
    await red.workspace.bind(await kcp.bindRequest());
    await red.order('here', {});
    await red.when('here', (order) => expect(order).toBeReady(), { deadlineMs: 60_000 });
    const second = await secondWorkspace();
    await configure({ kcp: { providerWorkspace: second.path, kubeconfigSecret: { name: 'tents-kcp-2' } } });
    await whenExported(second);
    const blue = await kcp.admin.createWorkspace(`${second.path}-consumer`);
    await blue.bind({ ...(await kcp.bindRequest()), path: second.path });
    await blue.apply([{ apiVersion: `${group}/v1`, kind: 'Tent', metadata: { name: 'there', namespace: 'default' }, spec: {} }]);
    const there = `/apis/${group}/v1/namespaces/default/tents/there`;
    await eventually(async () => dig((await blue.client.get(there)).body, 'status', 'phase') === 'Ready' || undefined, { deadlineMs: 60_000, what: 'the order in the other workspace' });
    await deleteAndWait('here');
    await whenDrained();
  }, 240_000);

  const whenExported = (workspace: Workspace): Promise<unknown> =>
    eventually(async () => dig((await workspace.client.get(exportPath)).body, 'status', 'identityHash') !== undefined || undefined, { deadlineMs: 60_000, what: `the export in ${workspace.path}` });

  /** Another provider workspace, set up as the operator does it. */
  async function secondWorkspace(): Promise<Workspace> {
    const workspace = await kcp.admin.createWorkspace(`${kcp.providerWorkspace.path}-2`);
    const { body } = await kcp.platform.client.get('/api/v1/namespaces/kcp-runtime/secrets/tents-kcp');
    const address = readAdminKubeconfig(Buffer.from(String(dig(body, 'data', 'kubeconfig')), 'base64').toString('utf8'));
    const { kubeconfig } = await installInProviderWorkspace(workspace, await printedManifests(provider, '--kcp'), address);
    await kcp.setSecret('tents-kcp-2', { kubeconfig });
    return workspace;
  }
});
