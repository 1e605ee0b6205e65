/**
 * The one loop: what is done with an order, wherever it was made. The workers of a mode call `reconcile`
 * with a key of the queue; nobody else does. It reads the order from its home's cache, never from the server,
 * and cleans up for one reason only: that an order is being deleted.
 *
 *   1 read → 2 operation → 3 config → 4 spec → 5 claims → 6 finalizer → 7 access, workload cluster → 8 handler → 9 status → 10 again
 *   deletion: 1 to 3, objects that need it, handler, what was made in both clusters, workload cluster, access, finalizer
 */
import { readOrderKey } from '@kcp-runtime/kube';
import type { Requeue } from '@kcp-runtime/kube';
import type { ConfigSnapshot } from '../config/config-snapshot.js';
import { endOfError, isEnded } from './ended.js';
import type { Ended } from './ended.js';
import type { LoopParts } from './loop-parts.js';
import { logFault } from './order-log.js';
import { OrderMemory } from './order-memory.js';
import { closeAccess, keepAccess, openAccess } from './order-steps/access-step.js';
import { awaitBinding, awaitClaims } from './order-steps/claims-step.js';
import { takeConfig } from './order-steps/config-step.js';
import { hold, isLetGo, release } from './order-steps/finalizer-step.js';
import { awaitUsers } from './order-steps/guard-step.js';
import { provide, remove } from './order-steps/handler-step.js';
import { awaitTurn } from './order-steps/instances-step.js';
import { obeyOperation } from './order-steps/operation-step.js';
import { requeueAfter } from './order-steps/requeue-step.js';
import { acceptSpec } from './order-steps/spec-step.js';
import { tell } from './order-steps/verdict-step.js';
import { closeWorkload, leaveWorkload, openWorkload } from './order-steps/workload-step.js';
import { Pass } from './pass.js';

export class OrderReconciler {
  readonly #memory = new OrderMemory();

  constructor(private readonly parts: LoopParts) {}

  /**
   * One pass over one order. It never rejects, and resolves only when the handler has returned, overdue or not.
   * `signal` ends the mode (lease lost, process stops): after it nothing is written.
   */
  async reconcile(key: string, signal: AbortSignal): Promise<Requeue> {
    const pass = this.#read(key, signal); // 1
    if (pass === undefined) return this.#forget(key);
    const ended = await this.#guarded(pass, () => this.#walk(pass)); // 2 to 8
    const told = await this.#guarded(pass, () => tell(pass, ended, this.parts)); // 9
    return requeueAfter(pass, told, this.#memory.after(key, pass, told), this.parts); // 10
  }

  async #walk(pass: Pass): Promise<Ended> {
    const unbound = awaitBinding(pass); // 1
    if (isEnded(unbound)) return unbound;
    const stop = await obeyOperation(pass); // 2
    if (isEnded(stop)) return stop;
    if (isLetGo(pass)) return { ended: 'ignored' };
    const config = takeConfig(pass, this.parts.config.state()); // 3
    if (isEnded(config)) return config;
    return pass.isDeleting ? this.#remove(pass, config) : this.#provide(pass, config);
  }

  async #provide(pass: Pass, config: ConfigSnapshot): Promise<Ended> {
    const spec = acceptSpec(pass); // 4
    if (isEnded(spec)) return keepAccess(pass, spec);
    const turn = awaitTurn(pass); // 4
    if (isEnded(turn)) return turn;
    const claims = awaitClaims(pass); // 5
    if (isEnded(claims)) return claims;
    await hold(pass, this.parts); // 6
    const access = await openAccess(pass); // 7
    if (isEnded(access)) return access;
    const workload = await openWorkload(pass, spec.spec, config, this.parts); // 7
    if (isEnded(workload)) return workload;
    const provided = await provide(pass, { ...spec, workload }, config, this.parts); // 8
    return leaveWorkload(pass, provided, workload, this.parts); // 8
  }

  async #remove(pass: Pass, config: ConfigSnapshot): Promise<Ended> {
    const users = await awaitUsers(pass);
    if (isEnded(users)) return users;
    const left = await remove(pass, config, this.parts);
    if (isEnded(left)) return left;
    return (await closeWorkload(pass, this.parts)) ?? (await closeAccess(pass)) ?? release(pass, this.parts);
  }

  #read(key: string, signal: AbortSignal): Pass | undefined {
    const order = readOrderKey(key);
    const home = this.parts.homes.homeOf(order);
    const served = this.parts.offers.find(({ name }) => name === order.offer);
    const frame = home?.read(order);
    if (home === undefined || served === undefined || frame === undefined) return undefined;
    return new Pass({ key: order, home, served, frame, signal, told: this.#memory.of(key).told });
  }

  async #guarded(pass: Pass, work: () => Promise<Ended>): Promise<Ended> {
    try {
      return await work();
    } catch (error) {
      const ended = endOfError(error, pass);
      if (ended.ended === 'failed') logFault(this.parts.log, pass, 'The pass failed', error);
      return ended;
    }
  }

  #forget(key: string): Requeue {
    this.#memory.forget(key);
    this.parts.references.forget(key);
    this.parts.workload?.forget(key);
    return { kind: 'done' };
  }
}
