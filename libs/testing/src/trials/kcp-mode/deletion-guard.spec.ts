/** On the emulator; `KCP_DRIVER=binary` runs the same on a real kcp, the one that a run shares where there is one. */
import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { KcpRuntimeModule, OnDelete, OnOrder, ProviderConfigApi, ServiceApi, defineOffer, defineProvider, gone, providerConfigObject, ready, serviceObject } from '@kcp-runtime/nest';
import type { ProvidedBy, Removed } from '@kcp-runtime/nest';
import { KcpTestingModule } from '../../module/kcp-testing.module.js';
import { orderMatchers } from '../../order/matchers.js';
import type { TestConsumer } from '../../tenant/test-consumer.js';

expect.extend(orderMatchers);
jest.setTimeout(180_000);

const group = 'parks.services.open-control-plane.io';
const TREES = 'trees.example';

class ParkSpec {}
class ParkConfigSpec {}
@ServiceApi({ group, version: 'v1', kind: 'Park' })
class Park extends serviceObject(ParkSpec, class ParkStatus {}) {}
@ProviderConfigApi({ group, version: 'v1', kind: 'ParkConfig' })
class ParkConfig extends providerConfigObject(ParkConfigSpec) {}

/** One kind that kcp can claim, and two that it can not; of the last there is no definition anywhere. */
const parks = defineOffer(Park, {
  config: ParkConfig,
  deletionGuard: [{ group: '', resource: 'resourcequotas' }, { group: TREES, resource: 'trees' }, { group: 'nobody.example', resource: 'unicorns' }],
});
const provider = defineProvider({ name: 'parks', config: ParkConfig, offers: [parks] });

let removals = 0;

@Injectable()
class ParkHandler {
  @OnOrder(parks)
  async provide(): Promise<ProvidedBy<typeof parks>> {
    return ready();
  }

  @OnDelete(parks)
  async remove(): Promise<Removed> {
    removals += 1;
    return gone();
  }
}

const TREE_KIND = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `trees.${TREES}` },
  spec: {
    group: TREES,
    scope: 'Cluster',
    names: { plural: 'trees', singular: 'tree', kind: 'Tree', listKind: 'TreeList' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
};

describe('a tenant who deletes a service that his own objects need', () => {
  let kcp: KcpTestingModule;
  let red: TestConsumer;

  beforeAll(async () => {
    kcp = await KcpTestingModule.start({
      provider,
      app: { imports: [KcpRuntimeModule.forRoot(provider)], providers: [ParkHandler] },
      kcp: { driver: process.env['KCP_DRIVER'] === 'binary' ? 'binary' : 'emulator', env: process.env },
      root: `root:parks-${randomUUID().slice(0, 8)}`,
    });
    red = await kcp.consumer('red');
    await red.workspace.apply([TREE_KIND]);
    await red.order('main', {});
    await red.when('main', (order) => expect(order).toBeReady(), { deadlineMs: 60_000 });
    await red.workspace.apply([
      { apiVersion: `${TREES}/v1`, kind: 'Tree', metadata: { name: 'oak' } },
      { apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'mine', namespace: 'default' }, spec: {} },
    ]);
  });

  afterAll(async () => {
    await kcp?.close();
  });

  it('is told which they are, and nothing of the service goes', async () => {
    await red.delete('main');
    const message = /needed by 1 resourcequotas \(default\/mine\), 1 trees\.trees\.example \(oak\)\. Delete them/;
    await red.when('main', (order) => expect(order).toHaveCondition('Ready', { status: 'False', reason: 'UserResourcesPresent', message }));
    expect(removals).toBe(0);
  });

  it('is rid of it when they are gone, though of one kind there never was anything', async () => {
    await red.workspace.client.delete(`/apis/${TREES}/v1/trees/oak`);
    await red.workspace.client.delete('/api/v1/namespaces/default/resourcequotas/mine');
    await red.workspace.client.merge(`/apis/${group}/v1/namespaces/default/parks/main`, { metadata: { annotations: { 'openmcp.cloud/operation': 'reconcile' } } });
    await red.whenGone('main');
    expect(removals).toBe(1);
  });
});
