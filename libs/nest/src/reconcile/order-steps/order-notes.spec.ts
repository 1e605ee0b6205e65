import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { LoopFixture } from '../../fixture/loop.fixture.js';
import type { LoopSettings } from '../../fixture/loop.fixture.js';
import { gone, ready } from '../../offer/answer.js';
import type { OrderNotes } from '../../orphans/order-notes.js';

let loop: LoopFixture;
let noted: Set<string>;
let isAway: boolean;

/** A record that can be away. */
const record: OrderNotes = {
  note: (_key, { uid }) => (noted.has(uid) ? undefined : write(() => noted.add(uid))),
  drop: (uid) => (noted.has(uid) ? write(() => noted.delete(uid)) : undefined),
};

async function write(change: () => void): Promise<void> {
  if (isAway) throw new Error('The record is away');
  change();
}

function start(handlers: LoopSettings['handlers'] = {}): LoopFixture {
  loop = new LoopFixture({ handlers, record });
  return loop;
}

beforeEach(() => {
  [noted, isAway] = [new Set(), false];
});

afterEach(async () => loop.stop());

describe('the record', () => {
  it('has an order before the handler is called', async () => {
    let seen = -1;
    await start({ onOrder: async () => ((seen = noted.size), ready({ host: 'box.test' })) }).order();
    expect(seen).toBe(1);
  });

  it('costs no further write to the order', async () => {
    await start().order();
    expect(loop.requests).toEqual(['patch', 'patchStatus']);
  });

  it('that is away keeps the handler from making anything, and is told in the status', async () => {
    let calls = 0;
    isAway = true;
    await start({ onOrder: async () => (calls++, ready({ host: 'box.test' })) }).order();
    expect([calls, loop.condition('Ready')?.message]).toEqual([0, 'The record is away']);

    isAway = false;
    await loop.pass(10_000);
    expect([calls, loop.status()]).toEqual([1, expect.objectContaining({ phase: 'Ready' })]);
  });

  it('that is away holds up no order that a handler had before', async () => {
    let calls = 0;
    await start({ onOrder: async () => (calls++, ready({ host: 'box.test' })) }).order();
    [noted, isAway] = [new Set(), true];
    loop.server.edit('main', { spec: { size: 2 }, metadata: { generation: 2 } });
    await loop.pass(10);
    expect(calls).toBe(2);
  });

  it('has the order as long as something may be left, and no longer', async () => {
    let during = -1;
    start({ onDelete: async () => ((during = noted.size), gone()) });
    await loop.order();
    await loop.delete();
    expect([during, noted.size, loop.server.get('main')]).toEqual([1, 0, undefined]);
  });

  it('that can not be written keeps the order from going: it would look like an orphan', async () => {
    start();
    await loop.order();
    isAway = true;
    await loop.delete();
    expect(loop.server.get('main')).toBeDefined();
  });
});
