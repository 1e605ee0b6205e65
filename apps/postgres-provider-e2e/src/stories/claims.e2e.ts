import { beforeAll, describe, expect, it } from '@jest/globals';
import { dig } from '@kcp-runtime/testing';
import type { Consumer } from '../stage/consumer.js';
import { itKeepsSecrets, onStage } from './story.js';

describe('a tenant who has not accepted the claims', () => {
  const stage = onStage();
  let red: Consumer;

  beforeAll(async () => {
    await stage().startProvider();
    await stage().operator.configure({ kcp: 'on' });
    red = await stage().consumer('red');
    await red.bind('Rejected');
  }, 120_000);

  // Reported as kcp-dev/kcp#1845
  it('is told which claims are missing', async () => {
    await red.order('main');
    const message = await red.whenCondition('main', 'PermissionClaimsAccepted', 'False', 'PermissionClaimsNotAccepted');
    expect(message).toContain('secrets');
    expect(dig(await red.read('main'), 'status', 'phase')).toBe('Progressing');
  });

  it('can delete the order again, since nothing holds it', async () => {
    expect(dig(await red.read('main'), 'metadata', 'finalizers')).toBeUndefined();
    await red.deleteOrder('main');
    await red.whenGone('main', 5_000);
    expect((await stage().onServer()).databases).toEqual([]);
  });

  it('gets his database as soon as he accepts them', async () => {
    await red.order('main');
    await red.whenCondition('main', 'PermissionClaimsAccepted', 'False', 'PermissionClaimsNotAccepted');
    await red.decide('Accepted');
    await red.whenReady('main');
    await expect(red.query('main')).resolves.toHaveLength(1);
  });

  it('can give back an order after he took the claims back', async () => {
    await red.decide('Rejected');
    await red.deleteOrder('main');
    await red.whenGone('main');
    expect(await stage().onServer()).toEqual({ databases: [], roles: [] });
  });

  itKeepsSecrets(stage);
});
