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
import { PassTrace } from '../trace/pass-trace.js';
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
import { passId } from './pass-id.js';
import { Pass } from './pass.js';

export class OrderReconciler {
  readonly #memory = new OrderMemory();
  readonly #trace = new PassTrace();

  constructor(private readonly parts: LoopParts) {}

  /**
   * One pass over one order. It never rejects, and resolves only when the handler has returned, overdue or not.
   * `signal` ends the mode (lease lost, process stops): after it nothing is written.
   */
  async reconcile(key: string, signal: AbortSignal): Promise<Requeue> {
    const pass = this.#read(key, signal); // 1
    if (pass === undefined) return this.#forget(key);
    const told = await this.#trace.pass(pass, () => this.#work(pass));
    return requeueAfter(pass, told, this.#memory.after(key, pass, told), this.parts); // 10
  }

  async #work(pass: Pass): Promise<Ended> {
    const ended = await this.#guarded(pass, () => this.#walk(pass)); // 2 to 8
    return this.#guarded(pass, () => this.#trace.step('status', () => tell(pass, ended, this.parts))); // 9
  }

  async #walk(pass: Pass): Promise<Ended> {
    const unbound = this.#trace.look('binding', () => awaitBinding(pass)); // 1
    if (isEnded(unbound)) return unbound;
    const stop = await this.#trace.step('operation', () => obeyOperation(pass)); // 2
    if (isEnded(stop)) return stop;
    if (isLetGo(pass)) return { ended: 'ignored' };
    const config = this.#trace.look('config', () => takeConfig(pass, this.parts.config.state())); // 3
    if (isEnded(config)) return config;
    return pass.isDeleting ? this.#remove(pass, config) : this.#provide(pass, config);
  }

  async #provide(pass: Pass, config: ConfigSnapshot): Promise<Ended> {
    const spec = this.#trace.look('spec', () => acceptSpec(pass)); // 4
    if (isEnded(spec)) return keepAccess(pass, spec);
    const turn = this.#trace.look('turn', () => awaitTurn(pass)); // 4
    if (isEnded(turn)) return turn;
    const claims = this.#trace.look('claims', () => awaitClaims(pass)); // 5
    if (isEnded(claims)) return claims;
    await this.#trace.step('finalizer', () => hold(pass, this.parts)); // 6
    const access = await this.#trace.step('access', () => openAccess(pass)); // 7
    if (isEnded(access)) return access;
    const workload = await this.#trace.step('workload', () => openWorkload(pass, spec.spec, config, this.parts)); // 7
    if (isEnded(workload)) return workload;
    const provided = await this.#trace.step('handler', () => provide(pass, { ...spec, workload }, config, this.parts)); // 8
    return leaveWorkload(pass, provided, workload, this.parts); // 8
  }

  async #remove(pass: Pass, config: ConfigSnapshot): Promise<Ended> {
    const users = await this.#trace.step('guard', () => awaitUsers(pass));
    if (isEnded(users)) return users;
    const left = await this.#trace.step('handler', () => remove(pass, config, this.parts));
    if (isEnded(left)) return left;
    const workload = await this.#trace.step('workload', () => closeWorkload(pass, this.parts));
    if (isEnded(workload)) return workload;
    const access = await this.#trace.step('access', () => closeAccess(pass));
    if (isEnded(access)) return access;
    return this.#trace.step('finalizer', () => release(pass, this.parts));
  }

  #read(key: string, signal: AbortSignal): Pass | undefined {
    const order = readOrderKey(key);
    const home = this.parts.homes.homeOf(order);
    const served = this.parts.offers.find(({ name }) => name === order.offer);
    const frame = home?.read(order);
    if (home === undefined || served === undefined || frame === undefined) return undefined;
    return new Pass({ key: order, home, served, frame, signal, told: this.#memory.of(key).told, id: () => passId(this.parts.random) });
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
