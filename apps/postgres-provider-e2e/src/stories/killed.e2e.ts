import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { GateRequest } from '@kcp-runtime/testing';
import type { Consumer } from '../stage/consumer.js';
import type { ProviderProcess } from '../stage/provider-process.js';
import { itKeepsSecrets, onStage } from './story.js';

/**
 * The provider is held at a request by the gate and killed there, once before the server has heard of the request and once after
 * the server has done it. The requests are those that one undisturbed order made, counted in the first test.
 */
describe('a provider that is killed at a request of an order', () => {
  const stage = onStage();
  let red: Consumer;
  let provider: ProviderProcess;
  let counted: { readonly ordered: number; readonly deleted: number };

  const ofTenant = (request: GateRequest): boolean =>
    request.virtualWorkspace !== undefined && request.cluster === red.workspace.cluster && request.resource !== 'events';

  beforeAll(async () => {
    provider = await stage().startProvider();
    await stage().operator.configure({ kcp: 'on' });
    red = await stage().consumer('red');
    await red.bind();
    await red.order('warm-up');
    await red.whenReady('warm-up');
    await red.deleteOrder('warm-up');
    await red.whenGone('warm-up');
  }, 120_000);

  afterEach(async () => {
    if (!provider.running) provider = await stage().startProvider('postgres-0');
  });

  it('makes the same few requests for each undisturbed order', async () => {
    stage().gate.forget();
    await red.order('undisturbed');
    await red.whenReady('undisturbed');
    const ordered = stage().gate.count(ofTenant);
    await red.deleteOrder('undisturbed');
    await red.whenGone('undisturbed');
    counted = { ordered, deleted: stage().gate.count(ofTenant) - ordered };
    expect(counted.ordered).toBeGreaterThanOrEqual(3);
    expect(counted.deleted).toBeGreaterThanOrEqual(1);
  });

  it.each(['request', 'answer'] as const)('finishes every order after its restart, killed at each %s', async (moment) => {
    for (let nth = 1; nth <= counted.ordered; nth++) {
      const name = `order-${moment}-${nth}`;
      const hold = stage().gate.hold({ match: ofTenant, nth }, moment);
      await red.order(name);
      await hold.reached(30_000);
      await provider.kill();
      hold.remove();
      provider = await stage().startProvider('postgres-0');
      await red.whenReady(name);
      await expect(red.query(name)).resolves.toHaveLength(1);
      const { database, username } = await red.connection(name);
      expect(await stage().onServer()).toEqual({ databases: [database], roles: [username] });
      await red.deleteOrder(name);
      await red.whenGone(name);
    }
    expect(await stage().onServer()).toEqual({ databases: [], roles: [] });
  }, 600_000);

  it.each(['request', 'answer'] as const)('leaves nothing over after its restart, killed at each %s of a deletion', async (moment) => {
    for (let nth = 1; nth <= counted.deleted; nth++) {
      const name = `deletion-${moment}-${nth}`;
      await red.order(name);
      await red.whenReady(name);
      const hold = stage().gate.hold({ match: ofTenant, nth }, moment);
      await red.deleteOrder(name);
      await hold.reached(30_000);
      await provider.kill();
      hold.remove();
      provider = await stage().startProvider('postgres-0');
      await red.whenGone(name);
      expect(await red.secret(name)).toBeUndefined();
    }
    expect(await stage().onServer()).toEqual({ databases: [], roles: [] });
  }, 600_000);

  itKeepsSecrets(stage);
});
