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

  it('of a binding that was not seen yet: nothing is written', async () => {
    start().claims = { kind: 'unseen' };
    await loop.order();

    expect(loop.requests).toEqual([]);
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
