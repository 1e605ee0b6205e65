/**
 * Our dealings with one Lease object: what we saw of it, and the writes that take, keep and give it back.
 * Used by LeaseElection alone. Every write names the version that it was decided on, so that of two writers one gets a Conflict.
 */
import type { KubeApi } from '../connection/kube-api.js';
import { AlreadyExists, Conflict, NotFound } from '../resource/kube-errors.js';
import type { ResourceClient } from '../resource/resource-client.js';
import type { Clock } from '../time/clock.js';
import { LEASES, microTime } from './lease-object.js';
import type { Lease, LeaseSpec } from './lease-object.js';
import { momentOf } from './moment.js';
import type { Moment } from './moment.js';

interface LeaseClaimOptions {
  readonly api: KubeApi;
  readonly namespace: string;
  readonly name: string;
  readonly holder: string;
  readonly clock: Clock;
  readonly leaseMs: number;
  readonly timeoutMs: number;
}

/** Whose the lease is after a try. `since` is the moment before the write was sent. */
export type Claimed = { readonly kind: 'ours'; readonly since: Moment } | { readonly kind: 'theirs'; readonly holder: string };

/** The last change of somebody else's lease, and when we saw it. */
interface Seen {
  readonly text: string;
  readonly holder: string;
  readonly leaseMs: number;
  readonly at: Moment;
}

/** A merge patch removes what is null. */
type SpecPatch = { readonly [Field in keyof LeaseSpec]: LeaseSpec[Field] | null };

/** Two processes that race for a lease settle it in one more look; a third would be a server that contradicts itself. */
const LOOKS = 3;
/** Kubernetes' own elections write this duration into a Lease that they give back, and nobody else does. */
const GIVEN_BACK_SECONDS = 1;

/** Takes, keeps and gives back one lease. Every call throws a KubeError. */
export class LeaseClaim {
  readonly #options: LeaseClaimOptions;
  readonly #leases: ResourceClient<Lease>;
  #seen: Seen | undefined;
  /** The version of our own last write. */
  #held: Lease | undefined;

  constructor(options: LeaseClaimOptions) {
    this.#options = options;
    this.#leases = options.api.resource<Lease>(LEASES);
  }

  /** Takes the lease when it is free, has run out, or is ours from before. */
  async take(): Promise<Claimed> {
    for (let looks = 1; ; looks += 1) {
      const lease = await this.#look();
      const theirs = this.#stillTheirs(lease);
      if (theirs !== undefined) return { kind: 'theirs', holder: theirs.holder };
      try {
        return lease === undefined ? await this.#create() : await this.#write(lease);
      } catch (error) {
        if (!isRace(error) || looks === LOOKS) throw error;
      }
    }
  }

  /** Keeps the lease. Somebody who took it, or a Lease object that was deleted, is seen here. */
  async renew(): Promise<Claimed> {
    const held = this.#held;
    try {
      if (held !== undefined) return await this.#write(held);
    } catch (error) {
      if (!isRace(error)) throw error;
    }
    return this.take();
  }

  /** Gives the lease back, so that the next process need not wait. */
  async release(): Promise<void> {
    const held = this.#held;
    this.forget();
    if (held === undefined) return;
    try {
      await this.#give(held);
    } catch (error) {
      if (!isRace(error)) throw error;
      const lease = await this.#look();
      if (lease !== undefined && holderOf(lease) === this.#options.holder) await this.#give(lease);
    }
  }

  /** The lease is no longer ours: nothing is to be given back. */
  forget(): void {
    this.#held = undefined;
  }

  async #look(): Promise<Lease | undefined> {
    const { namespace, name, timeoutMs } = this.#options;
    try {
      return await this.#leases.get({ namespace, name }, { timeoutMs });
    } catch (error) {
      if (error instanceof NotFound) return undefined;
      throw error;
    }
  }

  /**
   * Somebody else's claim that has not run out by our own clock.
   * A Lease that was deleted frees nothing: its holder may not have noticed yet.
   */
  #stillTheirs(lease: Lease | undefined): Seen | undefined {
    if (lease !== undefined) this.#seen = this.#observed(lease);
    return this.#seen !== undefined && this.#seen.at.atLeastMs() < this.#seen.leaseMs ? this.#seen : undefined;
  }

  /**
   * A holder that has not given the lease back may not know yet that somebody else wrote into it, whatever stands there now:
   * what was left of its time is waited for.
   */
  #observed(lease: Lease): Seen | undefined {
    const holder = holderOf(lease);
    if (isGivenBack(lease)) return undefined;
    const before = this.#seen;
    if (holder === '' || holder === this.#options.holder) return before;
    const text = JSON.stringify(lease.spec);
    if (before?.text === text) return before;
    const statedMs = (lease.spec?.leaseDurationSeconds ?? this.#options.leaseMs / 1000) * 1000;
    const leftMs = before === undefined ? 0 : before.leaseMs - before.at.atLeastMs();
    return { text, holder, leaseMs: Math.max(statedMs, leftMs), at: momentOf(this.#options.clock) };
  }

  async #create(): Promise<Claimed> {
    const { namespace, name, holder, timeoutMs } = this.#options;
    const since = momentOf(this.#options.clock);
    const times = { acquireTime: this.#now(), renewTime: this.#now() };
    const spec = { holderIdentity: holder, leaseDurationSeconds: this.#seconds(), leaseTransitions: 0, ...times };
    const lease: Lease = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { namespace, name }, spec };
    this.#held = await this.#leases.create(lease, { timeoutMs });
    return { kind: 'ours', since };
  }

  async #write(lease: Lease): Promise<Claimed> {
    const { holder, clock } = this.#options;
    const since = momentOf(clock);
    const isRenewal = this.#held !== undefined && holderOf(lease) === holder;
    const transitions = (lease.spec?.leaseTransitions ?? 0) + (holderOf(lease) === holder ? 0 : 1);
    const begun = isRenewal ? {} : { acquireTime: this.#now(), leaseTransitions: transitions };
    this.#held = await this.#patch(lease, { holderIdentity: holder, leaseDurationSeconds: this.#seconds(), renewTime: this.#now(), ...begun });
    return { kind: 'ours', since };
  }

  async #give(lease: Lease): Promise<void> {
    await this.#patch(lease, { holderIdentity: null, leaseDurationSeconds: GIVEN_BACK_SECONDS, renewTime: this.#now() });
  }

  #patch(lease: Lease, spec: SpecPatch): Promise<Lease> {
    const { namespace, name, timeoutMs } = this.#options;
    const patch = { metadata: { resourceVersion: lease.metadata.resourceVersion }, spec };
    return this.#leases.mergePatch({ namespace, name }, patch, { timeoutMs });
  }

  #now(): string {
    return microTime(this.#options.clock.now());
  }

  #seconds(): number {
    return Math.ceil(this.#options.leaseMs / 1000);
  }
}

function holderOf(lease: Lease): string {
  return lease.spec?.holderIdentity ?? '';
}

/** By its holder, which has ended its work; not merely emptied by somebody. */
function isGivenBack(lease: Lease): boolean {
  return holderOf(lease) === '' && lease.spec?.leaseDurationSeconds === GIVEN_BACK_SECONDS;
}

/** Somebody wrote, made or deleted the Lease since we looked. */
function isRace(error: unknown): boolean {
  return error instanceof Conflict || error instanceof AlreadyExists || error instanceof NotFound;
}
