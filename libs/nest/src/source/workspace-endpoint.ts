/**
 * One endpoint URL of the export, which is one shard of kcp: follows bindings, what was made for orders, and the orders
 * of all consumer workspaces there, and puts keys on the queue. WorkspaceSource runs it, again after a new connection:
 * the caches stay, so that a rotated credential wakes nobody. It calls no handler and cleans nothing up.
 */
import { clusterUrl, Milestone } from '@kcp-runtime/kube';
import type { Clock, InitialEventsRefusals, KeptFields, KubeApi, KubeError, KubeObject, Random, ReflectorOptions, ResourceType } from '@kcp-runtime/kube';
import { untilDone } from '../config/until-done.js';
import type { TenantKubeconfigs } from '../credential/tenant-kubeconfigs.js';
import { WorkspaceAccess } from '../credential/workspace-access.js';
import { MadeObjects } from '../customer/made-objects.js';
import { madeBySelector } from '../customer/marks.js';
import type { Engagement } from '../engage/engagements.js';
import type { OrderLog } from '../offer/order.js';
import { claimsOfExport, credentialClaims } from '../publish/permission-claims.js';
import type { OrderHome } from '../reconcile/order-home.js';
import type { MissingClaim } from '../status/reasons.js';
import { API_BINDINGS } from './binding.js';
import { EndpointOrders } from './endpoint-orders.js';
import type { EndpointOrdersParts } from './endpoint-orders.js';
import { Followed } from './followed.js';
import { WorkspaceBindings } from './workspace-bindings.js';
import { watchedKinds, WorkspaceHome } from './workspace-home.js';

/** What an endpoint is made of. */
export interface WorkspaceEndpointParts extends EndpointOrdersParts {
  /** As it is reached from here, without `/clusters/…`. */
  readonly url: string;
  /** As kcp says it, which is how others reach it. */
  readonly publicUrl: string;
  /** The API at a URL over the connection of this moment. */
  readonly at: (url: string) => KubeApi;
  /** The same for somebody else, whom a token says. */
  readonly as: (token: string, url: string) => KubeApi;
  /** What workers are to trust: the CA of the connection of this moment, and what the operator adds. */
  readonly ca: (signal: AbortSignal) => Promise<string | undefined>;
  /** Where the kubeconfigs of workers are kept. */
  readonly kubeconfigs: TenantKubeconfigs;
  /** A workspace has come, or has left. */
  readonly onEngagement: (engagement: Engagement) => void;
  /** A state, or the number of consumers, is another one by now. */
  readonly onState: () => void;
  readonly reporter: string;
  readonly refusals: InitialEventsRefusals;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: OrderLog;
}

/** What it takes to make a credential, whether or not an order can do without. */
const CREDENTIAL_CLAIMS = credentialClaims('required');

/** What is followed, and what is done when all of it has been seen. */
type Following<F extends KeptFields> = Pick<ReflectorOptions<F>, 'type' | 'cache' | 'labelSelector' | 'onFilled'>;

/** How an endpoint is, in the words of `status.kcp`. */
export type EndpointState = 'Waiting' | 'Listing' | 'Watching' | 'BackingOff';

/** All workspaces behind one URL. */
export class WorkspaceEndpoint {
  readonly orders: EndpointOrders;
  readonly bindings: WorkspaceBindings;
  readonly home: OrderHome;
  readonly #parts: WorkspaceEndpointParts;
  readonly #made: MadeObjects;
  readonly #access: WorkspaceAccess;
  readonly #filled = new Milestone();
  #followed: readonly Followed<KeptFields>[] = [];
  /** Bindings come first: while they alone are followed, nothing is known of orders. */
  #followsAll = false;

