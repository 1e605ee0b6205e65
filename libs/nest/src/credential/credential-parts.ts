import type { KubeObject } from '@kcp-runtime/kube';
import { rulesFor } from '../access/permissions.js';
import { bindingTo, grant, rule, serviceAccount } from '../manifests/rbac.js';
import type { OrderOwner } from '../customer/order-owner.js';
import type { CredentialNeed, CredentialUse } from './credential-need.js';

/** Name of the set that a credential's objects are applied as. */
export const CREDENTIAL_SET = 'kcp-runtime.credential';

/** Behind a front-proxy an account needs it to enter even its own workspace (kcp#3161). */
const WORKSPACE_ACCESS = { kind: 'ClusterRole', name: 'system:kcp:workspace:access' };

/** Name of one of an order's ServiceAccounts. */
export function accountName({ identity }: OrderOwner, use: CredentialUse | 'minter'): string {
  return `${identity}-${use}`;
}

/** Name of the ClusterRole of such an account, and of its binding. */
export function grantName(owner: OrderOwner, use: CredentialUse): string {
  return `kcp-runtime:${accountName(owner, use)}`;
}

/**
 * All that a credential is made of, in the order in which it is made; it is taken down in reverse, rights before accounts.
 * The minter may do one thing: ask for tokens of exactly the other accounts. It has no token of its own but while it does.
 */
export function credentialParts(owner: OrderOwner, { accounts }: CredentialNeed): readonly KubeObject[] {
  const { namespace } = owner.key;
  const minter = { name: accountName(owner, 'minter'), namespace };
  const names = accounts.map(({ use }) => accountName(owner, use));
  const everybody = [minter.name, ...names].map((name) => ({ name, namespace }));
  return [
    ...everybody.map(serviceAccount),
    ...grant(minter, [rule('', 'serviceaccounts/token', ['create'], names)], minter),
    ...everybody.map((account) => bindingTo({ name: `kcp-runtime:${account.name}:access` }, WORKSPACE_ACCESS, account)),
    ...accounts.flatMap((account) => grant({ name: grantName(owner, account.use) }, rulesFor(account.use, account.rights), { name: accountName(owner, account.use), namespace })),
  ];
}
