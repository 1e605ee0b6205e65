/**
 * Where the orders of kcp mode come from: the workspaces of all consumers, over every endpoint URL of the export.
 * KcpMode runs it with one connection after another; the loop finds the home of a key in it. It puts keys on the queue
 * and does nothing else: a URL that goes away stops its supervisor, and nothing is cleaned up because of it.
 */
import { ExportEndpoints, InitialEventsRefusals, Milestone } from '@kcp-runtime/kube';
import type { Clock, EndpointsState, KubeApi, KubeError, OrderKey, Random, ReflectorState, WorkQueue } from '@kcp-runtime/kube';
import type { HostRewrite } from '@kcp-runtime/schema';
import { together } from '../access/granted-kubeconfig.js';
import type { CaBundle } from '../config/ca-bundle.js';
import type { TenantKubeconfigs } from '../credential/tenant-kubeconfigs.js';
import type { Engagement } from '../engage/engagements.js';
import type { OrderLog } from '../offer/order.js';
import type { OrderHome, OrderHomes, OrdersOfOffer } from '../reconcile/order-home.js';
import type { ServedOffer } from '../reconcile/served-offer.js';
import { mappedUrl } from './host-mapping.js';
import { lookAgain } from './look-again.js';
import type { SourceReach } from './source-reach.js';
import type { Consumer } from './workspace-bindings.js';
import { WorkspaceEndpoint } from './workspace-endpoint.js';

/** What a source is made of. */
export interface WorkspaceSourceParts {
  /** Name of the export, and so of its default endpoint slice. */
  readonly exportName: string;
  readonly hosts: readonly HostRewrite[];
  readonly offers: readonly ServedOffer[];
  readonly queue: WorkQueue;
  /** How many orders a tenant may have, as the ProviderConfig says at the moment. */
  readonly ordersPerTenant: () => number | undefined;
  /** Where the kubeconfigs of workers are kept. */
  readonly kubeconfigs: TenantKubeconfigs;
  /** Certificates that workers are to trust beside those of kcp. */
  readonly caBundle: Pick<CaBundle, 'read'>;
  /** Name of the provider, as Events say it. */
  readonly reporter: string;
  /** A workspace has come, or has left. */
  readonly onEngagement: (engagement: Engagement) => void;
  /** Endpoints, their states or consumers are others by now. */
  readonly onState: () => void;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: OrderLog;
}

/** One connection to kcp, as the source uses it. */
export interface KcpApis {
  /** Of the provider workspace. */
  readonly workspace: KubeApi;
  /** The API at any URL with the same identity: an endpoint may be on another host. */
  readonly at: (url: string) => KubeApi;
  /** The same for somebody else, whom a token says. */
  readonly as: (token: string, url: string) => KubeApi;
  /** The CA that the server is checked with, as PEM. */
  readonly ca: string | undefined;
}

interface Supervised {
  readonly endpoint: WorkspaceEndpoint;
  /** Set while it runs. */
  stop: AbortController | undefined;
}

/** The consumers' workspaces as one source of orders. */
export class WorkspaceSource implements OrderHomes {
  readonly #parts: WorkspaceSourceParts;
  readonly #supervised = new Map<string, Supervised>();
  readonly #names = new Map<string, string>();
  readonly #refusals = new InitialEventsRefusals();
  readonly #known = new Milestone();
  #apis: KcpApis | undefined;
  #endpoints: ExportEndpoints | undefined;

  constructor(parts: WorkspaceSourceParts) {
    this.#parts = parts;
  }

  homeOf({ endpoint }: OrderKey): OrderHome | undefined {
    return this.#supervised.get(endpoint)?.endpoint.home;
  }

  /** URL of the endpoint of an order. */
  urlOf({ endpoint }: OrderKey): string | undefined {
    return this.#supervised.get(endpoint)?.endpoint.url;
  }

  /** What the endpoint slice says. */
  get state(): EndpointsState {
    return this.#endpoints?.state ?? { kind: 'unknown' };
  }

  /** Why the endpoint slice can't be followed at the moment. */
  get trouble(): KubeError | undefined {
    const following: ReflectorState | undefined = this.#endpoints?.following;
    return following?.kind === 'backingOff' || following?.kind === 'waiting' ? following.cause : undefined;
  }

