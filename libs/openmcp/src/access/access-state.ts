import type { NamespacedName } from '../requests/request-kinds.js';

/** Why an access is not there yet. The words are those of openMCP's own reasons. */
export type WaitingReason =
  | 'WaitingForClusterRequest'
  | 'WaitingForAccessRequest'
  /** One of the requests is being deleted although it is wanted; it is made anew when it is gone. */
  | 'WaitingForClusterRequestDeletion'
  | 'WaitingForAccessRequestDeletion'
  /** The platform cluster has not told yet what there is. */
  | 'PlatformClusterInteractionProblem';

/** Why an access that was granted can't be used. */
export type UnusableReason = 'KubeconfigMissing' | 'KubeconfigKeyMissing' | 'KubeconfigRefused' | 'TokenExpired';

/** Where the kubeconfig stands. */
export interface KubeconfigSecret extends NamespacedName {
  readonly key: 'kubeconfig';
}

/**
 * How it stands with one access. Each but `granted` says in words what there is and what to do: `message` may be shown to the tenant, while
 * `said`, the platform's own words, is for operators. Every change calls the order's `wake`.
 */
export type ClusterAccessState =
  | {
      readonly kind: 'granted';
      readonly secret: KubeconfigSecret;
      /** The text, vetted as input; it holds a credential. */
      readonly kubeconfig: string;
      /** Another one means another content: connections made before are to be made anew. */
      readonly version: string;
      /** How long the token is still good. A new one comes before and calls `wake`; look again when this is over. */
      readonly expiresInMs?: number;
      /** What was ordered differently by now and can't be changed, in words. */
      readonly notice?: string;
    }
  | {
      readonly kind: 'waiting';
      readonly reason: WaitingReason;
      readonly message: string;
      readonly said?: string;
      /** Since when, as Kubernetes writes times. */
      readonly since: string;
    }
  /** The cluster's request, which is not ours, is not there. */
  | { readonly kind: 'noCluster'; readonly request: NamespacedName; readonly message: string }
  | { readonly kind: 'denied'; readonly reason: 'AccessDenied'; readonly message: string; readonly said?: string }
  | { readonly kind: 'unusable'; readonly reason: UnusableReason; readonly message: string }
  /** An object of our request's name is somebody else's, or leads elsewhere. */
  | { readonly kind: 'foreign'; readonly reason: 'ForeignRequest'; readonly message: string }
  /** The platform cluster does not know the kinds; it is asked again. */
  | { readonly kind: 'notServed'; readonly message: string };

/** All that there is to say, for operators. */
export function toldInFull(state: Exclude<ClusterAccessState, { readonly kind: 'granted' }>): string {
  const said = 'said' in state ? state.said : undefined;
  return said === undefined ? state.message : `${state.message}: ${said}`;
}

/** What became of a `close`. Whoever got `stillThere` is woken when it goes on. */
export type ClosedAccess = { readonly kind: 'gone' } | { readonly kind: 'stillThere'; readonly message: string };
