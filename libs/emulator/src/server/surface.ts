import type { Access } from '../auth/rbac/access.js';
import type { User } from '../auth/user.js';
import type { ObjectView } from '../registry/object-view.js';
import type { ResourceType, ServedResource } from '../registry/type/resource-type.js';
import type { Shard } from '../storage/shard.js';
import type { KcpState } from '../workspace/kcp-state.js';

/**
 * What one root of URLs serves to its clients: a workspace, or a virtual workspace of an export.
 * Made anew for every request, so that rights and bindings are those of this moment.
 */
export interface Surface {
  readonly state: KcpState;
  /** The logical cluster; undefined for all clusters at once. */
  readonly cluster: string | undefined;
  /** The shard that answers. */
  readonly shard: Shard;
  /** Everything served here, for discovery. */
  types(): Iterable<ResourceType>;
  /** The resource of a request; undefined when it is not served here. */
  find(group: string, version: string, plural: string): ServedResource | undefined;
  /** @throws ApiError 403 when the user may not do this here */
  authorize(user: User, access: Access): void;
  /** @throws ApiError when storage behind a served resource is not there (yet, or for such a request) */
  checkStorage(served: ServedResource, verb: string, name: string | undefined): void;
  /** The part of a resource that is shown here; undefined for all of it. */
  view(type: ResourceType): ObjectView | undefined;
  /** As whom the storage sees a write. */
  actor(user: User): User;
  /** Marks watches that have to break when what serves them changes. */
  watchTag(type: ResourceType): string | undefined;
  readonly kind: 'workspace' | 'virtual';
}
