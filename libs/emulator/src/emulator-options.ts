import type { Delays } from './faults/delays.js';
import type { SeenRequest } from './server/request-log.js';

/** Where an emulator listens unless it is told otherwise. */
export const LOOPBACK = '127.0.0.1';

/** Settings of an emulator; every one has a default. */
export interface EmulatorOptions {
  /** The port of the first shard; 0 or nothing for any free one. */
  readonly port?: number;
  /** The address to listen on; 127.0.0.1 by default. Behind another one stands an admin without a password for whoever reads the kubeconfig. */
  readonly address?: string;
  /** The host by which clients reach it, in every URL and in the certificate; 127.0.0.1 by default. */
  readonly host?: string;
  /**
   * Names of the shards, `['root']` by default. New workspaces go to each in turn, or to the one that
   * `spec.location.selector.matchLabels.name` names.
   */
  readonly shards?: readonly string[];
  /** kcp's own slowness; none by default. */
  readonly delays?: Partial<Delays>;
  /** Changes that each resource keeps for watches that go on from an older version; 10,000 by default. */
  readonly historyLength?: number;
  /** Milliseconds between bookmarks on open watches; a minute by default. */
  readonly bookmarkMs?: number;
  /** Told about every request once its answer's status is known. */
  readonly onRequest?: (request: SeenRequest) => void;
  /** Told about faults of the emulator's own controllers; thrown away by default. */
  readonly onFault?: (controller: string, key: string, error: unknown) => void;
}
