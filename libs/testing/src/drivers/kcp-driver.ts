import type { Env, KcpDriverName, KcpServer } from './kcp-server.js';

/** Whether this machine has what a driver needs. */
export type Availability = { readonly kind: 'available' } | { readonly kind: 'missing'; readonly reason: string; readonly nextStep: string };

/** One way to get a kcp. */
export interface KcpDriver {
  readonly name: KcpDriverName;
  available(env: Env): Promise<Availability>;
  /** Called only where `available` said so. */
  start(settings: DriverSettings): Promise<KcpServer>;
}

/** What {@link KcpDriver.start} gets from `startKcp`. */
export interface DriverSettings {
  readonly env: Env;
  /** `whenNeeded` takes a kcp that the run shares; `always` is for a test that restarts or breaks it. */
  readonly own: 'whenNeeded' | 'always';
  readonly readyDeadlineMs: number;
  /** Names of the shards of an emulator; one shard where nothing is said. */
  readonly shards?: readonly string[];
}
