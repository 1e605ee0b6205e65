import { describe, expect, it } from '@jest/globals';
import { AccessDenied, AccessNotGranted, ownRequest } from '@kcp-runtime/openmcp';
import type { AccessOrder, ClusterAccessState } from '@kcp-runtime/openmcp';
import { dig } from '../../admin/raw-client.js';
import { SYSTEM_NAMESPACE } from '../../platform/names.js';
import type { Platform } from '../../platform/platform.js';
import { CONFIG_MAPS } from './access-trial.fixture.js';
import type { AccessTrial } from './access-trial.fixture.js';
import { trialOnPlatform } from './trial-on-platform.fixture.js';

const GROUP = 'foo.services.open-control-plane.io';

let platform: Platform;
let trial: AccessTrial;

trialOnPlatform((itsPlatform, itsTrial) => {
  platform = itsPlatform;
  trial = itsTrial;
}, [GROUP]);

function onboarding(localName: string): Omit<AccessOrder, 'wake'> {
  return { request: ownRequest(GROUP, localName, SYSTEM_NAMESPACE), cluster: { kind: 'ordered', purpose: 'onboarding' }, token: { permissions: [{ rules: [CONFIG_MAPS] }] } };
}

function whenGranted(order: Omit<AccessOrder, 'wake'>, timeoutMs = 10_000, onState?: (state: ClusterAccessState) => void) {
  return trial.access.whenGranted({ order, timeoutMs, onState }, AbortSignal.timeout(20_000));
}

describe('the access of the provider itself', () => {
  it('is waited for, under the names and labels of the Go library', async () => {
    const { kubeconfig } = await whenGranted(onboarding('onboarding-init'));
    const ref = { namespace: SYSTEM_NAMESPACE, name: `${GROUP}--onboarding-init` };
    const [cluster, access] = [await trial.read('clusterrequests', ref), await trial.read('accessrequests', ref)];
    expect(kubeconfig).toContain(platform.onboarding.address.url);
    expect([dig(cluster, 'metadata', 'labels'), dig(cluster, 'spec')]).toEqual([{ 'openmcp.cloud/managed-by': GROUP }, { purpose: 'onboarding' }]);
    expect(dig(access, 'metadata', 'labels', 'openmcp.cloud/managed-by')).toBe(GROUP);
    expect(dig(access, 'metadata', 'finalizers')).not.toContain('clusters.openmcp.cloud/clusteraccess');
  });

  it('tells on its way for what it waits', async () => {
    const order = onboarding('onboarding-slow');
    const seen: string[] = [];
    platform.pauseScheduler();
    const granted = whenGranted(order, 10_000, (state) => {
      if (state.kind === 'waiting') seen.push(state.reason);
      platform.resumeScheduler();
    });
    await granted;
    expect(seen[0]).toBe('WaitingForClusterRequest');
  });

  it('is an error at once when the platform denies it', async () => {
    const order = onboarding('onboarding-refused');
    platform.clusterProvider.denyAccess(order.request, 'no provider of yours');
    const error = await whenGranted(order).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(AccessDenied);
    expect(String(error)).toContain('no provider of yours');
  });

  it('is an error that names what was seen last when it does not come in time', async () => {
    const order = onboarding('onboarding-late');
    platform.clusterProvider.holdAccess(order.request);
    const error = await whenGranted(order, 700).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(AccessNotGranted);
    expect(String(error)).toContain(`AccessRequest ${SYSTEM_NAMESPACE}/${GROUP}--onboarding-late is not granted yet`);
  });

  it('is waited for while the platform does not answer', async () => {
    const order = onboarding('onboarding-again');
    const down = platform.platform.gate.answer({ match: ({ verb }) => verb === 'create', nth: 1 }, { status: 503, body: { kind: 'Status', code: 503 } });
    await whenGranted(order);
    expect(down.matched).toBeGreaterThan(1);
    down.remove();
  });

  it('is waited for no longer than its caller lives', async () => {
    const order = onboarding('onboarding-stopped');
    platform.clusterProvider.holdAccess(order.request);
    const stop = new AbortController();
    const granted = trial.access.whenGranted({ order, timeoutMs: 60_000, onState: () => stop.abort(new Error('stopped')) }, stop.signal);
    await expect(granted).rejects.toThrow('stopped');
  });
});
