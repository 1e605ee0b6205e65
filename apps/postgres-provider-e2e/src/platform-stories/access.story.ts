import { beforeAll, expect, it } from '@jest/globals';
import { dig } from '@kcp-runtime/testing';
import type { Ref } from '@kcp-runtime/testing';
import type { ControlPlaneTenant } from '../platform-stage/control-plane-tenant.js';
import { itKeepsSecrets } from './platform-story.js';
import type { OnStage } from './platform-story.js';

/** What becomes of an order while the platform denies, rotates and revokes the access to its ControlPlane. */
export function accesses(stage: OnStage): void {
  let red: ControlPlaneTenant;
  let access: Ref;

  beforeAll(async () => {
    [red] = await Promise.all([stage().tenant('red'), stage().installProvider()]);
    access = stage().accessOf(red);
    stage().platform.clusterProvider.denyAccess(access, 'Not on this platform.');
    await red.orderDatabase();
  }, 240_000);

  it('tells the tenant that access was denied, in none of the platform’s own words', async () => {
    const message = await red.whenCondition('red', 'CustomerAccessReady', 'False', 'AccessDenied');
    expect(message).toContain(`${access.name} was denied`);
    expect(message).not.toContain('Not on this platform.');
  });

  it('becomes Ready when access is granted after all', async () => {
    stage().platform.clusterProvider.grantAccess(access);
    await red.whenReady('red');
    await expect(red.query('red')).resolves.toHaveLength(1);
  });

  it('works on with a rotated token', async () => {
    await stage().platform.clusterProvider.rotateToken(access);
    await red.change('red', { spec: { rotation: 1 } });
    await red.whenReady('red');
    await expect(red.query('red')).resolves.toHaveLength(1);
  });

  it('waits when its token is worthless, and goes on with the next one', async () => {
    const before = await red.connection('red');
    await stage().platform.clusterProvider.revokeTokens(access);
    await red.change('red', { spec: { rotation: 2 } });
    await red.whenPhase('red', 'Progressing');
    await stage().platform.clusterProvider.rotateToken(access);
    await red.whenReady('red');
    expect((await red.connection('red')).password).not.toBe(before.password);
  });

  it('is refused by the API server outside of what was asked for', async () => {
    const asked = await stage().accessRequests();
    const granted = await stage().asProvider(red);
    expect(dig(asked.get(access.name), 'status', 'phase')).toBe('Granted');
    expect(await granted('/api/v1/namespaces/default/secrets')).toBe(200);
    expect(await granted('/api/v1/namespaces/default/pods')).toBe(403);
    expect(await granted('/apis/rbac.authorization.k8s.io/v1/clusterroles')).toBe(403);
  });

  itKeepsSecrets(stage);
}
