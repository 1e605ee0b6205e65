import { afterEach, describe, expect, it } from '@jest/globals';
import { FINALIZER } from '../../fixture/boxes.fixture.js';
import { LoopFixture } from '../../fixture/loop.fixture.js';
import type { LoopSettings } from '../../fixture/loop.fixture.js';
import { gone, progressing, ready } from '../../offer/answer.js';

let loop: LoopFixture;

function start(settings?: LoopSettings): LoopFixture {
  loop = new LoopFixture(settings);
  return loop;
}

/** An order as if it had been made at that second. */
const madeAt = (second: number, more: object = {}): object => ({ metadata: { creationTimestamp: `2030-01-01T00:00:0${second}Z`, ...more } });

afterEach(async () => loop.stop());

describe('an offer of which a workspace may have one order', () => {
  it('serves the oldest; the other says which one that is, and is neither held nor provided for', async () => {
    const provided: string[] = [];
    start({ instances: 'one', handlers: { onOrder: async ({ name }) => (provided.push(name), ready()) } });
    await loop.order('first', madeAt(1));
    await loop.order('second', madeAt(2));

    expect(loop.condition('Ready', 'second')).toMatchObject({ status: 'False', reason: 'Conflict', message: expect.stringContaining('default/first') });
    expect(loop.condition('SpecAccepted', 'second')).toMatchObject({ status: 'False', reason: 'Conflict' });
    expect(loop.server.get('second')?.metadata.finalizers).toBeUndefined();
    expect(provided).toEqual(['first']);
  });

  it('lets the name decide between orders of one second, whichever came first', async () => {
    start({ instances: 'one' });
    await Promise.all([loop.order('b', madeAt(1)), loop.order('a', madeAt(1))]);

    expect([loop.condition('Ready', 'a')?.['status'], loop.condition('Ready', 'b')?.['reason']]).toEqual(['True', 'Conflict']);
  });

  it('serves the next when the winner is gone', async () => {
    start({ instances: 'one' });
    await loop.order('first', madeAt(1));
    await loop.order('second', madeAt(2));
    await loop.order('third', madeAt(3));
    await loop.delete('first');

    expect(loop.status('second')).toMatchObject({ phase: 'Ready' });
    expect(loop.condition('Ready', 'third')?.['message']).toContain('default/second');
  });

  it('does not begin with the next before the winner is cleaned up', async () => {
    let isGone = false;
    start({ instances: 'one', handlers: { onDelete: async () => (isGone ? gone() : progressing('Dropping', 'still there', { retryAfterMs: 1_000 })) } });
    await loop.order('first', madeAt(1));
    await loop.order('second', madeAt(2));
    await loop.delete('first');
    expect(loop.condition('Ready', 'second')?.['reason']).toBe('Conflict');

    isGone = true;
    await loop.pass(5_000);
    expect(loop.status('second')).toMatchObject({ phase: 'Ready' });
  });

  it('serves the next once we have let the winner go, though somebody else still holds it', async () => {
    start({ instances: 'one' });
    await loop.order('first', madeAt(1, { finalizers: ['other/one'] }));
    await loop.order('second', madeAt(2));
    await loop.delete('first');

    expect(loop.server.get('first')?.metadata.finalizers).toEqual(['other/one']);
    expect(loop.status('second')).toMatchObject({ phase: 'Ready' });
  });

  it('lets an order that waits for its turn be deleted at once', async () => {
    let removed = 0;
    start({ instances: 'one', handlers: { onDelete: async () => ((removed += 1), gone()) } });
    await loop.order('first', madeAt(1));
    await loop.order('second', madeAt(2));
    await loop.delete('second');

    expect(loop.server.get('second')).toBeUndefined();
    expect(removed).toBe(0);
  });

  it('keeps what it has for an order that an older one displaces, and removes it when that order is deleted', async () => {
    const removed: string[] = [];
    start({ instances: 'one', handlers: { onDelete: async ({ name }) => (removed.push(name), gone()) } });
    await loop.order('young', madeAt(2));
    await loop.order('restored', madeAt(1));

    expect(loop.condition('Ready', 'young')?.['reason']).toBe('Conflict');
    expect(loop.status('young')).toMatchObject({ host: 'box.test' });
    expect(loop.server.get('young')?.metadata.finalizers).toEqual([FINALIZER]);
    expect(removed).toEqual([]);
    await loop.delete('young');
    expect(removed).toEqual(['young']);
  });

  it('writes once to an order that waits, however often it is looked at', async () => {
    start({ instances: 'one' });
    await loop.order('first', madeAt(1));
    await loop.order('second', madeAt(2));
    const before = loop.requests.length;
    await loop.wake('second');

    expect(loop.requests.length).toBe(before);
  });
});

