/**
 * Whether an offer's orders need a credential in the tenant's workspace, and for what: for workers that call back, and
 * for kinds that kcp cannot claim. All other offers never have one there.
 */
import type { ResourceType } from '@kcp-runtime/kube';
import { claimableKind } from '../customer/claimable-kinds.js';
import type { AnyOffer } from '../offer/offer.js';
import type { Right } from '../offer/rights.js';

/** Who uses a ServiceAccount: the service's workers by a kubeconfig, or the runtime itself. */
export type CredentialUse = 'worker' | 'runtime';

/** One ServiceAccount with rights. */
export interface CredentialAccount {
  readonly use: CredentialUse;
  readonly rights: readonly Right[];
}

/** What is to be made in the workspace of each order. */
export interface CredentialNeed {
  readonly accounts: readonly CredentialAccount[];
  /** `optional`: the order goes on without it. */
  readonly need: Right['need'];
}

const RBAC = 'rbac.authorization.k8s.io';

export const ACCOUNTS = claimable('', 'serviceaccounts');
export const SECRETS = claimable('', 'secrets');
export const GRANTS = claimable(RBAC, 'clusterrolebindings');
/** The kinds that a credential is made of. Each is claimed with these verbs. */
export const CREDENTIAL_KINDS: readonly ResourceType[] = [
  ACCOUNTS, SECRETS, ...['roles', 'rolebindings', 'clusterroles'].map((plural) => claimable(RBAC, plural)), GRANTS,
];
export const CREDENTIAL_VERBS: readonly string[] = ['create', 'delete', 'get', 'list', 'patch', 'watch'];

/** `undefined` for an offer that needs no credential. */
export function credentialNeed(offer: AnyOffer): CredentialNeed | undefined {
  const all: readonly CredentialAccount[] = [
    { use: 'worker', rights: offer.worker },
    { use: 'runtime', rights: unclaimableRights(offer) },
  ];
  const accounts = all.filter(({ rights }) => rights.length > 0);
  if (accounts.length === 0) return undefined;
  const isRequired = accounts.some(({ rights }) => rights.some(({ need }) => need === 'required'));
  return { accounts, need: isRequired ? 'required' : 'optional' };
}

/** What the handler does on the tenant's side and no claim can give. */
export function unclaimableRights({ customer }: AnyOffer): readonly Right[] {
  return customer.filter(({ group, resource }) => claimableKind(group, resource) === undefined);
}

function claimable(group: string, plural: string): ResourceType {
  const type = claimableKind(group, plural);
  if (type === undefined) throw new Error(`${plural} must stand among the claimable kinds: credentials are made of them`);
  return type;
}
