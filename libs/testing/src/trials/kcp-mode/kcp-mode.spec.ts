import { once } from 'node:events';
import { Injectable } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import type { TestingModule } from '@nestjs/testing';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  Default, KcpRuntime, KcpRuntimeModule, OnOrder, ProviderConfigApi, RUNTIME_SETTINGS, ServiceApi, defineOffer, defineProvider, manages, providerConfigObject, ready, serviceObject,
} from '@kcp-runtime/nest';
import type { OrderOf, ProvidedBy } from '@kcp-runtime/nest';
import { IsInt, IsString, Max } from 'class-validator';
import { dig } from '../../admin/raw-client.js';
import type { RawBody } from '../../admin/raw-client.js';
import { KcpTestingModule } from '../../module/kcp-testing.module.js';
import { orderMatchers } from '../../order/matchers.js';
import { eventually } from '../../wait/eventually.js';

expect.extend(orderMatchers);
jest.setTimeout(90_000);

const group = 'crates.services.open-control-plane.io';
const OWNER = 'kcp-runtime.open-control-plane.io/provider';

class CrateSpec {
  @IsString() @Default('oak') wood!: string;
}
class CrateConfigSpec {
  @IsInt() @Max(5) @Default(1) shelves!: number;
}
@ServiceApi({ group, version: 'v1', kind: 'Crate' })
class Crate extends serviceObject(CrateSpec, class CrateStatus {}) {}
@ProviderConfigApi({ group, version: 'v1', kind: 'CrateConfig' })
class CrateConfig extends providerConfigObject(CrateConfigSpec) {}
const crates = defineOffer(Crate, { config: CrateConfig, customer: [manages('', 'secrets')], instances: 'many' });
const provider = defineProvider({ name: 'crates', config: CrateConfig, offers: [crates] });

/** What the handler saw: the order's name and the config at that time. */
const seen: string[] = [];
/** Ends the call for an order named `held`, now or later. */
const letGo = new AbortController();
/** Ends the call for an order named `deaf`, which does not listen to its own signal. */
const enough = new AbortController();

@Injectable()
class CrateHandler {
  @OnOrder(crates)
  async provide(order: OrderOf<typeof crates>): Promise<ProvidedBy<typeof crates>> {
    seen.push(`${order.name} on ${order.config.shelves}`);
    if (order.name === 'held' && !letGo.signal.aborted) await once(letGo.signal, 'abort');
    if (order.name === 'deaf' && !enough.signal.aborted) await once(enough.signal, 'abort');
    return ready();
  }
}

