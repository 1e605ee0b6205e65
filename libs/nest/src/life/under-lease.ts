import { LeaseElection } from '@kcp-runtime/kube';
import type { Clock, KubeApi, LeaseState, LeaseTerm, Random } from '@kcp-runtime/kube';
import type { OrderLog } from '../offer/order.js';
import { leaveInTime } from './leave-in-time.js';

/** Which lease a mode holds, and who holds it. */
export interface ModeLease {
  /** The mode, as log lines call it. */
  readonly mode: string;
  /** Of the platform cluster, over a connection of its own, so that no burst of work holds up a renewal. */
  readonly leases: KubeApi;
  readonly namespace: string;
  readonly name: string;
  readonly holder: string;
  /** The lease is lost, and handlers go on all the same. */
  readonly onStuck: () => void;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: OrderLog;
}

/** Serves whenever the lease is held, until `stop` aborts and what was begun has ended; then the lease is given back. */
export function underLease(lease: ModeLease, stop: AbortSignal, serve: (term: LeaseTerm) => Promise<void>): Promise<void> {
  const { leases, namespace, name, holder, onStuck, clock, random } = lease;
  const election = new LeaseElection({ api: leases, namespace, name, holder, clock, random, onState: (state) => tellLease(lease, state) });
  return election.run(stop, (term) => leaveInTime({ term, clock, onStuck, work: () => serve(term) }));
}

function tellLease({ mode, log }: ModeLease, state: LeaseState): void {
  switch (state.kind) {
    case 'waiting':
      return log.info(`Another process serves ${mode}; this one waits for the lease`, { holder: state.holder });
    case 'holding':
      return log.info(`The lease of ${mode} is held`);
    case 'released':
      return log.info(`The lease of ${mode} is released`);
    case 'trying':
    case 'lost':
    case 'unreleased':
      return log.warn(`The lease of ${mode}`, { state: state.kind, reason: state.error.message });
  }
}
