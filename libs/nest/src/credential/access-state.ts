import type { Because, MissingClaim } from '../status/reasons.js';

/** How it stands with the access to the tenant's side that an order needs beyond its claims. */
export type AccessState =
  /** The offer needs none, or has it by other means. */
  | { readonly kind: 'notNeeded' }
  /** With a kubeconfig for workers it has to be renewed after this time, in milliseconds. */
  | { readonly kind: 'ready'; readonly renewInMs?: number }
  /** The offer can do without, and the tenant has not accepted the claims that it takes. */
  | { readonly kind: 'unclaimed'; readonly claims: readonly MissingClaim[] }
  /** It is being made. */
  | { readonly kind: 'waiting'; readonly because: Because; readonly retryAfterMs: number };
