import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Consumer } from '../stage/consumer.js';
import type { ProviderProcess } from '../stage/provider-process.js';
import { itKeepsSecrets, onStage } from './story.js';

const orders = 20;

describe('a kcp that restarts under load', () => {
  const stage = onStage({ own: 'always' });
  let provider: ProviderProcess;
  let red: Consumer;

  beforeAll(async () => {
    provider = await stage().startProvider();
    await stage().operator.configure({ kcp: 'on' });
    red = await stage().consumer('red');
    await red.bind();
    await red.order('before');
    await red.whenReady('before');
  }, 120_000);

  it('loses no order that was made before it went down', async () => {
    const names = Array.from({ length: orders }, (_, index) => `order-${index}`);
    await Promise.all(names.map((name) => red.order(name)));
    await stage().kcp.restart();
    await Promise.all(names.map((name) => red.whenReady(name, 120_000)));
    expect((await stage().onServer()).databases).toHaveLength(orders + 1);
    expect(provider.running).toBe(true);
  }, 300_000);

  it('serves new orders and deletions as before', async () => {
    await red.order('after');
    await red.whenReady('after');
    await red.deleteOrder('before');
    await red.whenGone('before');
    expect((await stage().onServer()).databases).toHaveLength(orders + 1);
  });

  itKeepsSecrets(stage);
});
