import type { RequestIdentity } from '../requests/request-identity.js';
import type { NamespacedName, TokenRights } from '../requests/request-kinds.js';

/** Whose cluster: one that somebody else has asked for, such as a ControlPlane's, or one that we ask for. */
export type ClusterSource =
  | { readonly kind: 'existing'; readonly request: NamespacedName }
  | { readonly kind: 'ordered'; readonly purpose: string };

/** One access that is wanted. */
export interface AccessOrder {
  readonly request: RequestIdentity;
  readonly cluster: ClusterSource;
  /** The least that is needed. */
  readonly token: TokenRights;
  /** Called when something of it has changed, so that whoever wants it looks again; from the first `open` to the end of `close`. */
  readonly wake: () => void;
}