describe('kcp mode', () => {
  let kcp: KcpTestingModule;
  const exportPath = `/apis/apis.kcp.io/v1alpha2/apiexports/${group}`;
  const configPath = `/apis/${group}/v1/crateconfigs/crates`;

  beforeAll(async () => {
    kcp = await KcpTestingModule.start({ provider, app: { imports: [KcpRuntimeModule.forRoot(provider)], providers: [CrateHandler] } });
  });

  afterAll(async () => {
    await kcp.close();
  });

  const whenSays = (type: string, reason: string): Promise<string> =>
    eventually(
      async () => {
        const conditions = dig((await kcp.platform.client.get(configPath)).body, 'status', 'conditions') as RawBody[] | undefined;
        const condition = conditions?.find((each) => each['type'] === type && each['reason'] === reason);
        return condition === undefined ? undefined : String(condition['message']);
      },
      { deadlineMs: 30_000, what: `${type} to say ${reason}` },
    );
  const readExport = async (): Promise<RawBody> => (await kcp.providerWorkspace.client.get(exportPath)).body;
  const whenExport = (what: string, isSo: (found: RawBody) => boolean): Promise<RawBody> =>
    eventually(
      async () => {
        const found = await readExport();
        return isSo(found) ? found : undefined;
      },
      { what },
    );
  const namesOf = (found: RawBody, list: string, field: string): unknown => (dig(found, 'spec', list) as RawBody[] | undefined)?.map((entry) => entry[field]);

  it('tells the operator what is published, and that nobody has bound it yet is no fault', async () => {
    await whenSays('KcpPublished', 'Published');
    await whenSays('KcpEndpointsReady', 'WaitingForFirstConsumer');
    // The look for orphans comes a moment later, and the status is written once in ten seconds.
    await eventually(
      async () => {
        const { body } = await kcp.platform.client.get(configPath);
        expect(body).toMatchObject({
          status: {
            phase: 'Ready',
            kcp: {
              connected: true,
              export: { name: group, logicalCluster: kcp.providerWorkspace.cluster, identityHash: expect.any(String) },
              binding: expect.stringContaining('kind: APIBinding'),
            },
          },
        });
        return true;
      },
      { deadlineMs: 25_000, what: 'the whole status' },
    );
  });

  it('says that standard mode is off where there is no openMCP, which is no fault, and holds no lease for it', async () => {
    await whenSays('OnboardingReady', 'OpenMcpNotServed');
    const { body } = await kcp.platform.client.get(configPath);
    expect(dig(body, 'status', 'phase')).toBe('Ready');
    expect((await kcp.platform.client.get('/apis/coordination.k8s.io/v1/namespaces/kcp-runtime/leases/crates-standard')).status).toBe(404);
  });

  it('puts right what somebody has changed in the export, and leaves what he has added', async () => {
    const foreign = { group: '', resource: 'configmaps', verbs: ['get'] };
    await kcp.providerWorkspace.client.merge(exportPath, { spec: { resources: [], permissionClaims: [foreign] } });
    const mended = await whenExport('the export to be mended', (found) => (dig(found, 'spec', 'resources') as RawBody[] | undefined)?.length === 1);
    expect(namesOf(mended, 'permissionClaims', 'resource')).toEqual(['configmaps', 'events', 'secrets']);
  });

  it('makes a deleted export again, with the identity that its consumers know', async () => {
    const before = dig(await readExport(), 'status', 'identityHash');
    await kcp.providerWorkspace.client.delete(exportPath);
    const again = await whenExport('the export to be there again', (found) => dig(found, 'status', 'identityHash') !== undefined);
    expect(dig(again, 'status', 'identityHash')).toBe(before);
  });

  it('leaves an export alone that belongs to somebody else, until it is handed over', async () => {
    await kcp.providerWorkspace.client.merge(exportPath, { metadata: { annotations: { [OWNER]: 'boxes' } }, spec: { resources: [] } });
    expect(await whenSays('KcpPublished', 'ExportConflict')).toContain('belongs to provider boxes');
    expect(namesOf(await readExport(), 'resources', 'name')).toEqual([]);
    await kcp.providerWorkspace.client.merge(exportPath, { metadata: { annotations: { [OWNER]: 'crates' } } });
    await whenExport('the export to be ours again', (found) => (dig(found, 'spec', 'resources') as RawBody[] | undefined)?.length === 1);
  });

  it('takes a rotated kubeconfig over without calling a handler for what is Ready', async () => {
    const red = await kcp.consumer('red');
    await red.order('first', {});
    await red.when('first', (order) => expect(order).toBeReady());
    seen.length = 0;
    const { kubeconfig } = await kcp.providerWorkspace.serviceAccount({ name: 'rotated', clusterRoles: ['cluster-admin'] });
    await kcp.setSecret('crates-kcp', { kubeconfig });
    await kcp.providerWorkspace.client.delete('/apis/rbac.authorization.k8s.io/v1/clusterrolebindings/kcp-runtime:crates');
    await red.order('second', {});
    await red.when('second', (order) => expect(order).toBeReady());
    expect(seen).toEqual(['second on 1']);
  });

  it('looks at every order again when the operator asks for it, and says when', async () => {
    const pink = await kcp.consumer('pink');
    await pink.order('again', {});
    await pink.when('again', (order) => expect(order).toBeReady());
    seen.length = 0;
    await kcp.platform.client.merge(configPath, { metadata: { annotations: { 'openmcp.cloud/operation': 'reconcile' } } });
    await eventually(() => (seen.includes('again on 1') ? true : undefined), { what: 'another look' });
    await eventually(
      async () => {
        const { body } = await kcp.platform.client.get(configPath);
        expect(dig(body, 'status', 'reconciledAt')).toEqual(expect.any(String));
        expect(dig(body, 'metadata', 'annotations', 'openmcp.cloud/operation')).toBeUndefined();
        return true;
      },
      { deadlineMs: 25_000, what: 'the annotation to go' },
    );
  });

  it('goes on with the last valid config when a newer one is refused, and says so', async () => {
    // The CustomResourceDefinition of an older version knows less than the class.
    const crd = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/crateconfigs.${group}`;
    const shelves = '/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/shelves/maximum';
    await kcp.platform.client.jsonPatch(crd, [{ op: 'remove', path: shelves }]);
    await eventually(async () => ((await kcp.platform.client.merge(configPath, { spec: { shelves: 9 } })).status === 200 ? true : undefined), { what: 'the config to be taken' });
    expect(await whenSays('ConfigValid', 'InvalidSpec')).toMatch(/spec\.shelves/);
    const blue = await kcp.consumer('blue');
    await blue.order('third', {});
    await blue.when('third', (order) => expect(order).toBeReady());
    expect(seen).toContain('third on 1');
    await kcp.platform.client.merge(configPath, { spec: { shelves: 2 } });
    await eventually(async () => (seen.includes('third on 2') ? true : undefined), { what: 'the order to be looked at with the new config' });
  });

  it('finishes what a handler has begun before it stops, and gives its lease back', async () => {
    const green = await kcp.consumer('green');
    await green.order('held', {});
    await eventually(async () => (seen.some((each) => each.startsWith('held')) ? true : undefined), { what: 'the handler to be called' });
    const stopping = kcp.app.get(KcpRuntime).stop();
    letGo.abort();
    await stopping;
    expect(await green.get('held')).toBeReady();
    expect(dig(await readLease(), 'spec', 'holderIdentity') ?? '').toBe('');
  });

  it('changes nothing at a second start', async () => {
    const objects = [exportPath, `/apis/apis.kcp.io/v1alpha1/apiresourceschemas`, '/apis/rbac.authorization.k8s.io/v1/clusterroles', '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings'];
    const versions = (): Promise<unknown[]> =>
      Promise.all(
        objects.map(async (path) => {
          const { body } = await kcp.providerWorkspace.client.get(path);
          return ((body['items'] as RawBody[] | undefined) ?? [body]).map((object) => dig(object, 'metadata', 'resourceVersion'));
        }),
      );
    const before = await versions();
    const again = await startAgain();
    const after = await versions();
    await again.close();
    expect(after).toEqual(before);
  });

  it('leaves a handler behind that does not listen, and its lease to run out', async () => {
    const again = await startAgain();
    const grey = await kcp.consumer('grey');
    await grey.order('deaf', {});
    await eventually(async () => (seen.some((each) => each.startsWith('deaf')) ? true : undefined), { what: 'the handler to be called' });
    await again.get(KcpRuntime).stop(10);
    expect(dig(await readLease(), 'spec', 'holderIdentity')).toBe('crates-test');
    enough.abort();
    await again.close();
  });

  const readLease = async (): Promise<RawBody> => (await kcp.platform.client.get('/apis/coordination.k8s.io/v1/namespaces/kcp-runtime/leases/crates-kcp')).body;

  /** Another process of the same provider, as far as a test can have one. */
  async function startAgain(): Promise<TestingModule> {
    const given = { provide: RUNTIME_SETTINGS, useValue: kcp.app.get<unknown>(RUNTIME_SETTINGS) };
    const surroundings: DynamicModule = { module: class Surroundings {}, global: true, providers: [given], exports: [given] };
    const app = await (await Test.createTestingModule({ imports: [surroundings, KcpRuntimeModule.forRoot(provider)], providers: [CrateHandler] }).compile()).init();
    await app.get(KcpRuntime).start();
    await app.get(KcpRuntime).whenReady();
    return app;
  }
});
