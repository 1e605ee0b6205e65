/**
 * Accesses to clusters that the platform grants, for the orders of one mode: opened and closed by openMCP's requests, told in the
 * words of an order, and worked with over connections of their own. What a request is called and asks for is for those who use it.
 */
import { NotFound } from '@kcp-runtime/kube';
import type { Clock, KubeApi } from '@kcp-runtime/kube';
import type { AccessOrder, ClusterAccess, ClusterAccessState, GrantedAccess, NamespacedName } from '@kcp-runtime/openmcp';
import { CaBundleMissing } from '../config/ca-bundle.js';
import type { AccessRemains, AccessState, TenantReach } from '../credential/access-state.js';
import { DirectSide } from '../customer/direct-side.js';
import type { OrderOwner } from '../customer/order-owner.js';
import { ServedKinds } from '../customer/served-kinds.js';
import type { OrderLog } from '../offer/order.js';
import type { Right } from '../offer/rights.js';
import { because } from '../status/reasons.js';
import type { Because } from '../status/reasons.js';
import type { ClusterConnections, GrantedCluster } from './cluster-connections.js';

/** What they are made of. */
export interface PlatformAccessesParts {
  readonly clusters: Pick<ClusterAccess, 'whenTried' | 'isKnown' | 'open' | 'withdraw' | 'close' | 'has' | 'forget'>;
  readonly connections: Pick<ClusterConnections, 'api' | 'kubeconfig' | 'forget'>;
  readonly clock: Clock;
  /** What to say where the platform knows no such requests. */
  readonly notServed: (message: string) => Because;
  readonly log: OrderLog;
}

/** A call to a cluster whose access is not granted, or no longer. The order waits for it before its handler is called. */
export class ClusterAccessNotOpen extends Error {
  override readonly name = 'ClusterAccessNotOpen';
  constructor({ namespace, name }: NamespacedName) {
    super(`AccessRequest ${namespace}/${name} is not granted. The order is tried again when it is.`);
  }
}

/** The namespace of a tenant may go with all that is in it, and what is asked for there is answered as if the order itself were gone. */
function withoutNamespace({ request }: AccessOrder): (error: unknown) => ClusterAccessState {
  return (error) => {
    if (!(error instanceof NotFound)) throw error;
    return { kind: 'noCluster', request, message: `Nothing can be asked for in namespace ${request.namespace} of the platform cluster: ${error.publicMessage}` };
  };
}

type AwaitedAccess = Extract<ClusterAccessState, { readonly kind: 'waiting' }>;

interface Held {
  granted?: GrantedCluster['granted'];
  /** What the platform has said last, as the log has it. */
  said?: string;
  readonly kinds: ServedKinds;
}

/** For what no watch tells: the platform may not let us watch Secrets, or keep one under a name that is not ours. */
const LOOK_AGAIN_MS = 60_000;
/** After so long nobody believes any more that it only takes time: it is told as a fault. */
const PATIENCE_MS = 300_000;

/** The accesses of one mode. */
export class PlatformAccesses {
  readonly #held = new Map<string, Held>();

  constructor(private readonly parts: PlatformAccessesParts) {}

  /** Makes what is missing and mends what differs. */
  async open(order: AccessOrder, signal: AbortSignal): Promise<AccessState> {
    const state = await this.#opened(order, signal);
    switch (state.kind) {
      case 'granted':
        return this.#connected(order, state, signal);
      case 'waiting':
        return this.#awaited(state);
      case 'noCluster':
        return { kind: 'waiting', because: because.clusterUnrequested(state.message), retryAfterMs: LOOK_AGAIN_MS };
      case 'notServed':
        return { kind: 'waiting', because: this.parts.notServed(state.message), retryAfterMs: LOOK_AGAIN_MS };
      case 'unusable':
        return { kind: 'refused', because: because.accessRefused(state), retryAfterMs: LOOK_AGAIN_MS };
      case 'denied':
      case 'foreign':
        return { kind: 'refused', because: because.accessRefused(state) };
    }
  }

  /**
   * How far an access leads at the end of an order. One that was closed already, or that somebody else takes away, is not made again:
   * it would be made and closed for ever.
   */
  async reach(order: AccessOrder, signal: AbortSignal): Promise<TenantReach> {
    const isThere = await this.has(order, signal);
    if (!isThere && this.parts.clusters.isKnown) return { kind: 'gone' };
    const state = await this.#opened(order, signal);
    switch (state.kind) {
      case 'granted':
        return { kind: 'whole' };
      case 'noCluster':
      case 'denied':
      case 'foreign':
        return { kind: 'gone' };
      case 'waiting':
        return isOutOfReach(state) ? { kind: 'gone' } : { kind: 'waiting', because: because.platformAwaited(state) };
      case 'unusable':
        return { kind: 'waiting', because: because.accessRefused(state), retryAfterMs: LOOK_AGAIN_MS };
      case 'notServed':
        return { kind: 'waiting', because: this.parts.notServed(state.message), retryAfterMs: LOOK_AGAIN_MS };
    }
  }

