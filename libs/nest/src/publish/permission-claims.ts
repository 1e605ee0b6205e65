/**
 * What an offer needs in its tenants' workspaces, as kcp's permission claims. The publisher writes them into
 * the export, the source compares them with what a binding grants, and the consumer's binding is printed from them.
 */
import { CREDENTIAL_KINDS, CREDENTIAL_VERBS, credentialNeed } from '../credential/credential-need.js';
import { claimableKind } from '../customer/claimable-kinds.js';
import type { AnyOffer } from '../offer/offer.js';
import type { Right } from '../offer/rights.js';

/** One claim of an export. */
export interface PermissionClaim {
  readonly group: string;
  readonly resource: string;
  /** Sorted; kcp v1alpha2 grants verb by verb. */
  readonly verbs: readonly string[];
}

/** A claim, and whether the order waits for it. */
export interface NeededClaim extends PermissionClaim {
  readonly need: 'required' | 'optional';
}

/** Events are told where the tenant lets us, and nothing waits for that. */
const EVENTS: NeededClaim = { group: '', resource: 'events', verbs: ['create', 'get', 'patch'], need: 'optional' };
/** What the runtime itself does with every kind that a handler touches: it looks before it writes, and watches what it made. */
const LOOK = ['get', 'list', 'watch'];
/** The runtime's `apply` is a create and then a patch, whatever verbs the author thinks of. */
const KEEP = ['create', 'patch', 'delete'];

/** The claims of one offer. Kinds that kcp cannot claim are left out: they are reached with a credential, which takes claims of its own. */
export function claimsOfOffer(offer: AnyOffer): readonly NeededClaim[] {
  return merged([...offer.customer.filter(isClaimable).map(claimOf), EVENTS, ...credentialClaims(credentialNeed(offer)?.need)]);
}

/** What it takes to make a credential in a tenant's workspace; nothing where none is needed. */
export function credentialClaims(need: NeededClaim['need'] | undefined): readonly NeededClaim[] {
  if (need === undefined) return [];
  return CREDENTIAL_KINDS.map(({ group, plural }) => ({ group, resource: plural, verbs: [...CREDENTIAL_VERBS], need }));
}

/** The claims of an export with all these offers. */
export function claimsOfExport(offers: readonly AnyOffer[]): readonly PermissionClaim[] {
  return merged(offers.flatMap(claimsOfOffer)).map(({ group, resource, verbs }) => ({ group, resource, verbs }));
}

function isClaimable({ group, resource }: Right): boolean {
  return claimableKind(group, resource) !== undefined;
}

function claimOf({ group, resource, use, verbs, need }: Right): NeededClaim {
  return { group, resource, need, verbs: sorted([...verbs, ...LOOK, ...(use === 'manages' ? KEEP : [])]) };
}

function merged(claims: readonly NeededClaim[]): NeededClaim[] {
  const byKind = new Map<string, NeededClaim>();
  for (const claim of claims) {
    const name = `${claim.resource}.${claim.group}`;
    const other = byKind.get(name);
    byKind.set(name, other === undefined ? claim : both(other, claim));
  }
  return [...byKind.values()].sort((a, b) => (claimName(a) < claimName(b) ? -1 : 1));
}

function both(a: NeededClaim, b: NeededClaim): NeededClaim {
  const need = a.need === 'required' || b.need === 'required' ? 'required' : 'optional';
  return { ...a, need, verbs: sorted([...a.verbs, ...b.verbs]) };
}

function sorted(verbs: readonly string[]): string[] {
  return [...new Set(verbs)].sort();
}

function claimName({ group, resource }: PermissionClaim): string {
  return `${group}/${resource}`;
}
