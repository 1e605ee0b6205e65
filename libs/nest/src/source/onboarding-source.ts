/**
 * Where the orders of standard mode come from: the onboarding cluster, with one list and watch for each offer, and one for the
 * ControlPlanes that orders belong to. StandardRun runs it, again after the cluster behind its API has become another one: the caches
 * stay, so that nobody is woken for what is the same. It puts keys on the queue and does nothing else.
 */
import { FrameCache, InitialEventsRefusals, Milestone, orderKey, readOrderKey } from '@kcp-runtime/kube';
import type { Clock, FrameChange, KeptFields, KubeApi, KubeError, KubeObject, ObjectRef, Random, ReflectorOptions, WorkQueue } from '@kcp-runtime/kube';
import type { TenantAccess } from '../access/tenant-access.js';
import type { OrderLog } from '../offer/order.js';
import { orderFields } from '../reconcile/order-fields.js';
import type { OrderFields, OrderHome, OrderHomes, OrdersOfOffer } from '../reconcile/order-home.js';
import { standingWord } from '../reconcile/order-standing.js';
import type { ServedOffer } from '../reconcile/served-offer.js';
import { CONTROL_PLANES, ControlPlanes } from './control-planes.js';
import { Followed } from './followed.js';
import { lookAgain } from './look-again.js';
import { OnboardingHome } from './onboarding-home.js';
import type { OnboardingOffer } from './onboarding-home.js';
import { classOfChange } from './order-class.js';
import { NO_REACH } from './source-reach.js';
import type { SourceReach } from './source-reach.js';

/** What a source is made of. */
export interface OnboardingSourceParts {
  /** Of the onboarding cluster; writes only while the lease is held. */
  readonly api: KubeApi;
  /** `--environment`: what the onboarding cluster is called in the identity of orders. */
  readonly environment: string;
  readonly offers: readonly ServedOffer[];
  readonly queue: WorkQueue;
  /** Leads to the tenants' ControlPlanes. */
  readonly access: TenantAccess;
  /** Name of the provider, as Events say it. */
  readonly reporter: string;
  /** The watches are in another state by now. */
  readonly onState: () => void;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: OrderLog;
}

const ENDPOINT = 'onboarding';

/** The onboarding cluster as a source of orders. */
export class OnboardingSource implements OrderHomes {
  readonly #parts: OnboardingSourceParts;
  readonly #offers: ReadonlyMap<string, OnboardingOffer>;
  readonly #controlPlanes: ControlPlanes;
  readonly #home: OrderHome;
  readonly #refusals = new InitialEventsRefusals();
  readonly #filled = new Milestone();
  #followed: readonly Followed<KeptFields>[] = [];

  constructor(parts: OnboardingSourceParts) {
    this.#parts = parts;
    this.#offers = new Map(parts.offers.map((served) => [served.name, this.#onboardingOffer(served)]));
    this.#controlPlanes = new ControlPlanes(parts.clock, (controlPlane) => this.#wakeOrdersOf(controlPlane));
    const lookAgainAt = (key: string, afterMs: number): void => parts.queue.addAfter(key, afterMs, 'changed');
    this.#home = new OnboardingHome({ ...parts, offers: this.#offers, controlPlanes: this.#controlPlanes, lookAgain: lookAgainAt });
  }

  homeOf(): OrderHome {
    return this.#home;
  }

  /** Whether all orders that there are have been seen, and are followed. */
  get isFollowing(): boolean {
    return this.#followed.length > 0 && this.#followed.every(({ state }) => state.kind === 'watching');
  }

  /** Why orders are not followed at the moment. */
  get trouble(): KubeError | undefined {
    return this.#followed.map(({ trouble }) => trouble).find((trouble) => trouble !== undefined);
  }

  /** Resolves when the orders that were there have been seen, or could not be seen. */
  whenFilled(signal: AbortSignal): Promise<void> {
    return this.#filled.when(signal);
  }

