import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readKubeconfig } from '../access/kubeconfig.js';
import { KubeConnection } from '../connection/kube-connection.js';
import { CountedApi, LeaseShelf } from '../fixture/lease-server.fixture.js';
import { TlsServer, text } from '../fixture/tls-server.fixture.js';
import { failureOf } from '../fixture/until.fixture.js';
import { ManualClock } from '../time/manual-clock.js';
import { LeaseElection } from './lease-election.js';
import type { LeaseElectionOptions, LeaseState } from './lease-election.js';
import { LeaseLost } from './lease-term.js';
import type { LeaseTerm } from './lease-term.js';

const LEASE_MS = 15_000;
const TERM_MS = 10_000;
/** Longest time between two tries. */
const RETRY_MS = 2_500;
/** In which the clock of these specs moves. */
const STEP_MS = 50;

let server: TlsServer;
let shelf: LeaseShelf;
let clock: ManualClock;
let connection: KubeConnection;
let candidates: Candidate[];

beforeEach(async () => {
  shelf = new LeaseShelf();
  server = await TlsServer.start(shelf.answer);
  connection = await KubeConnection.open(readKubeconfig(server.kubeconfig(), { origin: 'cluster', source: 'Secret team/kcp' }));
  clock = new ManualClock();
  candidates = [];
});
afterEach(async () => {
  for (const candidate of candidates) candidate.end();
  await pass(STEP_MS);
  await connection.close();
  await server.close();
});

/** A process that campaigns. Its work ends with its term, unless the test holds it. */
class Candidate {
  readonly terms: LeaseTerm[] = [];
  readonly states: LeaseState[] = [];
  readonly api: CountedApi;
  readonly stop = new AbortController();
  readonly ended: Promise<void>;
  /** The work of a term goes on until this resolves. */
  work: (term: LeaseTerm) => Promise<void> = (term) => aborted(AbortSignal.any([term.signal, this.stop.signal]));
  working = 0;

  constructor(readonly holder: string, options: Partial<LeaseElectionOptions> = {}, over = connection) {
    this.api = new CountedApi(over);
    const election = new LeaseElection({
      api: this.api, namespace: 'team', name: 'kcp', holder, clock, random: () => 0.5, onState: (state) => this.states.push(state), ...options,
    });
    this.ended = election.run(this.stop.signal, async (term) => {
      this.terms.push(term);
      this.working += 1;
      await this.work(term).finally(() => (this.working -= 1));
    });
    this.ended.catch(() => undefined); // told by the spec that expects it
    candidates.push(this);
  }

  get holds(): boolean {
    return this.terms.at(-1)?.holds() ?? false;
  }

  /** Ends as a killed process does: it does nothing more, and gives nothing back. */
  end(): void {
    this.work = () => Promise.resolve();
    this.stop.abort();
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => (signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve())));
}

/** Lets time pass; no request takes any. */
async function pass(ms: number): Promise<void> {
  await requestsDone();
  for (let passed = 0; passed < ms; passed += STEP_MS) {
    await clock.advance(STEP_MS);
    await requestsDone();
  }
}

async function requestsDone(): Promise<void> {
  do await new Promise((resolve) => setImmediate(resolve));
  while (candidates.some(({ api }) => api.underWay > 0));
  await new Promise((resolve) => setImmediate(resolve));
}

/** A lease that a process took which then died. */
function deadHolder(name = 'dead'): void {
  const long = '2000-01-01T00:00:00.000000Z';
  shelf.write({ spec: { holderIdentity: name, leaseDurationSeconds: 15, acquireTime: long, renewTime: long, leaseTransitions: 3 } });
}

describe('a free lease', () => {
  it('is taken at once, with times as Kubernetes wants them', async () => {
    const one = new Candidate('one');
    await pass(STEP_MS);
    expect(one.holds).toBe(true);
    expect(shelf.lease?.spec).toEqual({
      holderIdentity: 'one', leaseDurationSeconds: 15, leaseTransitions: 0,
      acquireTime: '2030-01-01T00:00:00.000000Z', renewTime: '2030-01-01T00:00:00.000000Z',
    });
  });

  it('is taken by one of ten', async () => {
    const ten = Array.from({ length: 10 }, (_, index) => new Candidate(`process-${index}`));
    await pass(STEP_MS);
    expect(ten.filter(({ holds }) => holds)).toHaveLength(1);
  });

  it('is renewed, and nobody else gets it', async () => {
    const one = new Candidate('one');
    await pass(STEP_MS);
    const two = new Candidate('two');
    await pass(60_000);
    expect([one.terms.length, one.holds, two.terms.length]).toEqual([1, true, 0]);
    expect(two.states).toEqual([{ kind: 'waiting', holder: 'one' }]);
  });
});

