import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { systemClock } from '../time/clock.js';
import type { Clock } from '../time/clock.js';
import { ManualClock } from '../time/manual-clock.js';
import type { KeyClass } from './key-class.js';
import { WorkQueue } from './work-queue.js';
import type { Requeue, WorkQueueOptions } from './work-queue.js';

const DONE: Requeue = { kind: 'done' };

/** A queue whose handlers return when the test says so. Keys are `<tenant>/<order>`. */
class Bench {
  readonly clock = new ManualClock();
  readonly started: string[] = [];
  readonly attempts: number[] = [];
  readonly errors: unknown[] = [];
  readonly queue: WorkQueue;
  readonly #open = new Map<string, (requeue: Requeue | Error) => void>();
  readonly #stop = new AbortController();
  #ended: Promise<void> | undefined;
  isDrained = false;

  constructor(options: Partial<WorkQueueOptions> = {}) {
    this.queue = new WorkQueue({
      tenantOf: (key) => key.split('/')[0] ?? '',
      clock: this.clock,
      random: () => 1,
      onError: (_key, error) => this.errors.push(error),
      workers: 1,
      ...options,
    });
  }

  run(): this {
    this.#ended = this.queue.run((key, attempt) => {
      this.started.push(key);
      this.attempts.push(attempt);
      return new Promise((resolve, reject) => this.#open.set(key, (end) => (end instanceof Error ? reject(end) : resolve(end))));
    }, this.#stop.signal);
    void this.#ended.then(() => (this.isDrained = true));
    return this;
  }

