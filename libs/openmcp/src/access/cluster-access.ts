/**
 * Access to clusters by openMCP's requests: makes ClusterRequests and AccessRequests, follows them, and takes them down.
 * All is known from watches, so an access that stands as it is wanted costs no request, and each change calls whoever wants it.
 */
import { ApiNotServed, InitialEventsRefusals } from '@kcp-runtime/kube';
import type { Clock, KubeApi, KubeObject, Random } from '@kcp-runtime/kube';
import { isOurs, mayBeNamedBy } from '../requests/request-identity.js';
import { ACCESS_REQUESTS, CLUSTER_REQUESTS } from '../requests/request-kinds.js';
import type { AccessRequest, ClusterRequest, NamespacedName } from '../requests/request-kinds.js';
import type { AccessOrder } from './access-order.js';
import { accessStep } from '../steps/access-step.js';
import type { ClosedAccess, ClusterAccessState } from './access-state.js';
import { clusterStep } from '../steps/cluster-step.js';
import { FollowedRequests, refText } from '../follow/followed-requests.js';
import type { Knowledge } from '../follow/followed-requests.js';
import { KubeconfigSecrets } from '../follow/kubeconfig-secrets.js';
import { kubeconfigStep, secretOf } from '../steps/kubeconfig-step.js';
import type { Requests } from '../follow/requests.js';
import type { Stopped } from '../steps/stopped.js';
import { takeDown } from '../steps/take-down.js';
import { withdraw } from '../steps/withdraw.js';
import { WakeBook } from './wake-book.js';
import { whenGranted } from './when-granted.js';
import type { GrantedAccess, WaitForGrant } from './when-granted.js';

/** What {@link ClusterAccess} is made of. */
export interface ClusterAccessParts {
  /** The platform cluster. */
  readonly api: KubeApi;
  /** The first parts of all request names that will be asked for: those of the provider's own accesses and of its offers. */
  readonly controllers: readonly string[];
  readonly clock: Clock;
  readonly random: Random;
  /** Shared by all reflectors of the process. */
  readonly refusals?: InitialEventsRefusals;
}

type Kind = 'cluster' | 'access' | 'secret';

/** The accesses that one process has asked a platform for. Whoever makes it calls `run`, once, and everything else while that runs. */
export class ClusterAccess {
  readonly #wakes = new WakeBook();
  readonly #requests: Requests;
  readonly #secrets: KubeconfigSecrets;
  readonly #time: Pick<ClusterAccessParts, 'clock' | 'random'>;

