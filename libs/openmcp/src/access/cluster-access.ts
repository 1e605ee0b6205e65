/**
 * Access to clusters by openMCP's requests: makes ClusterRequests and AccessRequests, follows them, and takes them down.
 * All is known from watches, so an order whose access stands as it is wanted costs no request.
 */
import type { Clock, KubeApi, Random } from '@kcp-runtime/kube';
import type { AccessOrder } from './access-order.js';
import type { ClosedAccess, ClusterAccessState } from './access-state.js';

/** What {@link ClusterAccess} is made of. */
export interface ClusterAccessParts {
  /** The platform cluster. */
  readonly api: KubeApi;
  /** The first parts of all request names that will be asked for: those of the provider's own accesses and of its offers. */
  readonly controllers: readonly string[];
  readonly clock: Clock;
  readonly random: Random;
}

/** How long to wait for an access, and for which. */
export interface WaitForGrant {
  readonly order: Omit<AccessOrder, 'wake'>;
  readonly timeoutMs: number;
  /** Told each new state that is not `granted`. */
  readonly onState?: (state: ClusterAccessState) => void;
}

export class ClusterAccess {
  constructor(private readonly parts: ClusterAccessParts) {}

  /** Follows the requests until the signal aborts. */
  run(signal: AbortSignal): Promise<void> {
    throw new Error(`not yet ${String(signal.aborted)}${this.parts.controllers.length}`);
  }

  /** Resolves when all requests that there are have been seen, or the platform said that it has none of the kinds. */
  whenTried(signal: AbortSignal): Promise<void> {
    throw new Error(`not yet ${String(signal.aborted)}`);
  }

  /** Makes what is missing, mends what differs, and says how it stands. One call at a time for a request. */
  open(order: AccessOrder, signal: AbortSignal): Promise<ClusterAccessState> {
    throw new Error(`not yet ${order.request.name} ${String(signal.aborted)}`);
  }

  /** Takes the requests down: the AccessRequest first, then the ClusterRequest where it is ours. */
  close(order: AccessOrder, signal: AbortSignal): Promise<ClosedAccess> {
    throw new Error(`not yet ${order.request.name} ${String(signal.aborted)}`);
  }

  /** Whether a request of ours stands there, as far as is known. */
  has(order: Pick<AccessOrder, 'request'>): boolean {
    throw new Error(`not yet ${order.request.name}`);
  }

  /**
   * Opens an access and waits for it: for those that the provider needs before it can begin.
   * @throws AccessDenied, AccessUnusable or AccessNotGranted, which names what was waited for
   */
  whenGranted(wait: WaitForGrant, signal: AbortSignal): Promise<Extract<ClusterAccessState, { readonly kind: 'granted' }>> {
    throw new Error(`not yet ${wait.timeoutMs} ${String(signal.aborted)}`);
  }
}