describe('the lease of a dead process', () => {
  it('is taken when it has run out, and not earlier, whatever its own times say', async () => {
    deadHolder();
    const one = new Candidate('one');
    await pass(LEASE_MS - STEP_MS);
    expect(one.terms).toEqual([]);
    await pass(RETRY_MS);
    expect(one.holds).toBe(true);
    expect(shelf.lease?.spec?.leaseTransitions).toBe(4);
  });

  it('is taken at once by a process of the same name', async () => {
    deadHolder('one');
    const one = new Candidate('one');
    await pass(STEP_MS);
    expect([one.holds, shelf.lease?.spec?.leaseTransitions]).toEqual([true, 3]);
  });

  it('is not taken early because the time of this machine was set', async () => {
    deadHolder();
    const one = new Candidate('one');
    await pass(STEP_MS);
    clock.stepWallTime(3_600_000);
    await pass(RETRY_MS);
    expect(one.terms).toEqual([]);
  });

  it('is not free because somebody deleted it: its holder may live', async () => {
    deadHolder();
    const one = new Candidate('one');
    await pass(STEP_MS);
    shelf.lease = undefined;
    await pass(LEASE_MS - 2 * STEP_MS);
    expect(one.terms).toEqual([]);
    await pass(RETRY_MS);
    expect(one.holds).toBe(true);
  });
});

describe('a process that stops', () => {
  it('gives the lease back, and the next one need not wait', async () => {
    const one = new Candidate('one');
    await pass(STEP_MS);
    const two = new Candidate('two');
    one.stop.abort();
    await one.ended;
    expect(shelf.holder).toBeUndefined();
    await pass(RETRY_MS);
    expect(two.holds).toBe(true);
    expect(one.states.at(-1)).toEqual({ kind: 'released' });
  });

  it('keeps the lease until its work has ended', async () => {
    const one = new Candidate('one');
    let drained = (): void => undefined;
    one.work = () => new Promise((resolve) => (drained = resolve));
    await pass(STEP_MS);
    one.stop.abort();
    await pass(60_000);
    expect([shelf.holder, one.holds, one.terms[0]?.signal.aborted]).toEqual(['one', true, false]);
    drained();
    await one.ended;
    expect([shelf.holder, one.holds]).toEqual([undefined, false]);
  });

  it('does not wait when it only waited for the lease', async () => {
    deadHolder();
    const one = new Candidate('one');
    await pass(STEP_MS);
    one.stop.abort();
    await one.ended;
    expect([one.terms.length, shelf.holder]).toEqual([0, 'dead']);
  });

  it('says when it could not give the lease back', async () => {
    const one = new Candidate('one');
    await pass(STEP_MS);
    server.answer = text(503, 'not now');
    one.stop.abort();
    await one.ended;
    expect(one.states.at(-1)?.kind).toBe('unreleased');
  });

  it('gives the lease back though somebody wrote to it meanwhile', async () => {
    const one = new Candidate('one');
    await pass(STEP_MS);
    shelf.write({ metadata: { name: 'kcp', labels: { team: 'red' } } });
    one.stop.abort();
    await one.ended;
    expect(shelf.holder).toBeUndefined();
  });

  it('leaves no timer behind', async () => {
    const one = new Candidate('one');
    await pass(5_000);
    one.stop.abort();
    await one.ended;
    expect(clock.pendingTimers).toBe(0);
  });
});

describe('work that fails', () => {
  it('ends the election with its error, after the lease was given back', async () => {
    const one = new Candidate('one');
    one.work = () => Promise.reject(new Error('broken'));
    expect(await failureOf(one.ended)).toEqual(new Error('broken'));
    expect(shelf.holder).toBeUndefined();
  });
});

describe('an API server that is away', () => {
  it('ends the term before anybody else may start', async () => {
    const one = new Candidate('one');
    await pass(STEP_MS);
    server.answer = text(503, 'not now');
    await pass(TERM_MS);
    expect([one.holds, one.terms[0]?.signal.reason]).toEqual([false, expect.any(LeaseLost)]);
    await pass(RETRY_MS);
    expect(one.states.map(({ kind }) => kind)).toEqual(['holding', 'lost', 'trying']);
  });

  it('ends it too when it takes requests and never answers', async () => {
    const one = new Candidate('one');
    await pass(STEP_MS);
    server.answer = () => undefined;
    await clock.advance(TERM_MS);
    expect([one.holds, one.terms[0]?.signal.aborted]).toEqual([false, true]);
    server.answer = shelf.answer;
    server.cut();
  });

  it('for a short while costs nothing', async () => {
    const one = new Candidate('one');
    await pass(STEP_MS);
    server.answer = text(503, 'not now');
    await pass(5_000);
    server.answer = shelf.answer;
    await pass(60_000);
    expect([one.terms.length, one.holds]).toEqual([1, true]);
  });

  it('is tried until it is back', async () => {
    const one = new Candidate('one');
    await pass(STEP_MS);
    server.answer = text(503, 'not now');
    await pass(60_000);
    server.answer = shelf.answer;
    await pass(RETRY_MS);
    expect([one.terms.length, one.holds]).toEqual([2, true]);
  });

  it('gives no second term while the work of the first goes on', async () => {
    const one = new Candidate('one');
    one.work = () => aborted(one.stop.signal);
    await pass(STEP_MS);
    server.answer = text(503, 'not now');
    await pass(TERM_MS);
    server.answer = shelf.answer;
    await pass(60_000);
    expect([one.terms.length, one.working]).toEqual([1, 1]);
  });
});

