import { beforeAll, describe, expect, it } from '@jest/globals';
import { dig, eventually } from '@kcp-runtime/testing';
import type { Consumer } from '../stage/consumer.js';
import type { ProviderProcess } from '../stage/provider-process.js';
import { exportName } from '../stage/names.js';
import { itKeepsSecrets, onStage } from './story.js';

describe('a provider whose configuration changes', () => {
  const stage = onStage();
  let provider: ProviderProcess;
  let red: Consumer;

  beforeAll(async () => {
    provider = await stage().startProvider();
    await stage().operator.configure({ kcp: 'off' });
  }, 120_000);

  const exported = async (): Promise<number> => (await stage().operator.provider.client.get(`/apis/apis.kcp.io/v1alpha2/apiexports/${exportName}`)).status;

  it('publishes nothing without spec.kcp', async () => {
    await stage().operator.whenSays('ConfigValid', 'True', /valid and in use/);
    expect(await exported()).toBe(404);
  });

  it('publishes as soon as spec.kcp is added, without a restart', async () => {
    await stage().operator.configure({ kcp: 'on' });
    await stage().operator.whenSays('KcpPublished', 'True', /is published/);
    expect(await exported()).toBe(200);
    expect(provider.running).toBe(true);
  });

  it('prints the binding that a consumer needs, with the claims to accept, in its status', async () => {
    const binding = await eventually(async () => dig(await stage().operator.status(), 'kcp', 'binding') as string | undefined, { what: 'status.kcp.binding' });
    expect(binding).toContain('kind: APIBinding');
    expect(binding).toContain('resource: secrets');
  });

  it('takes over a changed setting for orders that are Ready', async () => {
    red = await stage().consumer('red');
    await red.bind();
    await red.order('main');
    await red.whenReady('main');
    const { username } = await red.connection('main');
    await stage().operator.configure({ kcp: 'on', defaultConnections: 7 });
    await eventually(
      async () => {
        const [role] = await stage().postgres.query('SELECT rolconnlimit AS limit FROM pg_roles WHERE rolname = $1', [username]);
        return role?.['limit'] === 7 ? true : undefined;
      },
      { deadlineMs: 30_000, what: 'the new limit' },
    );
  });

  it('takes over a rotated kubeconfig without a restart', async () => {
    await stage().operator.putSecret('kcp-provider', { kubeconfig: await stage().operator.rotateKcpToken(stage().address) });
    await red.order('after-rotation');
    await red.whenReady('after-rotation');
    expect(provider.running).toBe(true);
  });

  it('deletes an order whose ProviderConfig is gone, with the configuration that it kept, even after a restart', async () => {
    await stage().operator.platform.client.delete('/apis/postgres.services.open-control-plane.io/v1alpha1/postgresconfigs/postgres');
    await provider.kill();
    await red.deleteOrder('main');
    provider = await stage().startProvider('postgres-0');
    await red.whenGone('main');
    expect((await stage().onServer()).databases).toHaveLength(1);
  });

  itKeepsSecrets(stage);
});
