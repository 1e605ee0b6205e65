import { beforeAll, describe, expect, it } from '@jest/globals';
import { dig } from '@kcp-runtime/testing';
import type { Gate, GateRequest, GateVerb, Match, Moment, PlatformCluster, RawBody } from '@kcp-runtime/testing';
import type { ControlPlaneTenant } from '../platform-stage/control-plane-tenant.js';
import { madeOnServer } from '../stage/made-on-server.js';
import { itKeepsSecrets, onPlatform } from './platform-story.js';

/** The clusters that an order is worked on in. */
type Place = 'platform' | 'onboarding' | 'ControlPlane';

/** What an undisturbed order asks of each: method and path, each once. */
type Steps = Readonly<Record<Place, readonly string[]>>;

const PLACES: readonly Place[] = ['platform', 'onboarding', 'ControlPlane'];

/** A request that the provider is killed at. */
interface Stop {
  readonly gate: Gate;
  readonly match: Match;
}

/** What is done with an order, and when that is over. */
interface Way {
  readonly action: () => Promise<unknown>;
  readonly over: () => Promise<unknown>;
}

/**
 * The provider is held at a request by the gate of a cluster and killed there, once before the server has heard of the request and
 * once after the server has done it. The requests are those that one undisturbed order made, recorded in the first test.
 */