describe('a Lease object that others touch', () => {
  it('stays ours when they only label it', async () => {
    const one = new Candidate('one');
    await pass(STEP_MS);
    shelf.write({ metadata: { name: 'kcp', labels: { team: 'red' } } });
    await pass(30_000);
    expect([one.terms.length, one.holds, shelf.lease?.metadata.labels]).toEqual([1, true, { team: 'red' }]);
  });

  it('stays ours when they delete it', async () => {
    const one = new Candidate('one');
    await pass(STEP_MS);
    shelf.lease = undefined;
    await pass(30_000);
    expect([one.terms.length, one.holds, shelf.holder]).toEqual([1, true, 'one']);
  });

  it('is lost with the next renewal when they take it', async () => {
    const one = new Candidate('one');
    await pass(STEP_MS);
    deadHolder('thief');
    await pass(RETRY_MS);
    expect(one.terms[0]?.signal.reason).toMatchObject({ message: expect.stringContaining('thief holds it') });
  });

  it.each([
    ['empty it', { leaseDurationSeconds: 15 }],
    ['take it for a moment', { holderIdentity: 'thief', leaseDurationSeconds: 1 }],
    ['write another candidate into it', { holderIdentity: 'two', leaseDurationSeconds: 15 }],
  ])('is nobody else\'s before its holder must have noticed, when they %s', async (_, spec) => {
    const one = new Candidate('one');
    await pass(STEP_MS);
    const two = new Candidate('two');
    await pass(STEP_MS);
    one.end();
    shelf.write({ spec });
    await pass(LEASE_MS - RETRY_MS);
    expect(two.terms).toEqual([]);
    await pass(2 * RETRY_MS);
    expect(two.holds).toBe(true);
  });

  it('may be emptied without harm: its holder takes it again', async () => {
    const one = new Candidate('one');
    await pass(STEP_MS);
    shelf.write({ spec: { leaseDurationSeconds: 15 } });
    await pass(RETRY_MS);
    expect([one.terms.length, one.holds, shelf.holder]).toEqual([1, true, 'one']);
  });
});

describe('a term', () => {
  it('counts down between renewals', async () => {
    const one = new Candidate('one');
    await pass(1_000);
    expect(one.terms[0]?.remainingMs()).toBe(TERM_MS - 1_000);
  });

  it('is over at once when the wall time jumps: this machine may have slept', async () => {
    const one = new Candidate('one');
    await pass(STEP_MS);
    clock.stepWallTime(TERM_MS);
    expect(one.holds).toBe(false);
  });

  it('that was slept through is told as lost by the first look at it, before its timer comes', async () => {
    const one = new Candidate('one');
    await pass(STEP_MS);
    clock.stepWallTime(TERM_MS);
    one.terms[0]?.holds();
    expect(one.terms[0]?.signal.reason).toBeInstanceOf(LeaseLost);
  });

  it('does not get longer when the wall time is set back', async () => {
    const one = new Candidate('one');
    await pass(STEP_MS);
    clock.stepWallTime(-3_600_000);
    expect(one.terms[0]?.remainingMs()).toBe(TERM_MS - STEP_MS);
  });

  it('that would outlast its lease is refused', () => {
    expect(() => new Candidate('one', { termMs: LEASE_MS })).toThrow(RangeError);
  });
});

describe('two processes under faults', () => {
  it('never hold the lease at the same time', async () => {
    const random = seeded(7);
    const other = await TlsServer.start(shelf.answer, server.identity);
    const otherConnection = await KubeConnection.open(readKubeconfig(other.kubeconfig(), { origin: 'cluster', source: 'Secret team/kcp' }));
    const pair = [new Candidate('one', { random: seeded(8) }), new Candidate('two', { random: seeded(9) }, otherConnection)];
    for (let round = 0; round < 60; round += 1) {
      const front = random() < 0.5 ? server : other;
      front.answer = random() < 0.5 ? text(503, 'not now') : shelf.answer;
      if (random() < 0.1) shelf.write({ metadata: { name: 'kcp', labels: { round: String(round) } } });
      for (let steps = random() * 400; steps > 0; steps -= 1) {
        await pass(STEP_MS);
        expect(pair.filter(({ holds }) => holds).length).toBeLessThanOrEqual(1);
      }
    }
    expect(pair.map(({ terms }) => terms.length > 2)).toEqual([true, true]);
    await otherConnection.close();
    await other.close();
  });
});

/** The same numbers in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}