  /** All orders that are known, by offer. */
  *orders(): Iterable<OrdersOfOffer> {
    for (const [offer, { cache }] of this.#offers) yield { offer, cache };
  }

  reach(): SourceReach {
    return NO_REACH;
  }

  /** After a change of the config. */
  requeueAll(): void {
    const { queue, random } = this.#parts;
    lookAgain([...this.#offers.values()].flatMap(({ cache }) => [...cache.keys()]), queue, random);
  }

  /** Follows until `signal` aborts. The ControlPlanes come first: whether there is one decides on every order. Rejects for a fault of ours only. */
  async run(signal: AbortSignal): Promise<void> {
    const { api, clock, random, onState } = this.#parts;
    const common = { api, clock, random, refusals: this.#refusals };
    const broken = new AbortController();
    const until = AbortSignal.any([signal, broken.signal]);
    const running: Promise<void>[] = [];
    const release = this.#parts.queue.holdBack();
    this.#controlPlanes.doubt();
    const follow = <F extends KeptFields>(options: Pick<ReflectorOptions<F>, 'type' | 'content' | 'cache' | 'onFilled'>): Followed<F> => {
      const followed = new Followed({ ...common, ...options }, onState);
      running.push(followed.run(until).catch((error: unknown) => broken.abort(error)));
      return followed;
    };
    try {
      await follow({ type: CONTROL_PLANES, content: 'metadata', cache: this.#controlPlanes.cache, onFilled: () => this.#knowControlPlanes() }).whenTried(until);
      this.#followed = [...this.#offers.values()].map(({ type, cache }) => follow({ type, cache }));
      await Promise.all(this.#followed.map((followed) => followed.whenTried(until)));
      this.#filled.reach();
      onState();
    } catch (error) {
      if (!until.aborted) throw error;
    } finally {
      release();
    }
    await Promise.all(running);
    if (broken.signal.aborted && !signal.aborted) throw broken.signal.reason;
  }

  #onboardingOffer({ name: offer, api, finalizer, handlers }: ServedOffer): OnboardingOffer {
    const { group, version, plural, kind, scope } = api;
    const { queue } = this.#parts;
    const keyOf = ({ metadata }: KubeObject): string => this.#keyOf(offer, metadata);
    const onChange = (change: FrameChange<OrderFields>): void => {
      if (change.kind === 'deleted') this.#lost(change.key);
      queue.add(change.key, classOfChange(change));
    };
    return { offer: handlers.offer, type: { group, version, plural, kind, scope }, cache: new FrameCache({ keyOf, select: orderFields(finalizer), onChange, countBy: standingWord }) };
  }

  #keyOf(offer: string, { namespace = '', name }: ObjectRef): string {
    return orderKey({ offer, endpoint: ENDPOINT, cluster: this.#parts.environment, namespace, name });
  }

  #lost(key: string): void {
    this.#parts.access.forget(key);
    this.#controlPlanes.forget(readOrderKey(key));
  }

  /** Orders that came before were served without that question. */
  #knowControlPlanes(): void {
    this.#controlPlanes.know();
    for (const { cache } of this.#offers.values()) {
      for (const key of cache.keys()) if (this.#controlPlanes.stateOf(readOrderKey(key)) !== 'there') this.#parts.queue.add(key, 'changed');
    }
  }

  #wakeOrdersOf(controlPlane: ObjectRef): void {
    for (const [offer, { cache }] of this.#offers) {
      const key = this.#keyOf(offer, controlPlane);
      if (cache.get(key) !== undefined) this.#parts.queue.add(key, 'changed');
    }
  }
}

/** Whose an order is, as workers are shared out: a namespace may have several ControlPlanes, and the offers of one go together. */
export function tenantOfOnboardingKey(key: string): string {
  const { namespace, name } = readOrderKey(key);
  return `${namespace}/${name}`;
}
