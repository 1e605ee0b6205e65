import { LeaseElection } from '@kcp-runtime/kube';
import type { LeaseState, LeaseTerm } from '@kcp-runtime/kube';
import { leaveInTime } from './leave-in-time.js';
import type { ModeParts } from './mode-parts.js';

/** Which lease a mode holds, and who holds it. */
export interface ModeLease extends Pick<ModeParts, 'leases' | 'namespace' | 'holder' | 'onStuck' | 'health' | 'metrics' | 'clock' | 'random' | 'log'> {
  /** The mode, as log lines call it. */
  readonly mode: string;
  readonly name: string;
}

/** Serves whenever the lease is held, until `stop` aborts and what was begun has ended; then the lease is given back. */
export function underLease(lease: ModeLease, stop: AbortSignal, serve: (term: LeaseTerm) => Promise<void>): Promise<void> {
  const { leases, namespace, name, holder, onStuck, clock, random } = lease;
  const election = new LeaseElection({ api: leases, namespace, name, holder, clock, random, onState: (state) => tellLease(lease, state) });
  return election.run(stop, (term) => leaveInTime({ term, clock, onStuck, work: () => serve(term) }));
}

function tellLease({ mode, health, metrics, log }: ModeLease, state: LeaseState): void {
  metrics?.lease(state);
  switch (state.kind) {
    case 'waiting':
      health.tell(mode, { state: 'standby', reason: `another process, ${state.holder}, holds the lease` });
      return log.info(`Another process serves ${mode}; this one waits for the lease`, { holder: state.holder });
    case 'holding':
      health.tell(mode, { state: 'ready' });
      return log.info(`The lease of ${mode} is held`);
    case 'released':
      health.tell(mode, { state: 'waiting', reason: 'the lease is given back' });
      return log.info(`The lease of ${mode} is released`);
    case 'trying':
    case 'lost':
    case 'unreleased':
      health.tell(mode, { state: 'waiting', reason: state.error.message });
      return log.warn(`The lease of ${mode}`, { state: state.kind, reason: state.error.message });
  }
}
