import { beforeAll, expect, it } from '@jest/globals';
import { dig } from '@kcp-runtime/testing';
import type { ControlPlaneTenant } from '../platform-stage/control-plane-tenant.js';
import { itKeepsSecrets } from './platform-story.js';
import type { OnStage } from './platform-story.js';

const workload = 'WorkloadAccessReady';

/** An order tells what it waits for, whatever that is. */
export function waits(stage: OnStage): void {
  let red: ControlPlaneTenant;

  beforeAll(async () => {
    [red] = await Promise.all([stage().tenant('red'), stage().installProvider()]);
  }, 240_000);

  it('tells that nobody grants access', async () => {
    stage().platform.clusterProvider.holdAccess(stage().accessOf(red));
    await red.orderDatabase({ plan: 'dedicated' });
    await red.whenCondition('red', 'CustomerAccessReady', 'False', 'WaitingForAccessRequest');
    // What pauses the scheduler pauses the whole operator, and with it whoever hands the request on.
    await stage().whenHandedOn('postgres--red--mcp');
  });

  it('tells then that the scheduler does not answer', async () => {
    stage().platform.pauseScheduler();
    stage().platform.clusterProvider.grantAccess(stage().accessOf(red));
    await red.whenCondition('red', workload, 'False', 'WaitingForClusterRequest');
  });

  it('tells then that the workload cluster does not come', async () => {
    stage().platform.clusterProvider.holdClusters('workload');
    stage().platform.resumeScheduler();
    await red.whenCondition('red', workload, 'False', 'WaitingForAccessRequest');
  });

  it('becomes Ready when the cluster comes', async () => {
    stage().platform.clusterProvider.letClusters('workload');
    await red.whenReady('red', 120_000);
    await expect(red.query('red')).resolves.toHaveLength(1);
  });

  it('marks the request for the workload cluster as the Go runtime does', async () => {
    const request = (await stage().accessRequests()).get('postgres--red--wl');
    expect(dig(request, 'metadata', 'labels')).toMatchObject({ 'openmcp.cloud/managed-by': 'postgres', 'openmcp.cloud/managed-purpose': `${red.ref.namespace}.red.workload` });
  });

  it('waits for whoever holds a request of the same name, and goes on when he lets it go', async () => {
    const blue = await stage().tenant('blue');
    const access = stage().accessOf(blue);
    await stage().holdName(access);
    await blue.orderDatabase();
    await blue.whenCondition('blue', 'CustomerAccessReady', 'False', 'ForeignRequest');
    await stage().letName(access);
    await blue.whenReady('blue');
  });

  itKeepsSecrets(stage);
}
