import type { KubeApi } from '../connection/kube-api.js';
import type { Clock, Random } from '../time/clock.js';

export interface LeaseElectionOptions {
  /** Of a connection that only renews: a burst of writes must not hold a renewal up. */
  readonly api: KubeApi;
  readonly namespace: string;
  readonly name: string;
  /** Who we are. The same holder takes its lease back at once. */
  readonly holder: string;
  readonly clock: Clock;
  readonly random: Random;
  /** How long others wait after the last renewal that they saw; 15 s without it. */
  readonly leaseMs?: number;
  /** How long after the last renewal the term ends by itself; must be shorter than the lease; 10 s without it. */
  readonly termMs?: number;
  /** Time between two tries; 2 s without it. */
  readonly retryMs?: number;
  readonly onState?: (state: LeaseState) => void;
}

/** What the election does, for logs and status. */
export type LeaseState =
  | { readonly kind: 'waiting'; readonly holder: string }
  | { readonly kind: 'trying'; readonly error: Error }
  | { readonly kind: 'holding' }
  | { readonly kind: 'lost'; readonly error: Error }
  | { readonly kind: 'released' };

/** The time in which we hold the lease. */
export interface LeaseTerm {
  /** Aborted when the lease is lost, and only then. */
  readonly signal: AbortSignal;
  /** Time until this term ends if no further renewal succeeds. */
  remainingMs(): number;
  /** To be asked before each write. */
  holds(): boolean;
}

/** Decides which of several processes runs, by a Lease object. */
export class LeaseElection {
  constructor(_options: LeaseElectionOptions) {}

  /**
   * Campaigns until `signal` aborts, and calls `onTerm` each time the lease is ours.
   * `onTerm` works until the term's signal or `signal` aborts, and returns when its work has ended:
   * the lease is renewed until then, and released only after it.
   */
  run(_signal: AbortSignal, _onTerm: (term: LeaseTerm) => Promise<void>): Promise<void> {
    throw new Error('not there yet');
  }
}
