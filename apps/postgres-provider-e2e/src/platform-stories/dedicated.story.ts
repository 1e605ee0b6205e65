import { beforeAll, expect, it } from '@jest/globals';
import { dig, eventually } from '@kcp-runtime/testing';
import type { PlatformCluster, RawBody } from '@kcp-runtime/testing';
import { runSql } from '../stage/tenant.js';
import type { ControlPlaneTenant } from '../platform-stage/control-plane-tenant.js';
import type { OnStage } from './platform-story.js';

/** A server of a tenant's own, on a workload cluster. */
export function dedicated(stage: OnStage): void {
  let red: ControlPlaneTenant;
  let workload: PlatformCluster;

  beforeAll(async () => {
    [red] = await Promise.all([stage().tenant('red'), stage().installProvider()]);
    await red.orderDatabase({ plan: 'dedicated' });
    workload = await stage().workloadClusterOf('red');
  }, 240_000);

  const statefulSets = async (): Promise<RawBody[]> => ((await workload.client.get('/apis/apps/v1/statefulsets')).body['items'] ?? []) as RawBody[];

  it('becomes Ready when the server runs on the workload cluster', async () => {
    await red.whenReady('red', 120_000);
    expect((await statefulSets()).map((each) => dig(each, 'status', 'readyReplicas'))).toEqual([1]);
  });

  it('may log in there with his Secret, and nowhere on the shared server', async () => {
    expect(await red.query('red', 'SELECT rolsuper FROM pg_roles WHERE rolname = current_user')).toEqual([{ rolsuper: false }]);
    expect((await red.connection('red')).port).not.toBe(String(stage().postgres.port));
  });

  it('is served from that very Pod: without it nobody answers', async () => {
    const { uri } = await red.connection('red');
    const [statefulSet = {}] = await statefulSets();
    const path = `/apis/apps/v1/namespaces/${String(dig(statefulSet, 'metadata', 'namespace'))}/statefulsets/${String(dig(statefulSet, 'metadata', 'name'))}`;
    await workload.client.merge(path, { spec: { replicas: 0 } });
    await eventually(async () => runSql(uri, 'SELECT 1').then(() => undefined, () => true), { deadlineMs: 60_000, what: 'the login to fail' });
  });

  it('takes everything off the workload cluster with the order', async () => {
    await red.deleteOrder('red');
    await red.whenGone('red', 120_000);
    expect([...(await stage().accessRequests()).keys()]).not.toContain('postgres--red--wl');
  });
}
