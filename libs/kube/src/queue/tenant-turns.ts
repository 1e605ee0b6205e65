import { Fifo } from './fifo.js';

/**
 * The waiting keys of one class, handed out round robin between tenants.
 * The work queue calls it; it knows no limits itself but asks for each tenant whether it may run one more.
 * A tenant that may not is left out until `resume`, so that a take costs the same with any number of tenants.
 */
export class TenantTurns {
  readonly #lanes = new Map<string, Fifo<string>>();
  /** Tenants with keys, in the order of their turns. A tenant is either here or parked. */
  readonly #ring = new Fifo<string>();
  readonly #parked = new Set<string>();

  push(tenant: string, key: string): void {
    let lane = this.#lanes.get(tenant);
    if (lane === undefined) {
      lane = new Fifo();
      this.#lanes.set(tenant, lane);
      this.#ring.push(tenant);
    }
    lane.push(key);
  }

  /**
   * The next key of the next tenant, if any may run.
   * @param isWaiting tells whether the key still waits here: it may have moved to a more urgent class, or be forgotten
   */
  take(mayRun: (tenant: string) => boolean, isWaiting: (key: string) => boolean): string | undefined {
    for (let tenant = this.#ring.shift(); tenant !== undefined; tenant = this.#ring.shift()) {
      if (!mayRun(tenant)) {
        this.#parked.add(tenant);
        continue;
      }
      const key = this.#nextOf(tenant, isWaiting);
      if (key !== undefined) return key;
    }
    return undefined;
  }

  /** The tenant may run again. */
  resume(tenant: string): void {
    if (this.#parked.delete(tenant)) this.#ring.push(tenant);
  }

  #nextOf(tenant: string, isWaiting: (key: string) => boolean): string | undefined {
    const lane = this.#lanes.get(tenant);
    for (let key = lane?.shift(); lane !== undefined && key !== undefined; key = lane.shift()) {
      if (!isWaiting(key)) continue;
      if (lane.size > 0) this.#ring.push(tenant);
      else this.#lanes.delete(tenant);
      return key;
    }
    this.#lanes.delete(tenant);
    return undefined;
  }
}
