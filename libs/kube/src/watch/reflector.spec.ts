import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readKubeconfig } from '../access/kubeconfig.js';
import { FrameCache } from '../cache/frame-cache.js';
import type { FillSummary } from '../cache/frame-cache.js';
import type { KeptFields } from '../cache/frame.js';
import { KubeConnection } from '../connection/kube-connection.js';
import { OrdersServer } from '../fixture/orders-server.fixture.js';
import type { InitialEvents } from '../fixture/orders-server.fixture.js';
import { json, text } from '../fixture/tls-server.fixture.js';
import type { KubeObject, ResourceType } from '../resource/kube-object.js';
import { ManualClock } from '../time/manual-clock.js';
import { InitialEventsRefusals } from './initial-list.js';
import { Reflector } from './reflector.js';
import type { ReflectorOptions, ReflectorState } from './reflector.js';

const ORDERS: ResourceType = { group: 'example.io', version: 'v1', plural: 'orders', kind: 'Order', scope: 'Namespaced' };
const SILENCE_MS = 120_000;

let server: OrdersServer;
let connection: KubeConnection;
let clock: ReadingClock;
let follower: Follower;

/** Tells how often somebody has asked for the time: a watch does so with every piece that it reads. */
class ReadingClock extends ManualClock {
  asked = 0;

  override elapsed(): number {
    this.asked += 1;
    return super.elapsed();
  }
}

/** A reflector with its cache, and all that they tell. */
class Follower {
  readonly told: string[] = [];
  readonly states: ReflectorState[] = [];
  readonly fills: FillSummary[] = [];
  readonly cache = new FrameCache<KeptFields>({
    keyOf: ({ metadata }) => `${metadata.annotations?.['kcp.io/cluster']}/${metadata.name}`,
    select: ({ metadata }: KubeObject) => ({ uid: metadata.uid ?? '', resourceVersion: metadata.resourceVersion ?? '' }),
    onChange: ({ kind, key }) => this.told.push(`${kind} ${key}`),
  });
  readonly reflector: Reflector<KeptFields>;
  readonly #stop = new AbortController();
  readonly ended: Promise<void>;