  constructor({ api, controllers, clock, random, refusals = new InitialEventsRefusals() }: ClusterAccessParts) {
    const parts = { api, clock, random, refusals };
    const isNamedByUs = mayBeNamedBy(controllers);
    const tell = (kind: Kind) => (ref: string) => this.#wakes.tell(objectName(kind, ref));
    this.#time = { clock, random };
    this.#requests = {
      clusters: new FollowedRequests<ClusterRequest>({ ...parts, onChange: tell('cluster'), type: CLUSTER_REQUESTS, isWanted: () => true }),
      accesses: new FollowedRequests<AccessRequest>({ ...parts, onChange: tell('access'), type: ACCESS_REQUESTS, isWanted: ({ metadata }: KubeObject) => isNamedByUs(metadata.name) }),
    };
    this.#secrets = new KubeconfigSecrets({ ...parts, isNamedByUs, onChange: tell('secret') });
  }

  /** Follows the requests until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const { clusters, accesses } = this.#requests;
    await Promise.all([clusters.run(signal), accesses.run(signal), this.#goOnWhenKnown(signal)]);
  }

  /** Resolves when all requests that there are have been seen, or the platform could not tell them at the first time. */
  async whenTried(signal: AbortSignal): Promise<void> {
    const { clusters, accesses } = this.#requests;
    await Promise.all([clusters.whenTried(signal), accesses.whenTried(signal)]);
  }

  /**
   * Makes what is missing, mends what differs, and says how it stands. One call at a time for a request.
   * Throws a KubeError when the platform refuses a write or the reading of the Secret.
   */
  async open(order: AccessOrder, signal: AbortSignal): Promise<ClusterAccessState> {
    this.#wakes.note(refText(order.request), objectsOf(order), order.wake);
    const unknown = await this.#unknown(signal);
    if (unknown !== undefined) return unknown;
    const cluster = await clusterStep(this.#requests, order, signal);
    if (cluster.kind === 'stopped') return cluster.state;
    const access = await accessStep(this.#requests, cluster, order, signal);
    if (access.kind === 'stopped') return access.state;
    this.#wakes.note(refText(order.request), [...objectsOf(order), objectName('secret', refText(secretOf(access.request)))], order.wake);
    return kubeconfigStep({ secrets: this.#secrets, clock: this.#time.clock, request: access.request, notice: cluster.notice }, signal);
  }

  /** Takes the requests down: the AccessRequest first, then the ClusterRequest where it is ours. What is not ours is left alone. */
  async close(order: AccessOrder, signal: AbortSignal): Promise<ClosedAccess> {
    this.#wakes.note(refText(order.request), objectsOf(order), order.wake);
    const closed = await this.#takenDown(order, signal);
    if (closed.kind === 'gone') this.#leave(order.request);
    return closed;
  }

  /** Takes back what was asked for and denied, so that `open` asks for it anew. What was granted stays, and the order is woken as before. */
  async withdraw(order: AccessOrder, signal: AbortSignal): Promise<ClosedAccess> {
    await this.whenTried(signal);
    return withdraw(this.#requests, order, signal);
  }

  /** Nobody wants it any more, and nobody is woken for it. Its requests stay as they are; `close` takes them down. */
  forget({ request }: { readonly request: NamespacedName }): void {
    this.#leave(request);
    this.#requests.clusters.forget(request);
    this.#requests.accesses.forget(request);
  }

  /** Whether the platform has told which requests there are: before, nothing follows from one that is not seen. Without the kinds there are none. */
  get isKnown(): boolean {
    const { clusters, accesses } = this.#requests;
    return [clusters, accesses].every(({ knowledge }) => knowledge.kind !== 'unknown');
  }

  /** Whether a request of ours stands there, as far as is known. */
  has({ request }: Pick<AccessOrder, 'request'>): boolean {
    const { clusters, accesses } = this.#requests;
    return [clusters.get(request), accesses.get(request)].some((found) => found !== undefined && isOurs(found.metadata.labels, request));
  }

  /**
   * Opens an access and waits for it: for one that the provider needs before it can begin.
   * Throws AccessDenied, or AccessNotGranted with what was seen last.
   */
  whenGranted(wait: WaitForGrant, signal: AbortSignal): Promise<GrantedAccess> {
    return whenGranted({ ...this.#time, open: (order, until) => this.open(order, until) }, wait, signal);
  }

  /** That it is gone stays known: an order that goes in several steps asks for it at each. */
  #leave(request: NamespacedName): void {
    this.#wakes.forget(refText(request));
    this.#secrets.forget(secretOf(this.#requests.accesses.get(request) ?? { metadata: request }));
  }

  async #takenDown({ request, cluster }: AccessOrder, signal: AbortSignal): Promise<ClosedAccess> {
    await this.whenTried(signal);
    try {
      const access = await takeDown(this.#requests.accesses, request, signal);
      if (access.kind === 'stillThere' || cluster.kind === 'existing') return access;
      return await takeDown(this.#requests.clusters, request, signal);
    } catch (error) {
      // Said by the server just now: with the kinds all requests are gone.
      if (error instanceof ApiNotServed) return { kind: 'gone' };
      throw error;
    }
  }

  /** Whoever was told that nothing is known yet looks again; later changes are told one by one. */
  async #goOnWhenKnown(signal: AbortSignal): Promise<void> {
    const { clusters, accesses } = this.#requests;
    try {
      await Promise.all([clusters.whenFilled(signal), accesses.whenFilled(signal)]);
    } catch {
      return; // stopped before there was anything to follow
    }
    this.#wakes.tellAll();
    await this.#secrets.run(signal);
  }

  async #unknown(signal: AbortSignal): Promise<Stopped | undefined> {
    await this.whenTried(signal);
    const { clusters, accesses } = this.#requests;
    return unknownState([clusters.knowledge, accesses.knowledge], this.#time.clock);
  }
}

function unknownState(knowledge: readonly Knowledge[], clock: Clock): Stopped | undefined {
  if (knowledge.some(({ kind }) => kind === 'notServed')) {
    return { kind: 'notServed', message: 'The platform cluster does not serve clusters.openmcp.cloud, so it knows no clusters. Install openMCP there; it is looked for again and again' };
  }
  const unknown = knowledge.find((each) => each.kind === 'unknown');
  if (unknown === undefined) return undefined;
  return {
    kind: 'waiting',
    reason: 'PlatformClusterInteractionProblem',
    message: 'The platform cluster has not told its requests yet',
    ...(unknown.cause === undefined ? {} : { said: unknown.cause.message }),
    since: new Date(clock.now()).toISOString(),
  };
}

function objectsOf({ request, cluster }: AccessOrder): string[] {
  const source = cluster.kind === 'existing' ? cluster.request : request;
  return [objectName('access', refText(request)), objectName('cluster', refText(source))];
}

function objectName(kind: Kind, ref: string): string {
  return `${kind} ${ref}`;
}
