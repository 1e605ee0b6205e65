import { afterAll, afterEach, beforeAll, describe, it } from '@jest/globals';
import { kcpDrivers, startKcp } from '@kcp-runtime/testing';
import type { Env, KcpDriverName, KcpServer } from '@kcp-runtime/testing';
import type { Item } from './item.js';
import { Kubectl } from './world/kubectl.js';
import { World } from './world/world.js';

const START_DEADLINE_MS = 180_000;
const ITEM_DEADLINE_MS = 120_000;

/**
 * Declares a test for each item on the first of `drivers` that this machine has. Where it has none, one test is declared that is
 * skipped and says why.
 */
export async function runItems(drivers: readonly KcpDriverName[], items: readonly Item[], env: Env): Promise<void> {
  const driver = await firstAvailable(drivers, env);
  if (typeof driver === 'object') {
    it.skip(`conformance did not run: ${driver.reason}`, () => undefined);
    return;
  }
  const restarting = items.filter(({ needs }) => needs === 'own kcp');
  if (driver !== 'binary' || env['KCP_SHARED_KUBECONFIG'] === undefined) {
    describe(`conformance on ${driver}`, () => declareItems(driver, items, env));
    return;
  }
  describe(`conformance on ${driver}`, () => declareItems(driver, items.filter((item) => !restarting.includes(item)), env));
  const { KCP_SHARED_KUBECONFIG: _shared, ...without } = env;
  const own = await firstAvailable([driver], without);
  if (typeof own === 'object') it.skip(`conformance with a restart did not run: ${own.reason}`, () => undefined);
  else describe(`conformance on a ${driver} of its own`, () => declareItems(driver, restarting, without));
}

async function firstAvailable(drivers: readonly KcpDriverName[], env: Env): Promise<KcpDriverName | { readonly reason: string }> {
  const reports = (await kcpDrivers(env)).filter(({ driver }) => drivers.includes(driver));
  const available = reports.find(({ kind }) => kind === 'available');
  if (available !== undefined) return available.driver;
  return { reason: reports.map((report) => `${report.driver}: ${report.kind === 'missing' ? report.reason : ''}`).join('; ') };
}

function declareItems(driver: KcpDriverName, items: readonly Item[], env: Env): void {
  let kcp: KcpServer | undefined;
  let world: World | undefined;
  const kubectlIsMissing = Kubectl.find(env) === undefined;

  beforeAll(async () => {
    kcp = await startKcp({ driver, env });
    world = await World.create(kcp, env);
  }, START_DEADLINE_MS);
  afterEach(async () => world?.afterItem());
  afterAll(async () => {
    await world?.close();
    await kcp?.stop();
  }, START_DEADLINE_MS);

  for (const { number, section, title, needs, check } of items) {
    const name = `${number} ${section}: ${title}`;
    if (needs === 'kubectl' && kubectlIsMissing) {
      it.skip(`${name} (did not run: there is no kubectl on PATH)`, () => undefined);
      continue;
    }
    it(
      name,
      async () => {
        if (world === undefined) throw new Error('The kcp of this run did not start; the first failure says why.');
        await check(world);
      },
      ITEM_DEADLINE_MS,
    );
  }
}
