import { because } from '../../status/reasons.js';
import type { Ended } from '../ended.js';
import type { Pass } from '../pass.js';

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