  constructor(parts: WorkspaceEndpointParts) {
    this.#parts = parts;
    this.orders = new EndpointOrders(parts, (key) => this.#access.forget(key));
    const { offers, tenants } = this.orders;
    this.bindings = new WorkspaceBindings({
      needed: [...offers.values()].flatMap(({ needed }) => needed),
      onGrant: (cluster) => {
        this.orders.wakeCluster(cluster);
        parts.onState();
      },
      onEngagement: parts.onEngagement,
      onFault: parts.onState,
    });
    this.#made = new MadeObjects({
      kinds: [...new Set([...offers.values()].flatMap(watchedKinds))],
      wake: (order) => this.orders.wakeMaker(order),
      isGranted: (cluster, { group, plural }) => this.bindings.grants(cluster, { group, resource: plural, verbs: ['list', 'watch'] }),
    });
    this.#access = this.#accessOf(parts);
    const { url, at, reporter, clock, log } = parts;
    const exported = claimsOfExport(parts.offers.map(({ handlers }) => handlers.offer));
    this.home = new WorkspaceHome({ url, at, offers, bindings: this.bindings, tenants, made: this.#made, access: this.#access, exported, reporter, clock, log });
  }

  get url(): string {
    return this.#parts.url;
  }

  /** The worst state of all that is followed. */
  get state(): EndpointState {
    const kinds = this.#followed.map(({ state }) => state.kind);
    if (kinds.includes('backingOff')) return 'BackingOff';
    if (kinds.includes('waiting')) return 'Waiting';
    return this.#followsAll && kinds.every((kind) => kind === 'watching') ? 'Watching' : 'Listing';
  }

  /** Why orders of this endpoint are not followed at the moment. */
  get trouble(): KubeError | undefined {
    return this.#followed.map(({ trouble }) => trouble).find((trouble) => trouble !== undefined);
  }

  /** Resolves when the orders that were there have been seen, or when kcp does not serve them yet. */
  whenFilled(signal: AbortSignal): Promise<void> {
    return this.#filled.when(signal);
  }

  /** How many orders bear our finalizer. kcp shows those of other exports with the same schema too: only consumers' own count. */
  heldOrders(): number {
    return this.orders.heldIn(new Set(this.bindings.consumers().map(({ cluster }) => cluster)));
  }

  /** Follows until `signal` aborts. The bindings come first: what they grant decides on every order. */
  async run(signal: AbortSignal): Promise<void> {
    const release = this.#parts.queue.holdBack();
    this.#followed = [];
    this.#followsAll = false;
    const running: Promise<void>[] = [];
    const follow = <F extends KeptFields>(what: Following<F>): Followed<F> => {
      const followed = this.#follow(what);
      running.push(followed.run(signal));
      return followed;
    };
    try {
      await follow({ type: API_BINDINGS, cache: this.bindings.cache }).whenFilled(signal);
      const made = [...this.#made.caches].map(([type, cache]) => follow({ type, cache, labelSelector: madeBySelector(this.orders.groups), onFilled: () => this.#made.filled(type) }));
      await Promise.all(made.map((followed) => followed.whenTried(signal)));
      const orders = [...this.orders.offers].map(([offer, { type, cache }]) => ({ offer, followed: follow({ type, cache }) }));
      this.#followsAll = true;
      await Promise.all(orders.map(({ followed }) => followed.whenTried(signal)));
      for (const { offer, followed } of orders) if (followed.isFilled) this.orders.tenants.know(offer);
      this.#filled.reach();
      release();
      await Promise.all(orders.map(({ offer, followed }) => followed.whenFilled(signal).then(() => this.orders.tenants.know(offer))));
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      release();
    }
    await Promise.all(running);
  }

  /**
   * The URL is gone, most likely because the last workspace has unbound, and the stream that would have said so went with it.
   * Only the end of a binding makes a workspace leave, so kcp is asked once more which ones there are.
   */
  async takeLeave(signal: AbortSignal): Promise<void> {
    const { url, at, clock, random, log } = this.#parts;
    const list = async (): Promise<readonly KubeObject[]> => (await at(clusterUrl(url, '*')).resource(API_BINDINGS).list({ signal })).items;
    const onFailure = (error: unknown): void => log.debug('Who has left an endpoint that is gone can not be read at the moment', { url, reason: String(error) });
    await untilDone(() => this.bindings.replace(list), { clock, random, signal, onFailure }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }

  #follow<F extends KeptFields>(what: Following<F>): Followed<F> {
    const { url, at, clock, random, refusals, onState } = this.#parts;
    const followed = new Followed({ ...what, api: at(clusterUrl(url, '*')), clock, random, refusals }, onState);
    this.#followed = [...this.#followed, followed];
    return followed;
  }

  #accessOf({ url, publicUrl, at, as, ca, kubeconfigs, reporter, clock }: WorkspaceEndpointParts): WorkspaceAccess {
    const missing = (cluster: string): readonly MissingClaim[] => {
      const state = this.bindings.claims(cluster, CREDENTIAL_CLAIMS);
      return state.kind === 'missing' ? state.claims : [];
    };
    const mayDelete = (cluster: string, { group, plural }: ResourceType): boolean => this.bindings.grants(cluster, { group, resource: plural, verbs: ['delete'] });
    return new WorkspaceAccess({ url, publicUrl, at, as, ca, made: this.#made, missing, mayDelete, kubeconfigs, providerName: reporter, clock });
  }
}
