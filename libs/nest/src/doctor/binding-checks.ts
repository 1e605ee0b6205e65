import type { KubeObject } from '@kcp-runtime/kube';
import type { AnyOffer } from '../offer/offer.js';
import { claimsOfOffer } from '../publish/permission-claims.js';
import { bindingFields, missingClaims } from '../source/binding.js';
import { readConditions } from '../status/conditions.js';
import type { Check, Tell } from './check.js';
import { claimText } from './export-checks.js';

/** How many troubled bindings are named; all of them are counted. */
const NAMED = 20;

/** How many workspaces bind, and what keeps orders of any of them from being served. */
export function checkBindings(bindings: readonly KubeObject[], offers: readonly AnyOffer[], tell: Tell): void {
  const troubled = bindings.flatMap((binding) => troubleOf(binding, offers) ?? []);
  const well = bindings.length - troubled.length;
  tell({ verdict: 'ok', about: 'bindings', message: `${bindings.length} to be seen, ${well} of them accept all that orders need` });
  for (const check of troubled.slice(0, NAMED)) tell(check);
  if (troubled.length > NAMED) tell({ verdict: 'wrong', about: 'bindings', message: `${troubled.length - NAMED} more are troubled` });
}

/** It is the consumer who can help, so his side is named. */
function troubleOf(binding: KubeObject, offers: readonly AnyOffer[]): Check | undefined {
  const { cluster, path, granted, isBound } = bindingFields(binding);
  const about = `binding ${binding.metadata.name} in ${path ?? cluster}`;
  if (binding.metadata.deletionTimestamp !== undefined) {
    return { verdict: 'open', about, message: 'it is being deleted; it goes when the orders of that workspace have gone' };
  }
  if (!isBound) return { verdict: 'wrong', about, message: `it is not bound${saying(binding)}` };
  const missing = [...new Set(offers.flatMap((offer) => missingClaims(granted, claimsOfOffer(offer))).map(claimText))];
  if (missing.length === 0) return undefined;
  return { verdict: 'wrong', about, message: `PermissionClaimsNotAccepted: its owner has to accept in spec.permissionClaims of the APIBinding: ${missing.join('; ')}` };
}

function saying({ status }: KubeObject): string {
  const unmet = readConditions(status).filter(({ status: is }) => is === 'False');
  return unmet.length === 0 ? ': kcp works on it' : unmet.map(({ type, reason, message }) => `; ${type} is False, ${reason}: ${message}`).join('');
}
