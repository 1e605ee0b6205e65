import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Gate, GateRequest } from '@kcp-runtime/testing';
import type { ControlPlaneTenant } from '../platform-stage/control-plane-tenant.js';
import { itKeepsSecrets, onPlatform } from './platform-story.js';

/** The clusters that an order is worked on in. */
type Place = 'platform' | 'onboarding' | 'ControlPlane';

/** How many requests an undisturbed order makes of each. */
type Counted = Readonly<Record<Place, number>>;

const PLACES: readonly Place[] = ['platform', 'onboarding', 'ControlPlane'];

/**
 * The provider is held at a request by the gate of a cluster and killed there, once before the server has heard of the request and
 * once after the server has done it. The requests are those that one undisturbed order made, counted in the first test.
 */
describe('a provider that is killed at a request of an order', () => {
  const stage = onPlatform({ way: 'gate' });
  let red: ControlPlaneTenant;
  let ordered: Counted;
  let deleted: Counted;
  let kills = 0;

  const gateOf = (place: Place): Gate => {
    const { platform, onboarding } = stage().platform;
    return { platform, onboarding, ControlPlane: red.cluster }[place].gate;
  };
  /** A watch is no step of an order, and neither is what is done for the provider itself. */
  const isStep = (place: Place) => ({ verb, resource, namespace }: GateRequest): boolean => {
    const isHere = place === 'ControlPlane' || namespace === (place === 'platform' ? stage().platform.namespaceOf(red.ref) : red.ref.namespace);
    return isHere && verb !== 'watch' && resource !== 'events';
  };
  const count = (): Counted => {
    const of = (place: Place): number => gateOf(place).count(isStep(place));
    return { platform: of('platform'), onboarding: of('onboarding'), ControlPlane: of('ControlPlane') };
  };
  const forget = (): void => PLACES.forEach((place) => gateOf(place).forget());
  const ready = async (): Promise<void> => {
    await red.whenReady('red', 120_000);
    await expect(red.query('red')).resolves.toHaveLength(1);
  };
  const gone = async (): Promise<void> => {
    await red.whenGone('red', 120_000);
    expect(await red.secret('red')).toBeUndefined();
    expect([...(await stage().accessRequests()).keys()]).not.toContain(stage().accessOf(red).name);
  };

  /** Kills the provider at the n-th request of what `action` sets off; the kubelet starts it again. */
  const killedAt = async (place: Place, nth: number, moment: 'request' | 'answer', action: () => Promise<unknown>): Promise<void> => {
    const hold = gateOf(place).hold({ match: isStep(place), nth }, moment);
    await action();
    await hold.reached(60_000);
    stage().provider.pods().forEach((pod) => pod.signal('SIGKILL'));
    kills += 1;
    await stage().provider.whenRestarted(kills);
    hold.remove();
  };

  beforeAll(async () => {
    await stage().installProvider();
    red = await stage().tenant('red');
    await red.orderDatabase();
    await ready();
    await red.deleteOrder('red');
    await gone();
  }, 240_000);

  it('makes requests of all three clusters for each undisturbed order', async () => {
    forget();
    await red.orderDatabase();
    await ready();
    ordered = count();
    forget();
    await red.deleteOrder('red');
    await gone();
    deleted = count();
    for (const counted of [ordered, deleted]) expect(Math.min(...Object.values(counted))).toBeGreaterThan(0);
  });

  describe.each(PLACES)('of the %s cluster', (place) => {
    it.each(['request', 'answer'] as const)('finishes the order after its restart, killed at each %s', async (moment) => {
      for (let nth = 1; nth <= ordered[place]; nth++) {
        await killedAt(place, nth, moment, () => red.orderDatabase());
        await ready();
        await red.deleteOrder('red');
        await gone();
      }
    }, 600_000);

    it.each(['request', 'answer'] as const)('leaves nothing over after its restart, killed at each %s of a deletion', async (moment) => {
      for (let nth = 1; nth <= deleted[place]; nth++) {
        await red.orderDatabase();
        await ready();
        await killedAt(place, nth, moment, () => red.deleteOrder('red'));
        await gone();
      }
    }, 600_000);
  });

  itKeepsSecrets(stage);
});
