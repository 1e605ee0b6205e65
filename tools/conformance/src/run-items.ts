import { afterAll, afterEach, beforeAll, describe, it } from '@jest/globals';
import { kcpDrivers, startKcp } from '@kcp-runtime/testing';
import type { Env, KcpDriverName, KcpServer } from '@kcp-runtime/testing';
import type { Item } from './item.js';
import type { Witness } from './recording/witness.js';
import { Kubectl } from './world/kubectl.js';
import { World } from './world/world.js';

const START_DEADLINE_MS = 180_000;
const ITEM_DEADLINE_MS = 120_000;

/** What a run is made of. */
export interface ItemRun {
  /** The first of them that this machine has is taken. */
  readonly drivers: readonly KcpDriverName[];
  readonly items: readonly Item[];
  readonly env: Env;
  /** What becomes of that which the items' checks saw. */
  readonly witness: () => Witness;
}

/**
 * Declares a test for each item on the first driver that this machine has. Where it has none, one test is declared that is skipped
 * and says why.
 */
export async function runItems(run: ItemRun): Promise<void> {
  const { env } = run;
  const driver = await firstAvailable(run.drivers, env);
  if (typeof driver === 'object') {
    it.skip(`conformance did not run: ${driver.reason}`, () => undefined);
    return;
  }
  const items = run.items.filter(({ servers }) => driver === 'emulator' || servers !== 'kubernetes');
  const witness = run.witness();
  const restarting = items.filter(({ needs }) => needs === 'own kcp');
  if (driver !== 'binary' || env['KCP_SHARED_KUBECONFIG'] === undefined) {
    describe(`conformance on ${driver}`, () => declareItems(driver, items, env, witness));
  } else {
    describe(`conformance on ${driver}`, () => declareItems(driver, items.filter((item) => !restarting.includes(item)), env, witness));
    const { KCP_SHARED_KUBECONFIG: _shared, ...without } = env;
    const own = await firstAvailable([driver], without);
    if (typeof own === 'object') it.skip(`conformance with a restart did not run: ${own.reason}`, () => undefined);
    else describe(`conformance on a ${driver} of its own`, () => declareItems(driver, restarting, without, witness));
  }
  afterAll(() => witness.close());
}

async function firstAvailable(drivers: readonly KcpDriverName[], env: Env): Promise<KcpDriverName | { readonly reason: string }> {
  const reports = (await kcpDrivers(env)).filter(({ driver }) => drivers.includes(driver));
  const available = reports.find(({ kind }) => kind === 'available');
  if (available !== undefined) return available.driver;
  return { reason: reports.map((report) => `${report.driver}: ${report.kind === 'missing' ? report.reason : ''}`).join('; ') };
}

function declareItems(driver: KcpDriverName, items: readonly Item[], env: Env, witness: Witness): void {
  let kcp: KcpServer | undefined;
  let world: World | undefined;
  const kubectlIsMissing = Kubectl.any(env) === undefined;

  beforeAll(async () => {
    kcp = await startKcp({ driver, env });
    world = await World.create(kcp, env);
    await witness.meets(world);
  }, START_DEADLINE_MS);
  afterEach(async () => world?.afterItem());
  afterAll(async () => {
    await world?.close();
    await kcp?.stop();
  }, START_DEADLINE_MS);

  for (const item of items) {
    const name = `${item.number} ${item.section}: ${item.title}`;
    if (item.needs === 'kubectl' && kubectlIsMissing) {
      it.skip(`${name} (did not run: there is no kubectl)`, () => undefined);
      continue;
    }
    if (item.needs === 'built kubectl' && Kubectl.built(env) === undefined) {
      it.skip(`${name} (did not run: there is no kubectl of the platform's servers)`, () => undefined);
      continue;
    }
    if (item.needs === 'emulator' && driver !== 'emulator') {
      it.skip(`${name} (is for the emulator alone)`, () => undefined);
      continue;
    }
    it(
      name,
      async () => {
        if (world === undefined) throw new Error('The kcp of this run did not start; the first failure says why.');
        await witness.sees(item, world);
      },
      ITEM_DEADLINE_MS,
    );
  }
}
