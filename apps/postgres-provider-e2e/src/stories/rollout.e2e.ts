import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Consumer } from '../stage/consumer.js';
import type { ProviderProcess } from '../stage/provider-process.js';
import { isWrite } from '@kcp-runtime/testing';
import { itKeepsSecrets, onStage } from './story.js';

describe('a rollout: two processes overlap', () => {
  const stage = onStage();
  let old: ProviderProcess;
  let fresh: ProviderProcess;
  let red: Consumer;

  beforeAll(async () => {
    old = await stage().startProvider();
    await stage().operator.configure({ kcp: 'on' });
    red = await stage().consumer('red');
    await red.bind();
    await red.order('first');
    await red.whenReady('first');
    fresh = await stage().startProvider();
    await fresh.whenSaid(/lease/i);
  }, 120_000);

  it('lets one of them work, so that an order is written as often as with one process', async () => {
    stage().gate.forget();
    await red.order('while-two-run');
    await red.whenReady('while-two-run');
    expect(stage().gate.count((request) => isWrite(request) && request.resource === 'databases' && request.name === 'while-two-run')).toBe(2);
  });

  it('hands over when the old one is told to end', async () => {
    const made = red.order('during-the-change');
    expect(await old.stop()).toEqual({ code: 0, signal: null });
    await made;
    await red.whenReady('during-the-change');
    await red.order('afterwards');
    await red.whenReady('afterwards');
    expect(fresh.running).toBe(true);
    expect((await stage().onServer()).databases).toHaveLength(4);
  });

  it('hands over when the one that works is killed', async () => {
    const next = await stage().startProvider();
    await next.whenSaid(/lease/i);
    await fresh.kill();
    await red.order('after-the-crash');
    await red.whenReady('after-the-crash', 90_000);
    expect((await stage().onServer()).databases).toHaveLength(5);
  }, 180_000);

  itKeepsSecrets(stage);
});
