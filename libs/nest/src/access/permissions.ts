/** Makes of the rights of an offer what a role, or an AccessRequest, says: the verbs that are named, and those that the runtime itself needs for them. */
import type { PermissionsRequest } from '@kcp-runtime/openmcp';
import type { CredentialUse } from '../credential/credential-need.js';
import { rule } from '../manifests/rbac.js';
import type { PolicyRule } from '../manifests/rbac.js';
import { isEverything } from '../offer/rights.js';
import type { Right } from '../offer/rights.js';

const LOOK = ['get', 'list', 'watch'];
const KEEP = ['create', 'patch', 'delete'];
/** Clients other than ours change objects by PUT. */
const KEEP_BY_WORKERS = [...KEEP, 'update'];

/** The rules of a role for these rights, one each, in their order. */
export function rulesFor(use: CredentialUse, rights: readonly Right[]): PolicyRule[] {
  return rights.map((right) => rule(right.group, right.resource, isEverything(right) ? ['*'] : verbsOf(use, right)));
}

/** What an AccessRequest asks for: in all namespaces, since a right names none. */
export function permissionsFor(use: CredentialUse, rights: readonly Right[]): readonly PermissionsRequest[] {
  return rights.length === 0 ? [] : [{ rules: rulesFor(use, rights).map(({ apiGroups, resources, verbs }) => ({ apiGroups, resources, verbs })) }];
}

/**
 * Lets a namespace be, and no more: whoever grants the access makes the namespaces that it names. So what a handler applies
 * beside its order has the same place on a ControlPlane, which knows no such namespace, as in a workspace.
 */
export function placeFor(namespace: string): PermissionsRequest {
  return { namespace, rules: [{ apiGroups: [''], resources: ['namespaces'], verbs: ['get'] }] };
}

function verbsOf(use: CredentialUse, { use: how, verbs }: Right): string[] {
  const keep = use === 'worker' ? KEEP_BY_WORKERS : KEEP;
  return [...new Set([...verbs, ...LOOK, ...(how === 'manages' ? keep : [])])].sort();
}