  /** Whether a request of ours stands there, as far as is known. */
  async has(order: AccessOrder, signal: AbortSignal): Promise<boolean> {
    await this.parts.clusters.whenTried(signal);
    return this.parts.clusters.has(order);
  }

  /** What an order may do in the cluster, kind by kind. */
  side(order: AccessOrder, { owner, rights, signal }: { readonly owner: OrderOwner; readonly rights: readonly Right[]; readonly signal: AbortSignal }): DirectSide {
    const { kinds } = this.#of(order);
    return new DirectSide({ owner, rights, kinds, isOpen: () => true, api: () => this.#api(order, signal), signal });
  }

  /** For those who work beside the cluster, with the rights of the access. */
  async kubeconfig(order: AccessOrder, signal: AbortSignal): Promise<string> {
    return this.parts.connections.kubeconfig(this.#granted(order), signal);
  }

  /** Takes the requests down, also those that no watch has told of yet. Answers what is left. */
  async close(order: AccessOrder, signal: AbortSignal): Promise<AccessRemains | undefined> {
    const closed = await this.parts.clusters.close(order, signal);
    if (closed.kind === 'stillThere') return { kind: 'closing', because: because.accessClosing(closed.message) };
    this.#leave(order.request);
    return undefined;
  }

  /** Takes back what was denied, so that it is asked for anew. Answers what is left of that. */
  async withdraw(order: AccessOrder, signal: AbortSignal): Promise<AccessRemains | undefined> {
    const withdrawn = await this.parts.clusters.withdraw(order, signal);
    return withdrawn.kind === 'stillThere' ? { kind: 'closing', because: because.accessClosing(withdrawn.message) } : undefined;
  }

  /** The order that it was for is gone. */
  forget({ request }: { readonly request: NamespacedName }): void {
    this.#leave(request);
    this.parts.clusters.forget({ request });
  }

  #leave(request: NamespacedName): void {
    this.#held.delete(keyOf(request));
    this.parts.connections.forget(request);
  }

  /** Sends nothing, but shows what would keep every call of the handler from being sent. */
  async #connected(order: AccessOrder, { expiresInMs, notice }: GrantedAccess, signal: AbortSignal): Promise<AccessState> {
    try {
      await this.#api(order, signal);
      return { kind: 'ready', renewInMs: expiresInMs, notice };
    } catch (error) {
      if (error instanceof CaBundleMissing) return { kind: 'refused', because: because.named(error) };
      throw error;
    }
  }

  #awaited(state: AwaitedAccess): AccessState {
    const leftMs = Date.parse(state.since) + PATIENCE_MS - this.parts.clock.now();
    const why = because.platformAwaited(state);
    return leftMs > 0 ? { kind: 'waiting', because: why, retryAfterMs: leftMs } : { kind: 'refused', because: why };
  }

  async #opened(order: AccessOrder, signal: AbortSignal): Promise<ClusterAccessState> {
    const state = await this.parts.clusters.open(order, signal).catch(withoutNamespace(order));
    this.#of(order).granted = state.kind === 'granted' ? state : undefined;
    this.#logSaid(order, state);
    return state;
  }

  /** The platform's own words are not for tenants: they may name hosts, or other tenants. Each is logged once. */
  #logSaid(order: AccessOrder, state: ClusterAccessState): void {
    const held = this.#of(order);
    const said = 'said' in state ? state.said : undefined;
    if (said !== undefined && said !== held.said) this.parts.log.info('The platform has not granted a request', { request: keyOf(order.request), state: state.kind, said });
    held.said = said;
  }

  #api(order: AccessOrder, signal: AbortSignal): Promise<KubeApi> {
    return this.parts.connections.api(this.#granted(order), signal);
  }

  #granted(order: AccessOrder): GrantedCluster {
    const granted = this.#held.get(keyOf(order.request))?.granted;
    if (granted === undefined) throw new ClusterAccessNotOpen(order.request);
    return { request: order.request, granted };
  }

  #of({ request }: AccessOrder): Held {
    const key = keyOf(request);
    const held = this.#held.get(key) ?? { kinds: new ServedKinds() };
    this.#held.set(key, held);
    return held;
  }
}

/** The access is being taken away, or there never was a cluster. Only for an access to a cluster that is there it is worth to wait. */
function isOutOfReach({ reason }: AwaitedAccess): boolean {
  switch (reason) {
    case 'WaitingForClusterRequest':
    case 'WaitingForAccessRequestDeletion':
    case 'WaitingForClusterRequestDeletion':
      return true;
    case 'WaitingForAccessRequest':
    case 'PlatformClusterInteractionProblem':
      return false;
  }
}

function keyOf({ namespace, name }: NamespacedName): string {
  return `${namespace}/${name}`;
}
