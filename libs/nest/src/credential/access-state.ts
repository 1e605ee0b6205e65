import type { MadeObject } from '../customer/made-objects.js';
import type { Because, MissingClaim } from '../status/reasons.js';

/** How it stands with the access to the tenant's side that an order needs beyond its claims. */
export type AccessState =
  /** The offer needs none, or has it by other means. */
  | { readonly kind: 'notNeeded' }
  /** With a kubeconfig for workers it has to be renewed after this time, in milliseconds. `notice`: what is wanted otherwise by now and can't be changed. */
  | { readonly kind: 'ready'; readonly renewInMs?: number; readonly notice?: string }
  /** The offer can do without, and the tenant has not accepted the claims that it takes. */
  | { readonly kind: 'unclaimed'; readonly claims: readonly MissingClaim[] }
  /** It is being made. Without a time its next step wakes the order. */
  | { readonly kind: 'waiting'; readonly because: Because; readonly retryAfterMs?: number }
  /** It is not to be had, which is told by an Event too. What heals it wakes the order; with a time, it may also be that nobody tells of it. */
  | { readonly kind: 'refused'; readonly because: Because; readonly retryAfterMs?: number };

/** How far the tenant's side can be reached at the end of an order. */
export type TenantReach =
  | { readonly kind: 'whole' }
  /** The tenant has taken claims back: to handlers it is gone, but what he still lets us delete goes. */
  | { readonly kind: 'part' }
  /** Gone for good, with all that stood in it. */
  | { readonly kind: 'gone' }
  /** It is there, and access to it is on its way. */
  | { readonly kind: 'waiting'; readonly because: Because; readonly retryAfterMs?: number };

/** What is left of an access that is being taken down. */
export type AccessRemains =
  /** Somebody's finalizer holds an object that nobody watches: it is looked at again. */
  | { readonly kind: 'held'; readonly object: MadeObject }
  /** The platform is at it, and its next step wakes the order. */
  | { readonly kind: 'closing'; readonly because: Because };
