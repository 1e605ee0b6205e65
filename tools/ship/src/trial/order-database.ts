import { expect } from 'expect';
import { eventually, orderMatchers } from '@kcp-runtime/testing';
import type { KcpSide } from '@kcp-runtime/testing';

expect.extend(orderMatchers);

const DEADLINE_MS = 120_000;
const BIND_ROLE = '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings/kcp-runtime:bind:postgres.services.open-control-plane.io';

/** A tenant binds once that is offered, orders, sees it Ready, and lets it go. `mustRun` throws when the provider has ended. */
export async function orderDatabase(side: KcpSide, mustRun: () => void | Promise<void>): Promise<void> {
  await eventually(
    async () => {
      await mustRun();
      return (await side.providerWorkspace.client.get(BIND_ROLE)).status === 200 || undefined;
    },
    { deadlineMs: DEADLINE_MS, what: 'the provider to be offered' },
  );
  const red = await side.consumer('red');
  await red.order('main', {});
  await red.when('main', (order) => expect(order).toBeReady(), { deadlineMs: DEADLINE_MS });
  await red.delete('main');
  await red.whenGone('main', { deadlineMs: DEADLINE_MS });
}