describe('a provider that is killed at a request of an order', () => {
  const stage = onPlatform({ way: 'gate' });
  let red: ControlPlaneTenant;
  let ordering: Steps;
  let deleting: Steps;

  const gateOf = (place: Place): Gate => {
    const { platform, onboarding } = stage().platform;
    return { platform, onboarding, ControlPlane: red.cluster }[place].gate;
  };
  /** A watch is no step of an order, and neither is what is done for the provider itself. */
  const isStep = (place: Place) => ({ verb, resource, namespace }: GateRequest): boolean => {
    const isHere = place === 'ControlPlane' || namespace === (place === 'platform' ? stage().platform.namespaceOf(red.ref) : red.ref.namespace);
    return isHere && verb !== 'watch' && resource !== 'events';
  };
  const stepOf = ({ method, path }: GateRequest): string => `${method} ${path}`;
  const steps = (): Steps => {
    const of = (place: Place): string[] => [...new Set(gateOf(place).requests(isStep(place)).map(stepOf))];
    return { platform: of('platform'), onboarding: of('onboarding'), ControlPlane: of('ControlPlane') };
  };
  const forget = (): void => PLACES.forEach((place) => gateOf(place).forget());
  const ready = async (): Promise<void> => {
    await red.whenReady('red', 120_000);
    await expect(red.query('red')).resolves.toHaveLength(1);
    const { database, username } = await red.connection('red');
    expect(await madeOnServer(stage().postgres)).toEqual({ databases: [database], roles: [username] });
  };
  const gone = async (): Promise<void> => {
    await red.whenGone('red', 120_000);
    expect(await red.secret('red')).toBeUndefined();
    expect([...(await stage().accessRequests()).keys()]).not.toContain(stage().accessOf(red).name);
    expect(await madeOnServer(stage().postgres)).toEqual({ databases: [], roles: [] });
  };

  /** Kills the provider at one step of what `action` sets off, and the kubelet starts it again; `false` when all was over without that step. */
  const killedAt = async (place: Place, step: string, moment: Moment, { action, over }: Way): Promise<boolean> => {
    const hold = gateOf(place).hold({ match: (request) => isStep(place)(request) && stepOf(request) === step }, moment);
    await action();
    const isHeld = await Promise.race([hold.reached(60_000), over().then(() => hold.reached(1_000))]).then(() => true, () => false);
    if (isHeld) await stage().provider.crash();
    hold.remove();
    return isHeld;
  };

  /** Some steps are made only where the provider was quicker than the platform, or the other way round: they come in one of several orders. */
  const inOneOrder = async (step: string, play: () => Promise<boolean>): Promise<void> => {
    for (let tries = 0; tries < 5; tries++) if (await play()) return;
    throw new Error(`No order came to the step ${step}.`);
  };

  /** Kills it at one request after the other, each time on both sides of the server, on the way of one order. */
  const killedAtEach = async (stops: readonly Stop[], action: () => Promise<unknown>): Promise<void> => {
    const holds = stops.flatMap(({ gate, match }) => [gate.hold({ match }, 'request'), gate.hold({ match }, 'answer')]);
    await action();
    for (const hold of holds) {
      await hold.reached(60_000);
      await stage().provider.crash();
      hold.remove();
    }
  };

  const order: Way = { action: () => red.orderDatabase(), over: () => red.whenReady('red', 120_000) };
  const deletion: Way = { action: () => red.deleteOrder('red'), over: () => red.whenGone('red', 120_000) };

  beforeAll(async () => {
    [red] = await Promise.all([stage().tenant('red'), stage().installProvider()]);
    await red.orderDatabase();
    await ready();
    await red.deleteOrder('red');
    await gone();
  }, 240_000);

  it('makes requests of all three clusters for each undisturbed order', async () => {
    forget();
    await red.orderDatabase();
    await ready();
    ordering = steps();
    forget();
    await red.deleteOrder('red');
    await gone();
    deleting = steps();
    for (const made of [ordering, deleting]) expect(Math.min(...Object.values(made).map(({ length }) => length))).toBeGreaterThan(1);
  });

  describe.each(PLACES)('of the %s cluster', (place) => {
    it.each(['request', 'answer'] as const)('finishes the order after its restart, killed at each %s', async (moment) => {
      for (const step of ordering[place]) {
        await inOneOrder(step, async () => {
          const wasKilled = await killedAt(place, step, moment, order);
          await ready();
          await red.deleteOrder('red');
          await gone();
          return wasKilled;
        });
      }
    }, 600_000);

    it.each(['request', 'answer'] as const)('leaves nothing over after its restart, killed at each %s of a deletion', async (moment) => {
      for (const step of deleting[place]) {
        await inOneOrder(step, async () => {
          await red.orderDatabase();
          await ready();
          const wasKilled = await killedAt(place, step, moment, deletion);
          await gone();
          return wasKilled;
        });
      }
    }, 600_000);
  });

  describe('that has a workload cluster', () => {
    let workload: PlatformCluster;

    /** The operator of the platform writes to the same requests, with patches of another type. */
    const onPlatformCluster = (verb: GateVerb, resource: string): Stop => ({
      gate: gateOf('platform'),
      match: (request) => request.verb === verb && request.resource === resource && `${request.path}${request.body}`.includes('--red--wl') && (verb !== 'patch' || request.contentType === 'application/json-patch+json'),
    });
    const onWorkloadCluster = (verb: GateVerb, resource: string): Stop => ({ gate: workload.gate, match: (request) => request.verb === verb && request.resource === resource });
    const statefulSets = async (): Promise<RawBody[]> => ((await workload.client.get('/apis/apps/v1/statefulsets')).body['items'] ?? []) as RawBody[];
    const namespaces = async (): Promise<string[]> => {
      const { body } = await workload.client.get('/api/v1/namespaces');
      return ((body['items'] ?? []) as RawBody[]).map((namespace) => String(dig(namespace, 'metadata', 'name'))).filter((name) => name.startsWith('postgres-'));
    };

    beforeAll(async () => {
      workload = await stage().standingWorkloadCluster(red);
    }, 120_000);

    it('asks for one cluster and raises one server, killed at each write on the way', async () => {
      const requested = ['clusterrequests', 'accessrequests'].map((resource) => onPlatformCluster('create', resource));
      const raised = ['namespaces', 'secrets', 'services', 'statefulsets'].map((resource) => onWorkloadCluster('create', resource));
      await killedAtEach([...requested, ...raised], () => red.orderDatabase({ plan: 'dedicated' }));
      await red.whenReady('red', 120_000);
      await expect(red.query('red')).resolves.toHaveLength(1);
      expect(await stage().workloadRequestsOf('red')).toHaveLength(2);
      expect([await statefulSets(), await namespaces()]).toEqual([[expect.anything()], [expect.anything()]]);
    }, 600_000);

    it('leaves nothing over, killed at each write of the deletion', async () => {
      const removed = ['statefulsets', 'services', 'secrets', 'namespaces'].map((resource) => onWorkloadCluster('delete', resource));
      const released = ['accessrequests', 'clusterrequests'].flatMap((resource) => [onPlatformCluster('delete', resource), onPlatformCluster('patch', resource)]);
      await killedAtEach([...removed, ...released], () => red.deleteOrder('red'));
      await gone();
      expect([...(await stage().workloadRequestsOf('red')), ...(await namespaces())]).toEqual([]);
    }, 600_000);
  });

  itKeepsSecrets(stage);
});
