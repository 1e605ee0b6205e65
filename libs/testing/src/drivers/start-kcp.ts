import { allDrivers } from './kcp-drivers.js';
import { KcpDriverMissing } from './kcp-server.js';
import type { Env, KcpDriverName, KcpServer } from './kcp-server.js';

/** Which kcp, and how. */
export interface StartKcpOptions {
  readonly driver: KcpDriverName;
  /** `KCP_BINARY`, `KCP_IMAGE`, `KCP_SHARED_KUBECONFIG` and `PATH` are looked at; usually `process.env`. */
  readonly env?: Env;
  /** `whenNeeded` (the default) uses the kcp that the run shares, if there is one; `always` is for who restarts it. */
  readonly own?: 'whenNeeded' | 'always';
  /** Milliseconds until a start has failed; 120 s where nothing is said (a cold kcp needs half a minute on two cores). */
  readonly readyDeadlineMs?: number;
  /** Names of the shards, of an emulator only: the other drivers start one. */
  readonly shards?: readonly string[];
}

/**
 * Starts a kcp and waits until it is ready.
 * @throws {@link KcpDriverMissing} when this machine does not have the driver
 */
export async function startKcp(options: StartKcpOptions): Promise<KcpServer> {
  const { driver: name, env = {}, own = 'whenNeeded', readyDeadlineMs = 120_000, shards } = options;
  const driver = allDrivers[name];
  const availability = await driver.available(env);
  if (availability.kind === 'missing') throw new KcpDriverMissing(name, availability.reason, availability.nextStep);
  return driver.start({ env, own, readyDeadlineMs, ...(shards === undefined ? {} : { shards }) });
}
