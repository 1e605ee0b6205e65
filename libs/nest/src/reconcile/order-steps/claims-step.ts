import { because } from '../../status/reasons.js';
import type { Ended } from '../ended.js';
import type { Pass } from '../pass.js';

/**
 * Before anything else: our own export is bound in the order's workspace. Two exports with one schema show each other's orders
 * in kcp's wildcard lists, and what is not ours is neither written nor cleaned up.
 */
export function awaitBinding(pass: Pass): Ended | undefined {
  return pass.home.claims(pass.key).kind === 'unseen' ? { ended: 'unseen' } : undefined;
}

/**
 * Step 5: the tenant has accepted what this offer needs. It comes before the finalizer, so that an order
 * which never got further can always be deleted.
 */
export function awaitClaims(pass: Pass): Ended | undefined {
  const claims = pass.home.claims(pass.key);
  switch (claims.kind) {
    case 'unseen':
      return { ended: 'unseen' };
    case 'missing': {
      const why = because.claimsMissing(claims.claims);
      pass.unmet('PermissionClaimsAccepted', why);
      return { ended: 'waiting', because: why };
    }
    case 'accepted':
      if (pass.home.mode === 'kcp') pass.met('PermissionClaimsAccepted', because.claimsAccepted());
      return undefined;
  }
}
