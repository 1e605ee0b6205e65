import { beforeAll, expect, it } from '@jest/globals';
import { dig, eventually } from '@kcp-runtime/testing';
import type { PodRun } from '@kcp-runtime/testing';
import type { ControlPlaneTenant } from '../platform-stage/control-plane-tenant.js';
import type { OnStage } from './platform-story.js';

/** One process takes over from another; at the end the provider is removed, so that nothing can come after this story. */
export function replicas(stage: OnStage): void {
  let red: ControlPlaneTenant;

  beforeAll(async () => {
    [red] = await Promise.all([stage().tenant('red'), stage().installProvider({ replicas: 2 })]);
    await eventually(() => (stage().provider.pods().length === 2 ? true : undefined), { deadlineMs: 60_000, what: 'two Pods' });
    await red.orderDatabase();
    await red.whenReady('red');
  }, 240_000);

  const leader = async (): Promise<PodRun> => {
    const holder = await stage().provider.leaseHolder();
    const pod = stage().provider.pods().find(({ name }) => name === holder);
    if (pod === undefined) throw new Error(`The lease is held by ${String(holder)}, which is no Pod of the provider.`);
    return pod;
  };

  it('is told by the operator to elect a leader', async () => {
    const args = dig(await stage().provider.deployment(), 'spec', 'template', 'spec', 'containers', 0, 'args');
    expect(args).toContain('--leader-elect=true');
    expect(stage().provider.pods()).toHaveLength(2);
  });

  it('goes on when the leader is killed', async () => {
    const former = await leader();
    // Nobody starts it again before the other one has taken over: it stands still, as a Pod on a node that is gone.
    former.signal('SIGSTOP');
    await eventually(async () => ((await leader()).name === former.name ? undefined : true), { deadlineMs: 60_000, what: 'another Pod to hold the lease' });
    await red.change('red', { spec: { connections: 4 } });
    await red.whenReady('red');
    former.signal('SIGKILL');
    await stage().provider.whenReady();
  });

  it('leaves the platform when the ServiceProvider is deleted, and the tenant his database', async () => {
    await stage().provider.delete();
    await stage().provider.whenGone();
    await eventually(() => (stage().provider.pods().length === 0 ? true : undefined), { deadlineMs: 60_000, what: 'its processes to have ended' });
    await expect(red.query('red')).resolves.toHaveLength(1);
  });
}
