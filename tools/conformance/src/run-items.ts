import { afterAll, afterEach, beforeAll, describe, it } from '@jest/globals';
import { kcpDrivers, startKcp } from '@kcp-runtime/testing';
import type { Env, KcpDriverName, KcpServer } from '@kcp-runtime/testing';
import type { Item } from './item.js';
import { World } from './world/world.js';

const START_DEADLINE_MS = 180_000;
const ITEM_DEADLINE_MS = 120_000;

/** Declares a test for each item on one driver's kcp; where this machine has no such kcp, one that is skipped and says why. */
export async function runItems(driver: KcpDriverName, items: readonly Item[], env: Env): Promise<void> {
  const report = (await kcpDrivers(env)).find((entry) => entry.driver === driver);
  if (report?.kind !== 'available') {
    it.skip(`conformance on ${driver} did not run: ${report?.reason ?? 'no such driver'}`, () => undefined);
    return;
  }
  describe(`conformance on ${driver}`, () => declareItems(driver, items, env));
}

function declareItems(driver: KcpDriverName, items: readonly Item[], env: Env): void {
  let kcp: KcpServer | undefined;
  let world: World | undefined;

  beforeAll(async () => {
    kcp = await startKcp({ driver, env });
    world = await World.create(kcp);
  }, START_DEADLINE_MS);
  afterEach(async () => world?.afterItem());
  afterAll(async () => {
    await world?.close();
    await kcp?.stop();
  }, START_DEADLINE_MS);

  it.each(items.map((item) => ({ ...item, name: `${item.number} ${item.section}: ${item.title}` })))(
    '$name',
    async ({ check }) => {
      if (world === undefined) throw new Error('The kcp of this run did not start; the first failure says why.');
      await check(world);
    },
    ITEM_DEADLINE_MS,
  );
}
