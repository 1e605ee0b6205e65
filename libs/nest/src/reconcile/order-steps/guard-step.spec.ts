import { afterEach, describe, expect, it } from '@jest/globals';
import type { LivingObjects } from '../../customer/tenant-client.js';
import { FINALIZER } from '../../fixture/boxes.fixture.js';
import { LoopFixture } from '../../fixture/loop.fixture.js';
import { gone } from '../../offer/answer.js';

const guarded = { group: 'plants.example', resource: 'trees' };
const trees: LivingObjects = { ...guarded, refs: ['oak', 'elm', 'ash', 'yew'].map((name) => ({ namespace: 'default', name })) };

let loop: LoopFixture;
let removals = 0;

afterEach(async () => loop.stop());

async function deleting(living: () => Promise<readonly LivingObjects[]>): Promise<void> {
  removals = 0;
  loop = new LoopFixture({ deletionGuard: [guarded], handlers: { onDelete: async () => ((removals += 1), gone()) } });
  loop.customer = { ...loop.customer, living };
  await loop.order();
  await loop.delete();
}

describe('the deletion of a service that objects of its tenant need', () => {
  it('waits, and says which and how many they are', async () => {
    await deleting(async () => [trees, { group: '', resource: 'secrets', refs: [{ namespace: 'a', name: 'login' }] }]);

    expect(removals).toBe(0);
    expect(loop.server.get('main')?.metadata.finalizers).toEqual([FINALIZER]);
    expect(loop.condition('Ready')).toMatchObject({
      status: 'False',
      reason: 'UserResourcesPresent',
      message: expect.stringContaining('4 trees.plants.example (default/oak, default/elm, default/ash, …), 1 secrets (a/login)'),
    });
    expect(loop.events).toMatchObject([{ type: 'Warning', reason: 'UserResourcesPresent' }]);
  });

  it('goes on by itself when they are gone', async () => {
    let living = [trees];
    await deleting(async () => living);
    living = [];
    await loop.pass(40_000);

    expect(removals).toBe(1);
    expect(loop.server.get('main')).toBeUndefined();
  });

  it('goes on where the tenant can not be reached any more', async () => {
    loop = new LoopFixture({ deletionGuard: [guarded] });
    loop.customer = { ...loop.customer, living: () => Promise.reject(new Error('nobody may ask')) };
    await loop.order();
    loop.reach = { kind: 'gone' };
    await loop.delete();

    expect(loop.server.get('main')).toBeUndefined();
  });
});
