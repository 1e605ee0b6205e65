/**
 * The ceiling that an export may set: roles in its own workspace bound what anybody may do with its API in the workspaces of
 * consumers, whatever he may do there by their roles. Subjects bear a prefix, so that no ordinary role is meant by accident.
 */
import { MASTERS_GROUP, type User } from '../../auth/user.js';
import type { Access } from '../../auth/rbac/access.js';
import { globalName } from '../../auth/foreign-user.js';
import { objectAt, objectsAt, type KubeObject } from '../../storage/kube-object.js';
import type { KcpState } from '../../workspace/kcp-state.js';
import { exportReference } from './export-keys.js';
import { findExport } from './find-export.js';

const PREFIX = 'apis.kcp.io:binding:';

/** Whether the policy of the export behind a bound API lets a user do that in the workspace of a consumer; other APIs have no policy. */
export function policyAllows(state: KcpState, cluster: string, user: User, access: Access): boolean {
  if (access.kind === 'path' || user.groups.includes(MASTERS_GROUP)) return true;
  const binding = bindingOf(state, cluster, access.group, access.plural);
  const found = binding === undefined ? undefined : findExport(state, cluster, exportReference(binding));
  // Without its export there is no policy either.
  if (found === undefined || !hasPolicy(found.object)) return true;
  return state.allows(found.cluster, prefixed(user), access);
}

/** Whether the export has a policy at all. */
export function hasPolicy(apiExport: KubeObject): boolean {
  return objectAt(objectAt(apiExport.spec).maximalPermissionPolicy).local !== undefined;
}

/** The user as roles of a policy name him. */
export function prefixed(user: User): User {
  return { name: PREFIX + globalName(user), groups: user.groups.map((group) => PREFIX + group) };
}

function bindingOf(state: KcpState, cluster: string, group: string, plural: string): KubeObject | undefined {
  for (const binding of state.collection('apis.kcp.io', 'apibindings').in(cluster)) {
    if (objectsAt(objectAt(binding.status).boundResources).some((bound) => bound.group === group && bound.resource === plural)) return binding;
  }
  return undefined;
}
