import { describe, expect, it } from '@jest/globals';
import type { AccessOrder, NamespacedName } from '@kcp-runtime/openmcp';
import { tenantNamespace } from '@kcp-runtime/openmcp';
import { dig } from '../../admin/raw-client.js';
import { isWrite } from '../../gate/gate-request.js';
import type { Platform } from '../../platform/platform.js';
import { eventually } from '../../wait/eventually.js';
import { AccessTrial, requestPath } from './access-trial.fixture.js';
import { trialOnPlatform } from './trial-on-platform.fixture.js';

let platform: Platform;
let trial: AccessTrial;
let tenants = 0;

trialOnPlatform((itsPlatform, itsTrial) => {
  platform = itsPlatform;
  trial = itsTrial;
});

/** An order of a tenant whose namespace is there. */
async function order(more: Partial<AccessOrder> = {}): Promise<AccessOrder> {
  const wanted = trial.toWorkload({ namespace: 'project-demo--ws-dev', name: `order-${++tenants}` }, more);
  await platform.platform.apply([{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: wanted.request.namespace } }]);
  return wanted;
}

/** As the loop does: a call that fails is made again. */
async function inSpiteOfFaults(action: () => Promise<unknown>): Promise<void> {
  await eventually(async () => {
    await action();
    return true;
  });
}

function uidOf(plural: 'accessrequests' | 'clusterrequests', ref: NamespacedName): Promise<unknown> {
  return trial.read(plural, ref).then((object) => dig(object, 'metadata', 'uid'));
}

describe('a cluster that an order asks for', () => {
  it('is asked for as the Go library asks, and then access to it', async () => {
    const wanted = await order();
    const writes = await trial.writesOf(() => trial.open(wanted, 'granted'));
    const name = `foo--order-${tenants}--wl`;
    expect(writes).toEqual([`create clusterrequests ${name}`, `create accessrequests ${name}`]);
    const namespace = tenantNamespace({ namespace: 'project-demo--ws-dev', name: `order-${tenants}` });
    const marks = {
      labels: { 'openmcp.cloud/managed-by': 'foo', 'openmcp.cloud/managed-purpose': `project-demo--ws-dev.order-${tenants}.workload` },
      finalizers: expect.arrayContaining(['clusters.openmcp.cloud/clusteraccess']),
    };
    expect(await trial.read('clusterrequests', { namespace, name })).toMatchObject({ metadata: marks, spec: { purpose: 'workload' } });
    expect(await trial.read('accessrequests', { namespace, name })).toMatchObject({ metadata: marks, spec: { requestRef: { namespace, name } } });
  });

  it('is waited for as long as the scheduler is silent, and since when is told', async () => {
    const wanted = await order();
    platform.pauseScheduler();
    const { reason, message, since } = await trial.open(wanted, 'waiting');
    expect([reason, message.includes('nobody has looked at it yet')]).toEqual(['WaitingForClusterRequest', true]);
    expect(since).toBe(dig(await trial.read('clusterrequests', wanted.request), 'metadata', 'creationTimestamp'));
    expect(await trial.read('accessrequests', wanted.request)).toBeUndefined();
    const opened = trial.open(wanted, 'granted');
    platform.resumeScheduler();
    await opened;
  });

  it('tells what the scheduler says while it is not granted', async () => {
    const wanted = await order();
    platform.pauseScheduler();
    await trial.open(wanted, 'waiting');
    const conditions = [{ type: 'ClusterScheduled', status: 'False', reason: 'ConfigurationProblem', message: 'no cluster for purpose workload', lastTransitionTime: '2026-08-21T10:00:00Z' }];
    await trial.merge(`${requestPath('clusterrequests', wanted.request)}/status`, { status: { observedGeneration: 1, phase: 'Pending', conditions } });
    const { since, said } = await trial.open(wanted, 'waiting', ({ message }) => message.includes('(ClusterScheduled: ConfigurationProblem)'));
    expect([since, said]).toEqual(['2026-08-21T10:00:00Z', 'no cluster for purpose workload']);
    platform.resumeScheduler();
  });

  it('stays when another purpose is wanted by now, and that is told', async () => {
    const wanted = await order();
    const before = await trial.open(wanted, 'granted');
    const other = { ...wanted, cluster: { kind: 'ordered', purpose: 'workload-large' } } as const;
    const writes = await trial.writesOf(async () => {
      const after = await trial.open(other, 'granted');
      expect(after.notice).toContain('is for purpose workload, and workload-large is wanted by now');
      expect([before.notice, after.version]).toEqual([undefined, before.version]);
    });
    expect(writes).toEqual([]);
  });

  it('is another one when somebody has deleted its request', async () => {
    const wanted = await order();
    await trial.open(wanted, 'granted');
    const [cluster, access] = [await uidOf('clusterrequests', wanted.request), await uidOf('accessrequests', wanted.request)];
    await trial.admin.delete(requestPath('clusterrequests', wanted.request));
    await trial.open(wanted, 'waiting', ({ reason }) => reason === 'WaitingForClusterRequestDeletion');
    await trial.open(wanted, 'granted');
    expect(await uidOf('clusterrequests', wanted.request)).not.toBe(cluster);
    expect(await uidOf('accessrequests', wanted.request)).not.toBe(access);
  });
});

