/**
 * Decides which of several processes runs, by a Lease object. Whoever starts work that must not run twice calls `run`.
 * Times of other processes are never compared with ours: a lease is free when *we* have seen no change of it for as long as it lasts.
 * Our own term is shorter than the lease and counts from before the write was sent, so that it ends before anybody else may start.
 */
import type { KubeApi } from '../connection/kube-api.js';
import { KubeError } from '../resource/kube-errors.js';
import type { Clock, Random } from '../time/clock.js';
import { LeaseClaim } from './lease-claim.js';
import { RenewedTerm } from './lease-term.js';
import type { LeaseTerm } from './lease-term.js';

/** Whose lease, on which API, and how patient. */
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
  /** Time between two tries, give or take a quarter; 2 s without it. */
  readonly retryMs?: number;
  readonly onState?: (state: LeaseState) => void;
}

/** What the election does, for logs and status. Told when it changes. */
export type LeaseState =
  | { readonly kind: 'waiting'; readonly holder: string }
  | { readonly kind: 'trying'; readonly error: Error }
  | { readonly kind: 'holding' }
  | { readonly kind: 'lost'; readonly error: Error }
  | { readonly kind: 'released' }
  /** The lease could not be given back: others wait until it runs out. */
  | { readonly kind: 'unreleased'; readonly error: Error };

const LEASE_MS = 15_000;
const TERM_MS = 10_000;
const RETRY_MS = 2_000;

/** Runs work in one process of many. */
export class LeaseElection {
  readonly #claim: LeaseClaim;
  readonly #lease: string;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #termMs: number;
  readonly #retryMs: number;
  readonly #onState: (state: LeaseState) => void;
  #told = '';

  constructor({ leaseMs = LEASE_MS, termMs = TERM_MS, retryMs = RETRY_MS, onState = () => undefined, ...options }: LeaseElectionOptions) {
    if (!(retryMs < termMs && termMs < leaseMs)) {
      throw new RangeError(`A lease needs retryMs < termMs < leaseMs, but they are ${retryMs}, ${termMs} and ${leaseMs}`);
    }
    this.#lease = `${options.namespace}/${options.name}`;
    // A call that takes longer is better tried again: several fit into a term.
    this.#claim = new LeaseClaim({ ...options, leaseMs, timeoutMs: termMs / 4 });
    this.#clock = options.clock;
    this.#random = options.random;
    this.#termMs = termMs;
    this.#retryMs = retryMs;
    this.#onState = onState;
  }

  /**
   * Campaigns until `stop` aborts, and calls `onTerm` each time the lease is ours.
   * `onTerm` works until the term's signal or `stop` aborts, and returns when its work has ended: the lease is renewed
   * until then and released only after it, and no new term begins before. What `onTerm` throws ends the election.
   */
  async run(stop: AbortSignal, onTerm: (term: LeaseTerm) => Promise<void>): Promise<void> {
    while (!stop.aborted) {
      const term = await this.#tryToTake();
      if (term !== undefined) await this.#serve(term, stop, onTerm);
      await this.#pause(stop);
    }
  }

  async #tryToTake(): Promise<RenewedTerm | undefined> {
    try {
      const taken = await this.#claim.take();
      if (taken.kind === 'ours') return new RenewedTerm(this.#lease, this.#clock, this.#termMs, taken.since);
      this.#tell({ kind: 'waiting', holder: taken.holder });
    } catch (error) {
      this.#tell({ kind: 'trying', error: retriable(error) });
    }
    return undefined;
  }

  async #serve(term: RenewedTerm, stop: AbortSignal, onTerm: (term: LeaseTerm) => Promise<void>): Promise<void> {
    const workEnded = new AbortController();
    const renewing = this.#renewUntil(workEnded.signal, term);
    try {
      this.#tell({ kind: 'holding' });
      if (!stop.aborted) await onTerm(term);
    } finally {
      workEnded.abort();
      await renewing;
      if (term.signal.aborted) this.#claim.forget();
      else await this.#release(term);
    }
  }

  async #renewUntil(workEnded: AbortSignal, term: RenewedTerm): Promise<void> {
    term.signal.addEventListener('abort', () => this.#tell({ kind: 'lost', error: term.signal.reason }), { once: true });
    const over = AbortSignal.any([workEnded, term.signal]);
    for (await this.#pause(over); !over.aborted; await this.#pause(over)) {
      try {
        const renewed = await this.#claim.renew();
        if (renewed.kind === 'ours') term.renew(renewed.since);
        else term.lose(`${renewed.holder} holds it`);
      } catch (error) {
        term.failed(error);
      }
    }
  }

  async #release(term: RenewedTerm): Promise<void> {
    term.close();
    try {
      await this.#claim.release();
      this.#tell({ kind: 'released' });
    } catch (error) {
      this.#tell({ kind: 'unreleased', error: error instanceof Error ? error : new Error(String(error)) });
    }
  }

  /** Ends early, and quietly, when there is nothing left to wait for. */
  async #pause(over: AbortSignal): Promise<void> {
    const delayMs = this.#retryMs * (0.75 + 0.5 * this.#random());
    await this.#clock.sleep(delayMs, over).catch((reason: unknown) => {
      if (!over.aborted) throw reason;
    });
  }

  #tell(state: LeaseState): void {
    const said = JSON.stringify([state.kind, 'holder' in state ? state.holder : '', 'error' in state ? state.error.message : '']);
    if (said === this.#told) return;
    this.#told = said;
    this.#onState(state);
  }
}

/** Only the cluster's faults pass; a name that can not be is ours, and trying again would hide it. */
function retriable(error: unknown): KubeError {
  if (error instanceof KubeError) return error;
  throw error;
}
