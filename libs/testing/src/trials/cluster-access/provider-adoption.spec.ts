import { Injectable } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { KcpRuntimeModule, OnDelete, OnOrder, ProviderConfigApi, ServiceApi, defineOffer, defineProvider, gone, manages, providerConfigObject, ready, serviceObject } from '@kcp-runtime/nest';
import type { ProvidedBy, Removed } from '@kcp-runtime/nest';
import { IsOptional, IsString } from 'class-validator';
import { dig } from '../../admin/raw-client.js';
import type { RawBody } from '../../admin/raw-client.js';
import { isWrite } from '../../gate/gate-request.js';
import { orderMatchers } from '../../order/matchers.js';
import { PlatformTestingModule } from '../../module/platform-testing.module.js';
import type { Platform } from '../../platform/platform.js';
import type { TestTenant } from '../../tenant/test-tenant.js';
import { eventually } from '../../wait/eventually.js';
import { LEFT_BY_GO, ORDER_LEFT_BY_GO, PATHS_LEFT_BY_GO, STATUS_LEFT_BY_GO } from './left-by-go.fixture.js';

expect.extend(orderMatchers);
jest.setTimeout(60_000);

const group = 'foo.services.open-control-plane.io';

class FooSpec {
  @IsString() version!: string;
}
class FooStatus {
  @IsOptional() @IsString() served?: string;
}
class FooConfigSpec {}
@ServiceApi({ group, version: 'v1alpha1', kind: 'Foo' })
class Foo extends serviceObject(FooSpec, FooStatus) {}
@ProviderConfigApi({ group, version: 'v1alpha1', kind: 'ProviderConfig' })
class FooConfig extends providerConfigObject(FooConfigSpec) {}
const foos = defineOffer(Foo, { config: FooConfig, customer: [manages('', 'configmaps')], workload: 'always', workloadRights: [manages('apps', 'deployments')] });
const provider = defineProvider({ name: 'foo', config: FooConfig, offers: [foos] });

@Injectable()
class FooHandler {
  @OnOrder(foos)
  async provide(): Promise<ProvidedBy<typeof foos>> {
    return ready({ served: 'by its successor' });
  }

  @OnDelete(foos)
  async remove(): Promise<Removed> {
    return gone();
  }
}

const ORDER_PATH = `/apis/${group}/v1alpha1/namespaces/default/foos/sample`;

/** As it stands on a platform when the provider in Go has been stopped. */
async function leftByGo({ platform, onboarding, createControlPlane }: Platform): Promise<void> {
  await createControlPlane({ namespace: 'default', name: 'sample' });
  await platform.apply(LEFT_BY_GO);
  for (const path of PATHS_LEFT_BY_GO) {
    await eventually(async () => (dig((await platform.client.get(path)).body, 'status', 'phase') === 'Granted' ? true : undefined), { what: `${path} to be granted` });
  }
  await onboarding.apply(ORDER_LEFT_BY_GO);
  await onboarding.client.merge(`${ORDER_PATH}/status`, { status: STATUS_LEFT_BY_GO });
}

describe('a provider that takes over the platform of one written in Go', () => {
  let successor: PlatformTestingModule;
  let tenant: TestTenant;
  let before: readonly RawBody[];
  const standing = async (platform: Platform): Promise<readonly RawBody[]> => Promise.all(PATHS_LEFT_BY_GO.map(async (path) => (await platform.platform.client.get(path)).body));

  beforeAll(async () => {
    const prepare = async (platform: Platform): Promise<void> => {
      await leftByGo(platform);
      before = await standing(platform);
    };
    successor = await PlatformTestingModule.start({ provider, way: 'gate', before: prepare, app: { imports: [KcpRuntimeModule.forRoot(provider)], providers: [FooHandler] } });
    tenant = successor.tenant({ namespace: 'default', name: 'sample' });
    await tenant.when('sample', (order) => expect(order['status']).toMatchObject({ served: 'by its successor' }));
  });
  afterAll(() => successor.close());

  it('serves its orders', async () => {
    await tenant.when('sample', (order) => expect(order).toBeReady());
  });

  it('writes to the requests nothing but the rights, since it needs fewer', () => {
    const writes = successor.platform.platform.gate.requests((request) => isWrite(request) && request.group === 'clusters.openmcp.cloud');
    expect(writes.map(({ verb, resource, name }) => `${verb} ${resource} ${name}`).sort()).toEqual([
      'patch accessrequests foo--sample--mcp',
      'patch accessrequests foo--sample--wl',
      'patch accessrequests foo.services.open-control-plane.io--onboarding-run',
    ]);
    for (const { body } of writes) expect(JSON.parse(body)).toEqual({ spec: { token: { permissions: expect.anything(), roleRefs: null } } });
  });

  it('makes and renames none of them', async () => {
    const lasting = ({ metadata }: RawBody): unknown => [dig(metadata, 'uid'), dig(metadata, 'name'), dig(metadata, 'labels'), dig(metadata, 'finalizers')];
    expect((await standing(successor.platform)).map(lasting)).toEqual(before.map(lasting));
  });

  it('writes to the orders nothing but their status', () => {
    const writes = successor.platform.onboarding.gate.requests(isWrite);
    expect(new Set(writes.map(({ verb, resource, subresource }) => `${verb} ${resource}/${subresource}`))).toEqual(new Set(['patch foos/status']));
  });

  it('takes down in the end what the other has made', async () => {
    await tenant.delete('sample');
    await tenant.whenGone('sample');
    const { client } = successor.platform.platform;
    for (const path of PATHS_LEFT_BY_GO.filter((each) => each.includes('/foo--sample--'))) {
      await eventually(async () => ((await client.get(path)).status === 404 ? true : undefined), { what: `${path} to be gone` });
    }
  });
});