describe('a limit of orders a tenant', () => {
  const two = (): void => void (loop.ordersPerTenant = 2);

  it('serves the oldest, and tells the others how many there may be', async () => {
    start();
    two();
    for (const [name, second] of [['a', 1], ['b', 2], ['c', 3]] as const) await loop.order(name, madeAt(second));

    expect(['a', 'b'].map((name) => loop.status(name)?.['phase'])).toEqual(['Ready', 'Ready']);
    expect(loop.condition('Ready', 'c')).toMatchObject({ status: 'False', reason: 'QuotaExceeded', message: expect.stringContaining('2 orders') });
    expect(loop.server.get('c')?.metadata.finalizers).toBeUndefined();
  });

  it('serves the next when one of them is gone, and wakes no other', async () => {
    start();
    two();
    for (const [name, second] of [['a', 1], ['b', 2], ['c', 3], ['d', 4]] as const) await loop.order(name, madeAt(second));
    loop.handled.length = 0;
    await loop.delete('b');

    expect(loop.status('c')).toMatchObject({ phase: 'Ready' });
    expect(loop.handled.filter((key) => key.endsWith(' d'))).toEqual([]);
  });

  it('tears nothing down when it is lowered', async () => {
    let removed = 0;
    start({ handlers: { onDelete: async () => ((removed += 1), gone()) } });
    for (const [name, second] of [['a', 1], ['b', 2]] as const) await loop.order(name, madeAt(second));
    loop.ordersPerTenant = 1;
    await loop.wake('b');

    expect(loop.condition('Ready', 'b')?.['reason']).toBe('QuotaExceeded');
    expect([loop.server.get('b')?.metadata.finalizers, removed]).toEqual([[FINALIZER], 0]);
  });
});

describe.each(['one', 'many'] as const)('an order without a ControlPlane, of an offer with instances: %s', (instances) => {
  it('says which one is missing, tells it by an Event, and nothing is done for it', async () => {
    const provided: string[] = [];
    start({ mode: 'standard', instances, handlers: { onOrder: async ({ name }) => (provided.push(name), ready()) } });
    loop.hasControlPlane = false;
    await loop.order();

    expect(loop.condition('Ready')).toMatchObject({ status: 'False', reason: 'NoMatchingControlPlane', message: expect.stringContaining('default/main') });
    expect(loop.events).toEqual([expect.objectContaining({ type: 'Warning', reason: 'NoMatchingControlPlane' })]);
    expect(loop.server.get('main')?.metadata.finalizers).toBeUndefined();
    expect(provided).toEqual([]);
  });

  it('is served when the ControlPlane comes', async () => {
    start({ mode: 'standard', instances });
    loop.hasControlPlane = false;
    await loop.order();
    loop.hasControlPlane = true;
    await loop.wake();

    expect(loop.status()).toMatchObject({ phase: 'Ready' });
  });

  it('can be deleted, also when it was served before', async () => {
    start({ mode: 'standard', instances });
    await loop.order();
    loop.hasControlPlane = false;
    await loop.wake();
    expect(loop.condition('Ready')).toMatchObject({ reason: 'NoMatchingControlPlane' });
    await loop.delete();

    expect(loop.server.get('main')).toBeUndefined();
  });
});
