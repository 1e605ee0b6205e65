import { beforeEach, describe, expect, it } from '@jest/globals';
import { CLUSTER_LABEL } from '../credential/tenant-namespaces.js';
import type { OrderOwner } from '../customer/order-owner.js';
import { Box, BoxConfig } from '../fixture/boxes.fixture.js';
import { TestRequests } from '../fixture/requests.fixture.js';
import { owner } from '../fixture/tenant-secrets.fixture.js';
import { defineOffer } from '../offer/define-offer.js';
import { manages } from '../offer/rights.js';
import { controlPlanePlaces, WorkloadAccess, workspacePlaces } from './workload-access.js';
import type { WorkloadPlaces } from './workload-access.js';

const signal = new AbortController().signal;
const offer = defineOffer(Box, { config: BoxConfig, workload: 'always', workloadRights: [manages('', 'namespaces')] });
const orderOf = (cluster: string, namespace: string): OrderOwner => ({ ...owner('sample'), key: { ...owner('sample').key, cluster, namespace } });

describe('the workload cluster of an order', () => {
  let requests: TestRequests;
  /** What became of the tenant's namespace. */
  let namespaceUse: string[];
  const access = (places: WorkloadPlaces, purpose = 'workload'): WorkloadAccess =>
    new WorkloadAccess({ accesses: requests.accesses(), places, providerName: 'foo', purpose: () => purpose, wake: () => undefined });
  const inWorkspace = (): WorkloadPlaces =>
    workspacePlaces({ use: async () => void namespaceUse.push('use'), leave: async () => void namespaceUse.push('leave') });

  beforeEach(() => {
    requests = new TestRequests();
    namespaceUse = [];
  });

  it('is asked for under openMCP’s name and labels, with the rights that the offer names', async () => {
    await access(controlPlanePlaces).open(orderOf('test', 'default'), offer, signal);
    expect(requests.opened).toMatchObject([
      {
        request: { namespace: 'mcp--c90acbdb-2980-8a96-aa1c-bf4e7306cf92', name: 'foo--sample--wl', labels: { 'openmcp.cloud/managed-purpose': 'default.sample.workload' } },
        cluster: { kind: 'ordered', purpose: 'workload' },
        token: { permissions: [{ rules: [{ apiGroups: [''], resources: ['namespaces'] }] }] },
      },
    ]);
  });

  it('may be of another purpose', async () => {
    await access(controlPlanePlaces, 'databases').open(orderOf('test', 'default'), offer, signal);
    expect(requests.opened).toMatchObject([{ cluster: { purpose: 'databases' } }]);
  });

  it('is everything where the offer says so', async () => {
    const all = defineOffer(Box, { config: BoxConfig, workload: 'always', workloadRights: [manages('*', '*')] });
    await access(controlPlanePlaces).open(orderOf('test', 'default'), all, signal);
    expect(requests.opened[0]?.token).toEqual({ permissions: [{ rules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }] }] });
  });

  it('stands, for an order in a kcp workspace, in a namespace that is named by logical cluster, namespace and name', async () => {
    await access(inWorkspace()).open(orderOf('3h2x0p1z9c8v7b6n', 'team-a'), offer, signal);
    expect(requests.opened).toMatchObject([
      {
        request: {
          namespace: 'mcp--b0df80a5-4223-8a1e-921a-183c1d3d0cbd',
          name: 'foo--sample--wl',
          extraLabels: { 'openmcp.cloud/onboarding-name': 'sample', 'openmcp.cloud/onboarding-namespace': 'team-a', [CLUSTER_LABEL]: '3h2x0p1z9c8v7b6n' },
        },
      },
    ]);
  });

  it('has that namespace made before anything is, once, and left after all is gone', async () => {
    const workload = access(inWorkspace());
    const order = orderOf('red', 'team-a');
    await workload.open(order, offer, signal);
    await workload.open(order, offer, signal);
    expect(namespaceUse).toEqual(['use']);
    requests.held.add('foo--sample--wl');
    await workload.close(order, offer, signal);
    expect(namespaceUse).toEqual(['use']);
    requests.held.clear();
    await workload.close(order, offer, signal);
    expect(namespaceUse).toEqual(['use', 'leave']);
  });

  it('is there as long as a request is, whatever the order wants today', async () => {
    const workload = access(controlPlanePlaces);
    const order = orderOf('test', 'default');
    expect(await workload.has(order, offer, signal)).toBe(false);
    await workload.open(order, offer, signal);
    expect(await workload.has(order, offer, signal)).toBe(true);
  });

  it('gives its kubeconfig to the handler', async () => {
    const workload = access(controlPlanePlaces);
    const order = orderOf('test', 'default');
    await workload.open(order, offer, signal);
    expect(await workload.client(order, offer, signal).kubeconfig()).toBe('kubeconfig');
  });
});