  get inHand(): string[] {
    return [...this.#open.keys()];
  }

  async finish(key: string, requeue: Requeue | Error = DONE): Promise<void> {
    const end = this.#open.get(key);
    if (end === undefined) throw new Error(`${key} is not in hand but ${this.inHand.join()}`);
    this.#open.delete(key);
    end(requeue);
    await this.clock.advance(0);
  }

  /** Finishes whatever is in hand until nothing is left, and tells in which order it was started. */
  async finishAll(limit = Infinity): Promise<string[]> {
    for (let key = this.inHand[0]; key !== undefined && this.started.length < limit; key = this.inHand[0]) await this.finish(key);
    return this.started;
  }

  stop(): void {
    this.#stop.abort();
  }

  async end(): Promise<void> {
    this.stop();
    await this.finishAll();
    await this.#ended;
  }
}

let bench: Bench;
const startBench = (options?: Partial<WorkQueueOptions>): Bench => (bench = new Bench(options).run());

describe('one order', () => {
  beforeEach(() => void startBench({ workers: 4 }));
  afterEach(() => bench.end());

  it('is handled once, however often it was added', () => {
    bench.queue.add('red/a', 'changed');
    bench.queue.add('red/a', 'poll');
    expect(bench.started).toEqual(['red/a']);
  });

  it('is never in two hands at once', async () => {
    bench.queue.add('red/a', 'changed');
    bench.queue.add('red/a', 'changed');
    expect(bench.inHand).toEqual(['red/a']);
    await bench.finish('red/a');
    expect(bench.started).toEqual(['red/a', 'red/a']);
  });

  it('that changes while it is handled is handled once more, not once for each change', async () => {
    bench.queue.add('red/a', 'changed');
    for (let change = 0; change < 5; change += 1) bench.queue.add('red/a', 'changed');
    await bench.finish('red/a');
    await bench.finish('red/a');
    expect(bench.started).toHaveLength(2);
  });

  it('that is done costs nothing any more', async () => {
    bench.queue.add('red/a', 'changed');
    await bench.finish('red/a');
    expect(bench.queue.counts).toEqual({ waiting: 0, running: 0, sleeping: 0 });
  });

  it('comes again when its answer says so', async () => {
    bench.queue.add('red/a', 'changed');
    await bench.finish('red/a', { kind: 'after', ms: 60_000, class: 'poll' });
    await bench.clock.advance(59_000);
    expect(bench.started).toHaveLength(1);
    await bench.clock.advance(1_100);
    expect(bench.started).toHaveLength(2);
  });

  it('that changes does not wait for its poll, and is not polled on top', async () => {
    bench.queue.add('red/a', 'changed');
    await bench.finish('red/a', { kind: 'after', ms: 60_000, class: 'poll' });
    bench.queue.add('red/a', 'changed');
    await bench.finish('red/a');
    await bench.clock.advance(120_000);
    expect(bench.started).toHaveLength(2);
  });

  it('keeps the sooner of two times', async () => {
    bench.queue.addAfter('red/a', 10_000, 'poll');
    bench.queue.addAfter('red/a', 1_000, 'retry');
    bench.queue.addAfter('red/a', 30_000, 'poll');
    await bench.clock.advance(1_100);
    expect(bench.started).toEqual(['red/a']);
    await bench.finish('red/a');
    await bench.clock.advance(60_000);
    expect(bench.started).toHaveLength(1);
  });

  it('waits longer after each failure, and at once from the beginning after a success', async () => {
    bench.queue.add('red/a', 'changed');
    for (const waitMs of [500, 1_000, 2_000]) {
      await bench.finish('red/a', new Error('no server'));
      await bench.clock.advance(waitMs - 200);
      expect(bench.inHand).toEqual([]);
      await bench.clock.advance(300);
      expect(bench.inHand).toEqual(['red/a']);
    }
    await bench.finish('red/a');
    bench.queue.add('red/a', 'changed');
    expect(bench.attempts).toEqual([0, 1, 2, 3, 0]);
  });

  it('that failed tells why', async () => {
    bench.queue.add('red/a', 'changed');
    await bench.finish('red/a', new Error('no server'));
    expect(bench.errors).toEqual([new Error('no server')]);
  });

  it('that failed and was changed meanwhile is tried at once', async () => {
    bench.queue.add('red/a', 'changed');
    bench.queue.add('red/a', 'changed');
    await bench.finish('red/a', new Error('no server'));
    expect(bench.inHand).toEqual(['red/a']);
  });

  it('may have bounds of its own for its delays', async () => {
    bench.queue.add('red/a', 'changed');
    await bench.finish('red/a', { kind: 'backoff', bounds: { fromMs: 30_000, upToMs: 600_000 } });
    await bench.clock.advance(29_000);
    expect(bench.inHand).toEqual([]);
    await bench.clock.advance(1_100);
    expect(bench.inHand).toEqual(['red/a']);
  });

  it('that is forgotten is neither handled nor remembered', async () => {
    bench.queue.addAfter('red/a', 1_000, 'poll');
    bench.queue.forget('red/a');
    await bench.clock.advance(10_000);
    expect(bench.started).toEqual([]);
  });
});

describe('what is urgent', () => {
  const waiting = (...keys: readonly [string, KeyClass][]): void => {
    startBench();
    bench.queue.add('first/x', 'changed');
    for (const [key, keyClass] of keys) bench.queue.add(key, keyClass);
  };
  afterEach(() => bench.end());

  it('goes first: changes, then retries, then settled orders, then polls', async () => {
    waiting(['a/p', 'poll'], ['b/s', 'settled'], ['c/r', 'retry'], ['d/c', 'changed']);
    expect(await bench.finishAll()).toEqual(['first/x', 'd/c', 'c/r', 'b/s', 'a/p']);
  });

  it('goes first although thousands that are settled were there before', async () => {
    waiting(...Array.from({ length: 3000 }, (_, index): [string, KeyClass] => [`t${index % 50}/${index}`, 'settled']), ['new/order', 'changed']);
    await bench.finish('first/x');
    expect(bench.inHand).toEqual(['new/order']);
  });

  it('goes alone while those that nobody waits for are held back, until the last who holds them lets go', async () => {
    startBench();
    const [letGo, letGoToo] = [bench.queue.holdBack(), bench.queue.holdBack()];
    const keys: readonly [string, KeyClass][] = [['a/s', 'settled'], ['a/p', 'poll'], ['a/c', 'changed'], ['a/r', 'retry']];
    for (const [key, keyClass] of keys) bench.queue.add(key, keyClass);
    expect(await bench.finishAll()).toEqual(['a/c', 'a/r']);
    letGo();
    letGo();
    expect(bench.inHand).toEqual([]);
    letGoToo();
    expect(await bench.finishAll()).toEqual(['a/c', 'a/r', 'a/s', 'a/p']);
  });

  it('makes an order that waits already more urgent, never less', async () => {
    waiting(['a/1', 'poll'], ['a/2', 'settled'], ['a/1', 'changed'], ['a/1', 'poll']);
    expect(await bench.finishAll()).toEqual(['first/x', 'a/1', 'a/2']);
  });

  it('does not starve the rest although another order moved up from a class between', async () => {
    waiting(['moved/x', 'settled'], ['moved/x', 'changed'], ['quiet/p', 'poll'], ['busy/0', 'changed']);
    for (let index = 1; index < 40; index += 1) {
      bench.queue.add(`busy/${index}`, 'changed');
      await bench.finish(bench.inHand[0] ?? '');
    }
    expect(bench.started).toContain('quiet/p');
  });

  it('does not starve the rest although a retry of a tenant at its limit starves, too', async () => {
    startBench({ workers: 2, runningPerTenant: 1 });
    bench.queue.add('stuck/1', 'changed');
    bench.queue.add('busy/0', 'changed');
    bench.queue.add('stuck/2', 'retry');
    bench.queue.add('quiet/p', 'poll');
    for (let index = 1; index < 40; index += 1) {
      bench.queue.add(`other-${index}/x`, 'changed');
      await bench.finish(bench.inHand.find((key) => key !== 'stuck/1') ?? '');
    }
    expect(bench.started).toContain('quiet/p');
  });

  it('does not starve the rest: a poll gets its turn under an endless stream of changes', async () => {
    waiting(['quiet/p', 'poll'], ['busy/0', 'changed']);
    for (let index = 1; index < 40; index += 1) {
      bench.queue.add(`busy/${index}`, 'changed');
      await bench.finish(bench.inHand[0] ?? '');
    }
    expect(bench.started.indexOf('quiet/p')).toBeGreaterThan(10);
    expect(bench.started.indexOf('quiet/p')).toBeLessThan(20);
  });
});

describe('a tenant with ten thousand orders', () => {
  afterEach(() => bench.end());
  const flood = (): void => {
    for (let index = 0; index < 10_000; index += 1) bench.queue.add(`flood/${index}`, 'changed');
  };

  it('never holds more workers than its share, so that another\'s order starts at once', () => {
    startBench({ workers: 16, runningPerTenant: 4 });
    flood();
    expect(bench.inHand).toHaveLength(4);
    bench.queue.add('quiet/1', 'changed');
    expect(bench.inHand).toContain('quiet/1');
  });

  it('delays another\'s single order by one handler\'s time at most, even with a single worker', async () => {
    startBench({ workers: 1 });
    flood();
    bench.queue.add('quiet/1', 'changed');
    await bench.finish('flood/0');
    expect(bench.started.slice(1)).not.toContain('flood/2');
    await bench.finish(bench.inHand[0] ?? '');
    expect(bench.started.slice(0, 3)).toContain('quiet/1');
  });

  it('takes turns with the others, order by order', async () => {
    startBench({ workers: 1 });
    flood();
    for (let index = 0; index < 3; index += 1) bench.queue.add(`blue/${index}`, 'changed');
    const tenants = (await bench.finishAll(7)).map((key) => key.split('/')[0]);
    expect(tenants.filter((tenant) => tenant === 'blue')).toHaveLength(3);
  });

  it('goes on as soon as one of its own is done', async () => {
    startBench({ workers: 16, runningPerTenant: 2 });
    flood();
    await bench.finish('flood/0');
    expect(bench.inHand).toEqual(['flood/1', 'flood/2']);
  });

  it('may use all workers for all its orders over time', async () => {
    startBench({ workers: 16, runningPerTenant: 4 });
    for (let index = 0; index < 300; index += 1) bench.queue.add(`flood/${index}`, 'changed');
    expect(new Set(await bench.finishAll()).size).toBe(300);
  });
});

describe('a queue that stops', () => {
  it('waits for what is in hand, and takes nothing new', async () => {
    startBench();
    bench.queue.add('red/a', 'changed');
    bench.queue.add('red/b', 'changed');
    bench.stop();
    await bench.clock.advance(0);
    expect(bench.isDrained).toBe(false);
    await bench.finish('red/a');
    expect([bench.isDrained, bench.started]).toEqual([true, ['red/a']]);
  });

  it('waits for a handler that overstays, whose order nobody else takes up', async () => {
    startBench({ workers: 2 });
    bench.queue.add('red/a', 'changed');
    await bench.clock.advance(3_600_000);
    bench.queue.add('red/a', 'changed');
    expect(bench.inHand).toEqual(['red/a']);
    bench.stop();
    await bench.clock.advance(3_600_000);
    expect(bench.isDrained).toBe(false);
    await bench.end();
  });

  it('is over at once when nothing is in hand', async () => {
    startBench();
    bench.stop();
    await bench.clock.advance(0);
    expect(bench.isDrained).toBe(true);
  });

  it('leaves no timer', async () => {
    startBench();
    bench.queue.addAfter('red/a', 1_000, 'poll');
    bench.stop();
    await bench.clock.advance(0);
    expect(bench.clock.pendingTimers).toBe(0);
  });

  it('can be run again with what was left', async () => {
    startBench();
    bench.queue.add('red/a', 'changed');
    bench.queue.add('red/b', 'changed');
    bench.stop();
    await bench.finish('red/a');
    const again: string[] = [];
    const stop = new AbortController();
    const ended = bench.queue.run((key) => {
      again.push(key);
      return Promise.resolve(DONE);
    }, stop.signal);
    await bench.clock.advance(0);
    stop.abort();
    await ended;
    expect(again).toEqual(['red/b']);
  });

  it('does not run twice at the same time', async () => {
    startBench();
    await expect(bench.queue.run(() => Promise.resolve(DONE), new AbortController().signal)).rejects.toThrow('runs already');
    await bench.end();
  });
});

describe('a queue with much to do', () => {
  it('lets the event loop have its turn between handlers that wait for nothing', async () => {
    let nowMs = 0;
    let handled = 0;
    const clock: Clock = { ...systemClock, elapsed: () => nowMs };
    const queue = new WorkQueue({ tenantOf: (key) => key, clock, random: () => 1, onError: () => undefined });
    for (let order = 0; order < 1_000; order += 1) queue.add(`tenant-${order}`, 'changed');
    const stop = new AbortController();
    const ended = queue.run(() => {
      nowMs += 1;
      handled += 1;
      return Promise.resolve(DONE);
    }, stop.signal);
    await new Promise((resolve) => setImmediate(resolve));
    expect(handled).toBeLessThan(50);
    stop.abort();
    await ended;
  });
});

describe('a queue with much to do that nobody waits for', () => {
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  let others: number;
  let stop: AbortController;
  let ended: Promise<void>;
  let answer: () => void;

  beforeEach(() => {
    const queue = new WorkQueue({ tenantOf: (key) => key, clock: systemClock, random: () => 1, onError: () => undefined });
    stop = new AbortController();
    others = 0;
    for (let order = 0; order < 20; order += 1) queue.add(`settled-${order}`, 'settled');
    queue.add('awaited', 'changed');
    ended = queue.run(async (key) => {
      if (key !== 'awaited') others += 1;
      else await new Promise<void>((resolve) => (answer = resolve));
      return DONE;
    }, stop.signal);
  });
  afterEach(async () => {
    answer();
    stop.abort();
    await ended;
  });

  it('begins one of it in a turn while an order that somebody waits for is with a worker', async () => {
    for (let turns = 0; turns < 5; turns += 1) await turn();
    expect(others).toBeGreaterThanOrEqual(4);
    expect(others).toBeLessThanOrEqual(6);
  });

  it('goes on with all of it when that order is done', async () => {
    answer();
    await turn();
    await turn();
    expect(others).toBe(20);
  });
});

describe('whatever is added, in any order and at any time', () => {
  const keys = fc.constantFrom('red/1', 'red/2', 'blue/1', 'blue/2', 'green/1');
  const classes = fc.constantFrom<KeyClass>('changed', 'retry', 'settled', 'poll');
  const step = fc.oneof(
    fc.record({ add: keys, keyClass: classes }),
    fc.record({ later: keys, keyClass: classes, ms: fc.nat(2000) }),
    fc.record({ finish: fc.nat(3), how: fc.constantFrom<Requeue>(DONE, { kind: 'backoff' }, { kind: 'after', ms: 300, class: 'poll' }) }),
    fc.record({ passMs: fc.nat(1000) }),
  );

  it('no order is in two hands, no tenant over its share, and the last word on each order is heard', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const own = startBench({ workers: 3, runningPerTenant: 2 });
        const unheard = new Set<string>();
        let heard = 0;
        const hear = (): void => {
          for (; heard < own.started.length; heard += 1) unheard.delete(own.started[heard] ?? '');
        };
        for (const one of steps) {
          if ('add' in one) unheard.add(one.add);
          if ('later' in one) unheard.add(one.later);
          if ('add' in one) own.queue.add(one.add, one.keyClass);
          else if ('later' in one) own.queue.addAfter(one.later, one.ms, one.keyClass);
          else if ('passMs' in one) await own.clock.advance(one.passMs);
          else if (own.inHand.length > 0) await own.finish(own.inHand[one.finish % own.inHand.length] ?? '', one.how);
          hear();
          expect(own.inHand.length).toBeLessThanOrEqual(3);
          expect(own.inHand.filter((key) => key.startsWith('red/')).length).toBeLessThanOrEqual(2);
          expect(own.queue.counts.running).toBe(own.inHand.length);
        }
        await own.finishAll();
        await own.clock.advance(5_000);
        await own.finishAll();
        hear();
        expect([...unheard]).toEqual([]);
        await own.end();
      }),
      { numRuns: 60 },
    );
  });
});

describe('who watches the queue', () => {
  class Watcher {
    readonly heard: string[] = [];
    added = (key: string): void => void this.heard.push(`added ${key}`);
    started = (key: string): void => void this.heard.push(`started ${key}`);
    ended = (key: string, { kind }: Requeue): void => void this.heard.push(`ended ${key} ${kind}`);
    dropped = (key: string): void => void this.heard.push(`dropped ${key}`);
  }
  const watcher = new Watcher();
  const bench = new Bench({ observer: watcher });

  it('hears of each step of a key once', async () => {
    bench.queue.add('red/a', 'poll');
    bench.queue.add('red/a', 'changed');
    bench.run();
    bench.queue.add('red/a', 'changed');
    await bench.finish('red/a', { kind: 'after', ms: 1, class: 'poll' });
    bench.queue.add('red/b', 'changed');
    bench.queue.forget('red/b');
    await bench.finish('red/a', new Error('broken'));
    expect(watcher.heard).toEqual(['added red/a', 'started red/a', 'ended red/a after', 'added red/a', 'started red/a', 'added red/b', 'dropped red/b', 'ended red/a backoff']);
    await bench.stop();
  });
});