  constructor(changes: Partial<ReflectorOptions<KeptFields>> = {}) {
    this.reflector = new Reflector({
      api: connection.api(), type: ORDERS, cache: this.cache, clock, random: () => 0.5, silenceMs: SILENCE_MS,
      onState: (state) => this.states.push(state), onFilled: (summary) => this.fills.push(summary), ...changes,
    });
    this.ended = this.reflector.run(this.#stop.signal);
  }

  get keys(): string[] {
    return [...this.cache.keys()].sort();
  }

  get stateKinds(): string[] {
    return this.states.map(({ kind }) => kind);
  }

  get cause(): string {
    const state = this.states.findLast(({ kind }) => kind === 'backingOff' || kind === 'waiting');
    return state !== undefined && 'cause' in state ? state.cause.constructor.name : 'none';
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.ended;
  }
}

/** Waits for something that takes real I/O, while the machine's own time passes as fast. */
async function eventually(what: string, isSo: () => boolean, stepMs = 20): Promise<void> {
  const deadline = Date.now() + 5_000;
  while (!isSo()) {
    if (Date.now() > deadline) throw new Error(`not in time: ${what}. Told: ${follower.told.join()}; states: ${follower.stateKinds.join()}`);
    await new Promise((resolve) => setTimeout(resolve, 3));
    if (stepMs > 0) await clock.advance(stepMs);
  }
}

/** All that is to happen has happened: a later change of another order has come through. */
async function passOn(stepMs?: number): Promise<void> {
  const name = `marker-${server.version}`;
  server.put(name);
  await eventually(`${name} is seen`, () => follower.told.includes(`added red/${name}`), stepMs);
  follower.told.splice(follower.told.indexOf(`added red/${name}`), 1);
}

/** Sends a bookmark; it is read when the watch has asked for the time. */
async function bookmarkRead(): Promise<void> {
  const before = clock.asked;
  server.bookmark();
  await eventually('the bookmark is read', () => clock.asked > before, 0);
}

async function follow(changes: Partial<ReflectorOptions<KeptFields>> = {}): Promise<void> {
  follower = new Follower(changes);
  await eventually('the cache is filled', () => follower.reflector.isFilled && server.watches.size > 0, 0);
  follower.told.length = 0;
  follower.states.length = 0;
}

beforeEach(async () => {
  server = await OrdersServer.start();
  connection = await KubeConnection.open(readKubeconfig(server.tls.kubeconfig(), { origin: 'cluster', source: 'a spec' }));
  clock = new ReadingClock();
});
afterEach(async () => {
  await follower.stop();
  await connection.close();
  await server.close();
});

describe('the first fill', () => {
  beforeEach(() => {
    for (const name of ['a', 'b', 'c']) server.put(name);
  });

  it('comes with the watch, in one request', async () => {
    await follow();
    expect([follower.keys, server.tls.seen.length]).toEqual([['red/a', 'red/b', 'red/c'], 1]);
  });

  it('asks for bookmarks, and for a stream of five to ten minutes', async () => {
    await follow();
    const query = server.watchRequests[0]?.query;
    expect([query?.get('allowWatchBookmarks'), query?.get('timeoutSeconds')]).toEqual(['true', '450']);
  });

  it.each<InitialEvents>(['refused with 422', 'refused within the stream'])('comes in pages of 500 from a server where it is %s', async (how) => {
    for (let index = 0; index < 1200; index += 1) server.put(`more-${index}`);
    server.initialEvents = how;
    await follow();
    expect(follower.cache.size).toBe(1203);
    expect(server.listRequests.map(({ query }) => query.get('limit'))).toEqual(['500', '500', '500']);
    await passOn();
  });

  it('comes in pages from a server that has never heard of the other way', async () => {
    server.initialEvents = 'not known';
    follower = new Follower();
    await eventually('the first watch is open', () => server.watches.size > 0, 0);
    await eventually('the cache is filled', () => follower.reflector.isFilled, 10_000);
    expect(follower.keys).toEqual(['red/a', 'red/b', 'red/c']);
  });

  it('asks a server once only whether it knows the other way', async () => {
    server.initialEvents = 'refused with 422';
    const refusals = new InitialEventsRefusals();
    await follow({ refusals });
    await follower.stop();
    const before = server.tls.seen.length;
    await follow({ refusals });
    expect(server.tls.seen.slice(before).some(({ query }) => query.has('sendInitialEvents'))).toBe(false);
  });

  it('asks it again after a while, since a fault of the moment may have looked like a refusal', async () => {
    server.initialEvents = 'refused within the stream';
    const refusals = new InitialEventsRefusals();
    await follow({ refusals });
    await follower.stop();
    server.initialEvents = 'served';
    await clock.advance(600_000);
    const before = server.listRequests.length;
    await follow({ refusals });
    expect(server.listRequests).toHaveLength(before);
  });

  it('does not take a busy server for one that knows no other way', async () => {
    server.initialEvents = 'busy within the stream';
    follower = new Follower();
    await eventually('the first try is over', () => follower.stateKinds.includes('backingOff'), 0);
    server.initialEvents = 'served';
    await eventually('the cache is filled', () => follower.reflector.isFilled, 500);
    expect(server.listRequests).toEqual([]);
  });

  it('in pages gives objects with kind and apiVersion, as a watch does', async () => {
    server.initialEvents = 'refused with 422';
    await follow();
    expect(follower.cache.get('red/a')?.parse()).toMatchObject({ apiVersion: 'example.io/v1', kind: 'Order' });
  });

  it.each<[InitialEvents, string]>([
    ['served', 'PartialObjectMetadata'],
    ['refused with 422', 'PartialObjectMetadataList'],
  ])('asks for nothing but metadata where no more is wanted, when initial events are %s', async (how, form) => {
    server.initialEvents = how;
    await follow({ content: 'metadata' });
    expect(server.tls.seen.map(({ headers }) => headers.accept)).toContain(`application/json;as=${form};g=meta.k8s.io;v=v1`);
  });

  it('can be waited for', async () => {
    server.instead = json(503, {});
    follower = new Follower();
    const filled = follower.reflector.whenFilled(new AbortController().signal);
    await eventually('it has failed once', () => follower.states.length > 0, 0);
    server.instead = undefined;
    await eventually('the cache is filled', () => follower.reflector.isFilled);
    await expect(filled).resolves.toBeUndefined();
  });

  it('can be waited for no longer', async () => {
    server.instead = json(503, {});
    follower = new Follower();
    await expect(follower.reflector.whenFilled(AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
  });
});

describe('a watch that breaks', () => {
  beforeEach(async () => {
    server.put('a');
    await follow();
  });

  // Reported as kubernetes-client/javascript#1496
  it('is taken up again by itself from where it was, and nothing is missed or told twice', async () => {
    server.tls.cut();
    server.put('b');
    await passOn();
    expect([follower.told, server.listRequests, follower.fills.length]).toEqual([['added red/b'], [], 1]);
  });

  // Reported as kubernetes-client/javascript#958
  it('is noticed when it just says nothing any more', async () => {
    server.watches.clear(); // its open watch gets nothing any more, and is not closed
    server.put('b');
    await eventually('b is seen', () => follower.told.includes('added red/b'), 10_000);
  });

  // Reported as karmada-io/karmada#2721: here versions are words without an order.
  it('goes on from the last version after one silence, and fills afresh after two without even a bookmark', async () => {
    const opened = (): number => server.watchRequests.length;
    await eventually('a second watch', () => opened() === 2, SILENCE_MS / 4);
    expect(server.watchRequests[1]?.query.has('resourceVersion')).toBe(true);
    await eventually('a third watch', () => opened() === 3, SILENCE_MS / 4);
    expect(server.watchRequests[2]?.query.get('sendInitialEvents')).toBe('true');
  });

  it('is not filled afresh after two silences with a bookmark between them', async () => {
    await eventually('a second watch', () => server.watchRequests.length === 2 && server.watches.size === 1, SILENCE_MS / 4);
    await bookmarkRead();
    await eventually('a third watch', () => server.watchRequests.length === 3, SILENCE_MS / 4);
    expect(server.watchRequests[2]?.query.has('sendInitialEvents')).toBe(false);
  });

  it('after a quiet time is opened again soon, however often it broke before', async () => {
    for (let round = 2; round < 9; round += 1) {
      server.tls.cut();
      await eventually('the next watch', () => server.watchRequests.length === round && follower.reflector.state.kind === 'watching', 200);
    }
    await clock.advance(60_000);
    server.tls.cut();
    const brokenAt = clock.elapsed();
    await eventually('the next watch', () => server.watchRequests.length === 9);
    expect(clock.elapsed() - brokenAt).toBeLessThan(2_000);
  });

  it('by its age is opened again at once', async () => {
    await clock.advance(60_000);
    server.endWatches();
    await eventually('a second watch', () => server.watchRequests.length === 2, 0);
    expect(follower.stateKinds).toEqual([]);
  });

  // Reported as kubernetes-client/javascript#1933
  it('again and again is not hammered at', async () => {
    const before = server.watchRequests.length;
    const isWaiting = (): boolean => follower.reflector.state.kind === 'backingOff';
    for (let passedMs = 0; passedMs < 10_000; passedMs += 50) {
      const opened = server.watchRequests.length;
      server.framesAWatch = 1;
      if (server.watches.size > 0) {
        server.bookmark();
        await eventually('the end is seen', () => isWaiting() || server.watchRequests.length > opened, 0);
      }
      await clock.advance(50);
    }
    expect(server.watchRequests.length - before).toBeGreaterThan(3);
    expect(server.watchRequests.length - before).toBeLessThan(15);
  });

  // Reported as kubernetes-client/java#1533
  it('because the version is too old is filled afresh, once, and only what changed is told', async () => {
    for (const name of ['b', 'c', 'd']) server.put(name);
    await passOn();
    follower.told.length = 0;
    server.watches.clear();
    server.put('b', { plan: 'large' });
    server.delete('c');
    server.put('e');
    server.expire();
    server.tls.cut();
    await passOn();
    expect(follower.told).toEqual(['changed red/b', 'added red/e', 'deleted red/c']);
    expect(follower.fills.slice(1)).toEqual([{ added: expect.any(Number), changed: 1, vanished: 1 }]);
  });

  it('with 10,000 unchanged orders tells of none of them', async () => {
    for (let index = 0; index < 10_000; index += 1) server.put(`many-${index}`);
    await passOn();
    follower.told.length = 0;
    server.expire();
    server.tls.cut();
    await eventually('it was filled afresh', () => follower.fills.length === 2);
    expect(follower.told).toEqual([]);
  });

  it('by an ERROR event of any code is filled afresh', async () => {
    server.error({ code: 500, message: 'the schema has changed' });
    await eventually('it was filled afresh', () => follower.fills.length === 2);
    expect([follower.cause, follower.told]).toEqual(['ServerFault', []]);
  });

  // Reported as kubernetes-client/javascript#570
  it('deletes an order once, however often all is listed afterwards', async () => {
    server.watches.clear();
    server.delete('a');
    for (let round = 2; round < 5; round += 1) {
      server.expire();
      server.tls.cut();
      await eventually('it was filled afresh', () => follower.fills.length === round);
    }
    expect(follower.told).toEqual(['deleted red/a']);
  });
});

describe('a server that is away', () => {
  beforeEach(async () => {
    server.put('a');
    await follow();
  });

  const away = async (answer: Parameters<typeof json>): Promise<void> => {
    server.instead = json(...answer);
    server.tls.cut();
    await eventually('the reflector knows', () => follower.stateKinds.some((kind) => kind === 'backingOff' || kind === 'waiting'), 0);
  };

  it('is no reason to forget anything', async () => {
    await away([503, {}]);
    await clock.advance(600_000);
    expect([follower.keys, follower.told]).toEqual([['red/a'], []]);
  });

  it('is tried until it is back', async () => {
    await away([503, {}]);
    for (let minute = 0; minute < 10; minute += 1) await clock.advance(60_000);
    server.instead = undefined;
    await passOn(500);
    expect(follower.reflector.state.kind).toBe('watching');
  });

  it('tells why', async () => {
    await away([403, { kind: 'Status', code: 403, message: 'no rights' }]);
    await eventually('the reason is known', () => follower.cause === 'Forbidden');
    expect(follower.reflector.state).toMatchObject({ kind: 'backingOff', cause: { message: expect.stringContaining('no rights') } });
  });

  it('is left in peace for as long as it says', async () => {
    await away([429, { kind: 'Status', code: 429 }, { 'retry-after': '20' }]);
    await eventually('it was asked', () => follower.cause === 'TooManyRequests');
    const asked = server.tls.seen.length;
    await clock.advance(19_900);
    expect(server.tls.seen.length).toBe(asked);
    server.instead = undefined;
    await passOn(500);
  });

  it('whose API is not served is waited for, quickly, and is no fault', async () => {
    server.instead = text(404, '404 page not found');
    server.tls.cut();
    await eventually('the reflector knows', () => follower.stateKinds.includes('waiting'));
    expect(follower.cause).toBe('ApiNotServed');
    await clock.advance(60_000);
    server.instead = undefined;
    const before = clock.elapsed();
    await passOn(100);
    expect(clock.elapsed() - before).toBeLessThan(10_000);
  });
});

describe('a URL that is published before it is served', () => {
  it('has been tried, although nothing could be told', async () => {
    server.instead = text(404, '404 page not found');
    follower = new Follower();
    await follower.reflector.whenTried(AbortSignal.timeout(5_000));
    expect([follower.reflector.isFilled, follower.cause]).toEqual([false, 'ApiNotServed']);
  });

  it('is waiting until it is served, and then filled', async () => {
    const status = { kind: 'Status', code: 404, reason: 'NotFound', details: { causes: [{ reason: 'UnexpectedServerResponse', message: '404 page not found' }] } };
    server.instead = json(404, status);
    follower = new Follower();
    await eventually('it has tried a few times', () => server.tls.seen.length > 3);
    expect(new Set(follower.stateKinds)).toEqual(new Set(['waiting']));
    server.put('a');
    server.instead = undefined;
    await eventually('the cache is filled', () => follower.reflector.isFilled);
    expect([follower.told, follower.stateKinds.at(-1)]).toEqual([['added red/a'], 'watching']);
  });
});

describe('a reflector', () => {
  it('keeps two workspaces apart that order under the same name', async () => {
    server.put('db', {}, 'red');
    server.put('db', {}, 'blue');
    await follow();
    server.delete('db', 'red');
    await eventually('the deletion is seen', () => follower.told.length > 0);
    expect([follower.told, follower.keys]).toEqual([['deleted red/db'], ['blue/db']]);
  });

  // Reported as kubernetes-client/javascript#3020
  it('keeps a busy watch open, however long it lasts', async () => {
    await follow();
    for (let index = 0; index < 30; index += 1) {
      server.put(`o${index}`);
      await eventually('it is seen', () => follower.keys.includes(`red/o${index}`), 0);
      await clock.advance(10_000);
    }
    expect(server.watchRequests).toHaveLength(1);
  });

  it('keeps a quiet watch open as long as bookmarks come', async () => {
    await follow();
    for (let minute = 0; minute < 10; minute += 1) {
      await bookmarkRead();
      await clock.advance(60_000);
    }
    expect(server.watchRequests).toHaveLength(1);
  });

  it('follows one namespace where it is told to', async () => {
    server.instead = json(503, {});
    follower = new Follower({ namespace: 'team', fieldSelector: 'metadata.name=a' });
    await eventually('it has asked', () => server.tls.seen.length > 0, 0);
    expect([server.tls.seen[0]?.path, server.tls.seen[0]?.query.get('fieldSelector')]).toEqual(['/apis/example.io/v1/namespaces/team/orders', 'metadata.name=a']);
  });

  it('stops when told to, and leaves neither timer nor watch', async () => {
    await follow();
    await follower.stop();
    await eventually('the watch is closed', () => server.watches.size === 0, 0);
    expect([follower.reflector.state.kind, clock.pendingTimers]).toEqual(['stopped', 0]);
  });

  it('stops while it waits for a server', async () => {
    server.instead = json(503, {});
    follower = new Follower();
    await eventually('it has failed once', () => follower.states.length > 0, 0);
    await follower.stop();
    expect(clock.pendingTimers).toBe(0);
  });

  it('runs once', async () => {
    await follow();
    await expect(follower.reflector.run(new AbortController().signal)).rejects.toThrow('runs once');
  });

  it('takes what answers in another tongue for a fault, not for an empty list', async () => {
    server.put('a');
    await follow();
    server.instead = (_request, response) => void response.writeHead(200).end('<html>login</html>\n');
    server.tls.cut();
    await eventually('the reflector knows', () => follower.cause === 'ServerFault');
    expect(follower.keys).toEqual(['red/a']);
  });
});
