import { afterEach, describe, expect, it } from '@jest/globals';
import { LoopFixture } from '../../fixture/loop.fixture.js';
import type { LoopSettings } from '../../fixture/loop.fixture.js';
import { gone } from '../../offer/answer.js';

let loop: LoopFixture;

function start(settings?: LoopSettings): LoopFixture {
  loop = new LoopFixture(settings);
  return loop;
}

afterEach(async () => loop.stop());

describe('the permission claims', () => {
  const missing = { kind: 'missing', claims: [{ group: '', resource: 'secrets', verbs: ['create', 'get'] }] } as const;

  it('not accepted: the order says which, and is not held', async () => {
    start().claims = missing;
    await loop.order();

    expect(loop.condition('PermissionClaimsAccepted')).toMatchObject({ status: 'False', reason: 'PermissionClaimsNotAccepted', message: expect.stringContaining('secrets (create, get)') });
    expect(loop.status()).toMatchObject({ phase: 'Progressing' });
    expect(loop.server.get('main')?.metadata.finalizers).toBeUndefined();
  });

  it('accepted later: the order is fulfilled', async () => {
    start().claims = missing;
    await loop.order();
    loop.claims = { kind: 'accepted' };
    await loop.wake();

    expect(loop.status()).toMatchObject({ phase: 'Ready' });
  });

  it('of a binding that was not seen yet: nothing is written, however wrong the order is', async () => {
    start().claims = { kind: 'unseen' };
    await loop.order('main', { spec: { size: 99 } });

    expect(loop.requests).toEqual([]);
  });

  it('of an order that another export with the same schema shows us: it is not cleaned up', async () => {
    let removals = 0;
    start({ handlers: { onDelete: async () => ((removals += 1), gone()) } });
    await loop.order();
    loop.claims = { kind: 'unseen' };
    await loop.delete();

    expect([removals, loop.server.get('main')?.metadata.finalizers?.length]).toEqual([0, 1]);
  });

  it('taken back: does not stop a deletion, and the handler knows that the tenant is out of reach', async () => {
    let reach: string | undefined;
    start({ handlers: { onDelete: async ({ customer }) => ((reach = customer.kind), gone()) } });
    await loop.order();
    loop.claims = missing;
    await loop.delete();

    expect(reach).toBe('gone');
    expect(loop.server.get('main')).toBeUndefined();
  });
});