  get endpoints(): readonly WorkspaceEndpoint[] {
    return [...this.#supervised.values()].map(({ endpoint }) => endpoint);
  }

  /** Every workspace that has bound the export, once: one that moves to another shard may be seen at two URLs for a while. */
  consumers(): Consumer[] {
    const all = this.endpoints.flatMap(({ bindings }) => bindings.consumers());
    return [...new Map(all.map((consumer) => [consumer.cluster, consumer])).values()];
  }

  /** Whether every order and binding is known as kcp has it: only then anything may be concluded from what is not there. */
  get isInSync(): boolean {
    if (this.trouble !== undefined) return false;
    switch (this.state.kind) {
      case 'unknown':
      case 'noSlice':
        return false;
      case 'noConsumer':
        return true;
      case 'served':
        return this.endpoints.every(({ state }) => state === 'Watching');
    }
  }

  /** Orders that we hold by our finalizer, as far as they are known. */
  heldOrders(): number {
    return this.endpoints.reduce((held, endpoint) => held + endpoint.heldOrders(), 0);
  }

  /** Schemas that kcp serves to consumers; undefined while that is not known for sure. */
  boundSchemas(): ReadonlySet<string> | undefined {
    return this.isInSync ? new Set(this.endpoints.flatMap(({ bindings }) => [...bindings.schemas()])) : undefined;
  }

  /** Resolves when the slice has been read and each endpoint has had its first look at its orders. */
  async whenFilled(signal: AbortSignal): Promise<void> {
    await this.#known.when(signal);
    await Promise.all(this.endpoints.map((endpoint) => endpoint.whenFilled(signal)));
  }

  /** All orders that are known, by URL and offer. */
  *orders(): Iterable<OrdersOfOffer> {
    for (const endpoint of this.endpoints) yield* endpoint.orders.byOffer();
  }

  reach(): SourceReach {
    return { endpoints: this.endpoints.map(({ state }) => state), consumers: this.consumers().map(({ fault }) => fault?.reason ?? '') };
  }

  /** After a change of the config. */
  requeueAll(): void {
    const { queue, random } = this.#parts;
    lookAgain(this.endpoints.flatMap((endpoint) => [...endpoint.orders.keys()]), queue, random);
  }

  /** Follows the slice and every URL in it over one connection, until `signal` aborts. Rejects for a fault of ours only. */
  async run(apis: KcpApis, signal: AbortSignal): Promise<void> {
    const { exportName, clock, random, onState } = this.#parts;
    const broken = new AbortController();
    const until = AbortSignal.any([signal, broken.signal]);
    const running = new Set<Promise<void>>();
    this.#apis = apis;
    const endpoints = new ExportEndpoints({
      api: apis.workspace,
      slice: exportName,
      onChange: ({ urls }) => {
        const keep = (run: Promise<void>): void => void running.add(run.catch((error: unknown) => broken.abort(error)));
        this.#stopAllBut(urls, until, keep);
        for (const url of urls) this.#start(url, until, keep);
        this.#known.reach();
        onState();
      },
      clock,
      random,
      onState,
      refusals: this.#refusals,
    });
    this.#endpoints = endpoints;
    await endpoints.run(until);
    await Promise.all(running);
    if (broken.signal.aborted && !signal.aborted) throw broken.signal.reason;
  }

  #start(url: string, until: AbortSignal, keep: (run: Promise<void>) => void): void {
    const supervised = this.#supervise(url);
    if (supervised.stop !== undefined) return;
    const stop = new AbortController();
    supervised.stop = stop;
    const ended = (): void => {
      supervised.stop = undefined;
    };
    keep(supervised.endpoint.run(AbortSignal.any([until, stop.signal])).finally(ended));
  }

  #supervise(url: string): Supervised {
    const name = this.#nameOf(url);
    const found = this.#supervised.get(name);
    if (found !== undefined) return found;
    const { offers, queue, ordersPerTenant, hosts, kubeconfigs, caBundle, onEngagement, onState, reporter, clock, random, log } = this.#parts;
    const endpoint = new WorkspaceEndpoint({
      url: mappedUrl(url, hosts), publicUrl: url, name, offers, queue, ordersPerTenant, at: (at) => this.#current.at(at), as: (token, at) => this.#current.as(token, at), ca: async (signal) => together(this.#current.ca, await caBundle.read(signal)), kubeconfigs, onEngagement, onState, reporter, refusals: this.#refusals, clock, random, log,
    });
    const supervised: Supervised = { endpoint, stop: undefined };
    this.#supervised.set(name, supervised);
    return supervised;
  }

  #stopAllBut(urls: readonly string[], until: AbortSignal, keep: (run: Promise<void>) => void): void {
    const names = new Set(urls.map((url) => this.#nameOf(url)));
    for (const [name, { endpoint, stop }] of this.#supervised) {
      if (names.has(name)) continue;
      stop?.abort();
      this.#supervised.delete(name);
      // The pass finds no home any more and forgets what is kept for the order.
      for (const key of endpoint.orders.keys()) this.#parts.queue.add(key, 'settled');
      keep(endpoint.takeLeave(until));
    }
  }

  get #current(): KcpApis {
    if (this.#apis === undefined) throw new Error('An endpoint was asked before the source had a connection: only run may make endpoints');
    return this.#apis;
  }

  /** The same short name for the same URL as long as the process lives. */
  #nameOf(url: string): string {
    const name = this.#names.get(url) ?? `shard-${this.#names.size + 1}`;
    this.#names.set(url, name);
    return name;
  }
}
