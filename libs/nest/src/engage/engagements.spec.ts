import { afterEach, describe, expect, it } from '@jest/globals';
import { ManualClock } from '@kcp-runtime/kube';
import { boxes } from '../fixture/boxes.fixture.js';
import { ready } from '../offer/answer.js';
import type { ConsumerWorkspace, OrderLog } from '../offer/order.js';
import { servedOffer } from '../reconcile/served-offer.js';
import { Engagements } from './engagements.js';

const clock = new ManualClock();
const silent: OrderLog = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

let stop: AbortController;
let running: Promise<void>;
let calls: string[];

/** Engagements at work; `fails` says how often each handler throws before it succeeds. */
function start(fails: { readonly bound?: number } = {}): Engagements {
  calls = [];
  let left = fails.bound ?? 0;
  const onBound = async ({ cluster }: ConsumerWorkspace): Promise<void> => {
    calls.push(`bound ${cluster}`);
    if (left-- > 0) throw new Error('not yet');
  };
  const onUnbound = async ({ cluster }: ConsumerWorkspace): Promise<void> => void calls.push(`left ${cluster}`);
  const offers = [servedOffer({ offer: boxes, onOrder: async () => ready(), onBound, onUnbound })];
  const engagements = new Engagements({ offers, lookAtLease: () => undefined, clock, random: () => 0.5, log: silent });
  stop = new AbortController();
  running = engagements.run(stop.signal, stop.signal);
  return engagements;
}

/** Time in which every retry has had its turn. */
async function pass(): Promise<void> {
  for (let second = 0; second < 10; second += 1) await clock.advance(1_000);
}

afterEach(async () => {
  stop.abort();
  await running;
});

describe('workspaces that come and go', () => {
  it('are told of once a binding, however often it is seen', async () => {
    const engagements = start();
    for (const _time of [1, 2, 3]) engagements.take({ kind: 'bound', cluster: 'red', uid: '1' });
    await clock.advance(10);
    engagements.take({ kind: 'bound', cluster: 'red', uid: '1' });
    await clock.advance(10);
    expect(calls).toEqual(['bound red']);
  });

  it('are told of again after an error, until the handler has succeeded', async () => {
    start({ bound: 2 }).take({ kind: 'bound', cluster: 'red', uid: '1' });
    await pass();
    expect(calls).toEqual(['bound red', 'bound red', 'bound red']);
  });

  it('leave when their binding is deleted, also when the greeting never succeeded', async () => {
    const engagements = start({ bound: 1 });
    engagements.take({ kind: 'bound', cluster: 'red', uid: '1' });
    await clock.advance(1);
    engagements.take({ kind: 'left', cluster: 'red', uid: '1' });
    await pass();
    expect(calls).toEqual(['bound red', 'left red']);
  });

  it('leave and come when they have bound anew', async () => {
    const engagements = start();
    engagements.take({ kind: 'bound', cluster: 'red', uid: '1' });
    await clock.advance(10);
    engagements.take({ kind: 'bound', cluster: 'red', uid: '2' });
    await clock.advance(10);
    expect(calls).toEqual(['bound red', 'left red', 'bound red']);
  });

  it('stay when a binding goes that was not theirs any more', async () => {
    const engagements = start();
    engagements.take({ kind: 'bound', cluster: 'red', uid: '2' });
    await clock.advance(10);
    engagements.take({ kind: 'left', cluster: 'red', uid: '1' });
    await clock.advance(10);
    expect(calls).toEqual(['bound red']);
  });

  it('are not said to have left when this process never knew them', async () => {
    start().take({ kind: 'left', cluster: 'red', uid: '1' });
    await clock.advance(10);
    expect(calls).toEqual([]);
  });
});
