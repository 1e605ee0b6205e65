import type { KubeObject } from '../../storage/kube-object.js';
import { appliedClaims, type AppliedClaim } from './applied-claims.js';

/** The claims of bindings, hashed once for each state of a binding: every write in a workspace asks for them. */
export class ClaimCache {
  readonly #applied = new WeakMap<KubeObject, readonly AppliedClaim[]>();

  of(binding: KubeObject): readonly AppliedClaim[] {
    let applied = this.#applied.get(binding);
    if (applied === undefined) {
      applied = appliedClaims(binding);
      this.#applied.set(binding, applied);
    }
    return applied;
  }
}
