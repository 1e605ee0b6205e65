import { describe, expect, it } from '@jest/globals';
import type { AccessOrder, NamespacedName } from '@kcp-runtime/openmcp';
import { dig } from '../../admin/raw-client.js';
import type { Platform } from '../../platform/platform.js';
import { requestPath } from './access-trial.fixture.js';
import type { AccessTrial } from './access-trial.fixture.js';
import { trialOnPlatform } from './trial-on-platform.fixture.js';

let platform: Platform;
let trial: AccessTrial;

trialOnPlatform((itsPlatform, itsTrial) => {
  platform = itsPlatform;
  trial = itsTrial;
});

describe('access that does not come', () => {
  it('is told as denied, with the words of the platform for operators alone, and heals', async () => {
    const tenant = await trial.tenant();
    const order = trial.toControlPlane(tenant);
    platform.clusterProvider.denyAccess(order.request, 'not on my cluster');
    const { message, said } = await trial.open(order, 'denied');
    expect([message.includes('was denied'), message.includes('not on my cluster'), said]).toEqual([true, false, 'not on my cluster']);
    const opened = trial.open(order, 'granted');
    platform.clusterProvider.grantAccess(order.request);
    await opened;
  });

  it('tells for which request it waits, and since when', async () => {
    const order = trial.toControlPlane(await trial.tenant());
    platform.clusterProvider.holdAccess(order.request);
    const state = await trial.open(order, 'waiting', ({ reason }) => reason === 'WaitingForAccessRequest');
    const made = dig(await trial.read('accessrequests', order.request), 'metadata', 'creationTimestamp');
    expect([state.message.includes(`AccessRequest ${order.request.namespace}/${order.request.name}`), state.since]).toEqual([true, made]);
    platform.clusterProvider.grantAccess(order.request);
  });

  it('because the name is taken leaves the other alone, and comes when that goes', async () => {
    const order = trial.toControlPlane(await trial.tenant());
    const path = requestPath('accessrequests', order.request);
    const other = { metadata: { ...named(order), labels: { 'openmcp.cloud/managed-by': 'bar' } }, spec: { requestRef: named(order), token: {} } };
    await platform.platform.apply([{ apiVersion: 'clusters.openmcp.cloud/v1alpha1', kind: 'AccessRequest', ...other }]);
    expect((await trial.open(order, 'foreign')).message).toContain('openmcp.cloud/managed-by=foo');
    expect(await trial.closeOnce(order)).toEqual({ kind: 'gone' });
    const left = await trial.get(path);
    expect([dig(left, 'metadata', 'labels', 'openmcp.cloud/managed-by'), dig(left, 'metadata', 'deletionTimestamp')]).toEqual(['bar', undefined]);
    const opened = trial.open(order, 'granted');
    await trial.admin.delete(path);
    await opened;
  });

  it('because it was deleted is asked for anew', async () => {
    const { order } = await trial.granted();
    const first = dig(await trial.read('accessrequests', order.request), 'metadata', 'uid');
    await trial.admin.delete(requestPath('accessrequests', order.request));
    await trial.open(order, 'waiting', ({ reason }) => reason === 'WaitingForAccessRequestDeletion');
    await trial.open(order, 'granted');
    expect(dig(await trial.read('accessrequests', order.request), 'metadata', 'uid')).not.toBe(first);
  });

  it('because the request leads to the cluster of a ControlPlane that was there before is asked for anew', async () => {
    const tenant = await trial.tenant();
    const order = trial.toControlPlane(tenant);
    const { labels, finalizers } = order.request;
    const spec = { requestRef: { namespace: order.request.namespace, name: tenant.name }, clusterRef: { namespace: 'gone', name: 'former' }, token: order.token };
    await platform.platform.apply([{ apiVersion: 'clusters.openmcp.cloud/v1alpha1', kind: 'AccessRequest', metadata: { ...named(order), labels, finalizers }, spec }]);
    await trial.open(order, 'granted');
    expect(dig(await trial.read('accessrequests', order.request), 'spec', 'clusterRef', 'name')).not.toBe('former');
  });

  it('because the ControlPlane goes does not hold that up', async () => {
    const tenant = await trial.tenant();
    const order = trial.toControlPlane(tenant);
    await trial.open(order, 'granted');
    const left = trial.open(order, 'noCluster', () => !trial.access.has(order));
    await platform.deleteControlPlane(tenant);
    await left;
    await platform.whenControlPlaneGone(tenant);
  });
});

describe('a kubeconfig that can not be used', () => {
  const secretPath = ({ request }: AccessOrder): string => `/api/v1/namespaces/${request.namespace}/secrets/${request.name}.kubeconfig`;
  const written = (text: string): string => Buffer.from(text).toString('base64');

  it('because the Secret has not the key is told, and heals', async () => {
    const { order } = await trial.granted();
    await trial.merge(secretPath(order), { data: { kubeconfig: null } });
    expect((await trial.open(order, 'unusable')).reason).toBe('KubeconfigKeyMissing');
    await platform.clusterProvider.rotateToken(order.request);
    await trial.open(order, 'granted');
  });

  it('because the Secret is gone is told, and heals', async () => {
    const { order } = await trial.granted();
    await trial.admin.delete(secretPath(order));
    expect((await trial.open(order, 'unusable')).reason).toBe('KubeconfigMissing');
    const opened = trial.open(order, 'granted');
    await platform.clusterProvider.rotateToken(order.request);
    await opened;
  });

  it('because it is meant for people is told as that', async () => {
    const { order } = await trial.granted();
    const exec = { apiVersion: 'client.authentication.k8s.io/v1beta1', command: 'kubectl', args: ['oidc-login', 'get-token'] };
    const config = {
      'current-context': 'cluster',
      contexts: [{ name: 'cluster', context: { cluster: 'cluster', user: 'foo' } }],
      clusters: [{ name: 'cluster', cluster: { server: 'https://127.0.0.1:1' } }],
      users: [{ name: 'foo', user: { exec } }],
    };
    await trial.merge(secretPath(order), { data: { kubeconfig: written(JSON.stringify(config)) } });
    const { reason, message } = await trial.open(order, 'unusable');
    expect([reason, message.includes('OIDC'), message.includes('users[foo].user.exec')]).toEqual(['KubeconfigRefused', true, true]);
  });

  it('because its token has expired is told with the time', async () => {
    const { order } = await trial.granted();
    const month = 31 * 86_400_000;
    trial.goAhead(month);
    const { reason, message } = await trial.open(order, 'unusable').finally(() => trial.goAhead(-month));
    expect([reason, /expired at \d{4}-\d\d-\d\dT/.test(message)]).toEqual(['TokenExpired', true]);
  });
});

function named({ request: { namespace, name } }: AccessOrder): NamespacedName {
  return { namespace, name };
}