describe('a cluster that was granted, and whose access is denied by now', () => {
  it('stays with all that runs there when the access is asked for anew', async () => {
    const wanted = await order();
    await trial.open(wanted, 'granted');
    const [cluster, access] = [await uidOf('clusterrequests', wanted.request), await uidOf('accessrequests', wanted.request)];
    platform.clusterProvider.denyAccess(wanted.request);
    const more = { ...wanted, token: { permissions: [{ rules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }] }] } };
    await trial.open(more, 'denied');
    await trial.withdraw(more);
    platform.clusterProvider.grantAccess(wanted.request);
    await trial.open(more, 'granted');

    expect(await uidOf('accessrequests', wanted.request)).not.toBe(access);
    expect(await uidOf('clusterrequests', wanted.request)).toBe(cluster);
  });
});

describe('a cluster that was denied', () => {
  it('is asked for anew', async () => {
    const wanted = await order();
    platform.pauseScheduler();
    await trial.open(wanted, 'waiting');
    const denied = await uidOf('clusterrequests', wanted.request);
    await trial.merge(`${requestPath('clusterrequests', wanted.request)}/status`, { status: { observedGeneration: 1, phase: 'Denied' } });
    await trial.open(wanted, 'denied');
    await trial.withdraw(wanted);
    platform.resumeScheduler();
    await trial.open(wanted, 'granted');

    expect(await uidOf('clusterrequests', wanted.request)).not.toBe(denied);
  });
});

describe('a cluster that is not needed any more', () => {
  it('goes after the access to it', async () => {
    const wanted = await order();
    await trial.open(wanted, 'granted');
    const requests = await trial.requestsOf(() => trial.close(wanted));
    const plurals = requests.filter(isWrite).map(({ resource }) => resource);
    expect(plurals.lastIndexOf('accessrequests')).toBeLessThan(plurals.indexOf('clusterrequests'));
    await trial.whenGone(requestPath('accessrequests', wanted.request));
    await trial.whenGone(requestPath('clusterrequests', wanted.request));
  });

  it('is not asked for access once more, although no watch has told yet that it goes', async () => {
    const wanted = await order();
    await trial.open(wanted, 'granted');
    const path = requestPath('clusterrequests', wanted.request);
    await trial.merge(path, { metadata: { finalizers: ['clusters.openmcp.cloud/clusteraccess', 'example.io/audit'] } });
    const silent = platform.platform.gate.silence({ match: ({ verb, resource }) => verb === 'watch' && resource === 'clusterrequests' });
    await eventually(async () => ((await trial.closeOnce(wanted)).kind === 'stillThere' && dig(await trial.get(path), 'metadata', 'deletionTimestamp') !== undefined ? true : undefined), { what: 'the deletion of the cluster' });
    const writes = await trial.writesOf(() => trial.open(wanted, 'waiting', ({ reason }) => reason === 'WaitingForClusterRequestDeletion'));
    silent.remove();
    await trial.merge(path, { metadata: { finalizers: [] } });

    expect(writes).toEqual([]);
  });

  it('goes too when the process has been started again in between', async () => {
    const wanted = await order();
    await trial.open(wanted, 'granted');
    await trial.admin.delete(requestPath('accessrequests', wanted.request));
    const restarted = await AccessTrial.start(platform);
    await restarted.close(wanted);
    await restarted.end();
    await trial.whenGone(requestPath('clusterrequests', wanted.request));
  });

  /** Both requests made, both deleted, and both let go. */
  it.each([1, 2, 3, 4, 5, 6])('comes and goes although nobody hears of write number %i whether it was done', async (nth) => {
    const wanted = await order();
    const lost = platform.platform.gate.cut({ match: isWrite, nth }, 'answer');
    await inSpiteOfFaults(() => trial.open(wanted, 'granted'));
    await inSpiteOfFaults(() => trial.close(wanted));
    expect(lost.matched).toBeGreaterThanOrEqual(nth);
    lost.remove();
    await trial.whenGone(requestPath('accessrequests', wanted.request));
    await trial.whenGone(requestPath('clusterrequests', wanted.request));
  });
});
