import { binaryDriver } from './binary.driver.js';
import { containerDriver } from './container.driver.js';
import { emulatorDriver } from './emulator.driver.js';
import type { Availability, KcpDriver } from './kcp-driver.js';
import type { Env, KcpDriverName } from './kcp-server.js';

/** All drivers, the quickest first. */
export const allDrivers: Readonly<Record<KcpDriverName, KcpDriver>> = {
  emulator: emulatorDriver,
  binary: binaryDriver,
  container: containerDriver,
};

/** What this machine has, and why not the rest. */
export type KcpDriverReport = Availability & { readonly driver: KcpDriverName };

/** Which drivers this machine has, and for each other one the reason, so that a run can name what it leaves out. */
export async function kcpDrivers(env: Env): Promise<KcpDriverReport[]> {
  return Promise.all(Object.values(allDrivers).map(async (driver) => ({ driver: driver.name, ...(await driver.available(env)) })));
}
