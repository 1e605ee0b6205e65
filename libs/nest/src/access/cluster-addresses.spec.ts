import { beforeEach, describe, expect, it } from '@jest/globals';
import { PlatformObjects } from '../fixture/platform-objects.fixture.js';
import { ClusterAddresses } from './cluster-addresses.js';

const API = '/apis/clusters.openmcp.cloud/v1alpha1/namespaces';
const signal = new AbortController().signal;
const request = { namespace: 'mcp--1', name: 'boxes--main--wl' };

describe('the address of a cluster', () => {
  let platform: PlatformObjects;
  const accessRequest = (annotations: object = {}): void =>
    void platform.objects.set(`${API}/mcp--1/accessrequests/boxes--main--wl`, { metadata: { name: request.name, annotations }, spec: { clusterRef: { namespace: 'clusters', name: 'big' } } });
  const cluster = (endpoints?: object): void => void platform.objects.set(`${API}/clusters/clusters/big`, { metadata: { name: 'big' }, status: { endpoints } });

  beforeEach(() => {
    platform = new PlatformObjects();
  });

  it('is for workers the one inside, where there is one', async () => {
    accessRequest();
    cluster([{ name: 'apiserver-external', url: 'https://out.test' }, { name: 'apiserver-internal', url: 'https://in.test' }]);
    expect(await new ClusterAddresses(platform, 'asGranted').forWorkers(request, signal)).toBe('https://in.test');
  });

  it.each([
    ['the cluster names none', () => cluster([{ name: 'apiserver-external', url: 'https://out.test' }])],
    ['the cluster says nothing yet', () => cluster()],
    ['the cluster is gone', () => undefined],
  ])('is for workers that of the kubeconfig where %s', async (_what, stands) => {
    accessRequest();
    stands();
    expect(await new ClusterAddresses(platform, 'asGranted').forWorkers(request, signal)).toBeUndefined();
  });

  it('is for ourselves that of the kubeconfig, and costs no request', async () => {
    accessRequest({ 'clusters.open-control-plane.io/local-access': 'https://127.0.0.1:40123' });
    expect(await new ClusterAddresses(platform, 'asGranted').forOurselves(request, signal)).toBeUndefined();
    expect(platform.requests).toEqual([]);
  });

  it.each(['clusters.open-control-plane.io/local-access', 'kind.clusters.openmcp.cloud/localhost'])('is on the machine of a developer what %s says', async (annotation) => {
    accessRequest({ [annotation]: 'https://127.0.0.1:40123' });
    expect(await new ClusterAddresses(platform, 'locally').forOurselves(request, signal)).toBe('https://127.0.0.1:40123');
  });
});
