import type { Access } from '../auth/rbac/access.js';
import { resourceWithSub } from '../auth/rbac/access.js';
import { policyAllows } from '../apis/export/maximal-permission-policy.js';
import { MASTERS_GROUP, type User } from '../auth/user.js';
import type { ResourceType, ServedResource } from '../registry/type/resource-type.js';
import type { Shard } from '../storage/shard.js';
import type { KcpState } from '../workspace/kcp-state.js';
import { ApiError, forbidden } from './answer/api-error.js';
import type { Surface } from './surface.js';

/** One logical cluster as its own users see it. */
export class WorkspaceSurface implements Surface {
  readonly kind = 'workspace';
  readonly shard: Shard;

  constructor(
    readonly state: KcpState,
    readonly cluster: string,
  ) {
    this.shard = state.storage.shardOf(cluster);
  }

  types(): Iterable<ResourceType> {
    return this.state.catalog.types(this.cluster);
  }

  find(group: string, version: string, plural: string): ServedResource | undefined {
    return this.state.catalog.find(this.cluster, group, version, plural);
  }

  authorize(user: User, access: Access): void {
    if (user.groups.includes(MASTERS_GROUP)) return;
    if (this.state.logicalCluster(this.cluster) === undefined || !this.state.mayEnter(this.cluster, user)) throw denied(user, access);
    if (isGuardedStatus(access) || !policyAllows(this.state, this.cluster, user, access)) throw denied(user, access);
    if (!this.state.allows(this.cluster, user, access)) throw denied(user, access);
  }

  checkStorage(): void {
    // Whatever a workspace serves is stored beside it.
  }

  view(): undefined {
    return undefined;
  }

  actor(user: User): User {
    return user;
  }

  watchTag(): undefined {
    return undefined;
  }
}

/** kcp alone writes these, whatever RBAC says. */
function isGuardedStatus(access: Access): boolean {
  return access.kind === 'resource' && access.group === 'apis.kcp.io' && access.subresource === 'status' && (access.plural === 'apibindings' || access.plural === 'apiexports');
}

/** The answer to somebody who may not do this. */
export function denied(user: User, access: Access): ApiError {
  if (access.kind === 'path') {
    return new ApiError(403, 'Forbidden', `forbidden: User ${JSON.stringify(user.name)} cannot ${access.verb} path ${JSON.stringify(access.path)}: access denied`, {});
  }
  const where = access.namespace === undefined ? 'at the cluster scope' : `in the namespace ${JSON.stringify(access.namespace)}`;
  const what = `User ${JSON.stringify(user.name)} cannot ${access.verb} resource ${JSON.stringify(resourceWithSub(access))} in API group ${JSON.stringify(access.group)} ${where}: access denied`;
  return forbidden({ group: access.group, plural: access.plural }, access.name ?? '', what);
}
