/**
 * What all controllers and request surfaces look at: its storage, the catalog of served
 * resources and the logical clusters in it. It only finds things; rules and reactions stand elsewhere.
 */
import { ClaimCache } from '../apis/claim/claim-cache.js';
import { claimLabelsFor, isClaimLabel } from '../apis/claim/claim-labels.js';
import type { RbacObjects } from '../auth/rbac/rbac.js';
import { rbacAllows, rulesFor, rulesOfRole } from '../auth/rbac/rbac.js';
import type { Access } from '../auth/rbac/access.js';
import { userIn } from '../auth/foreign-user.js';
import type { User } from '../auth/user.js';
import { resourceKey, type Catalog } from '../registry/type/catalog.js';
import { newObject, type NewObject } from '../registry/new-object.js';
import { ResourceStore } from '../registry/resource-store.js';
import type { ResourceType } from '../registry/type/resource-type.js';
import type { Clock } from '../control/clock.js';
import type { Collection } from '../storage/collection.js';
import { objectAt, textAt, type JsonObject, type KubeObject } from '../storage/kube-object.js';
import type { Storage } from '../storage/storage.js';

/** The logical cluster that every path begins with. */
export const ROOT = 'root';

/** How the server is reached; known once it listens. */
export interface ServerAddress {
  readonly url: string;
  readonly caPem: string;
}

export class KcpState {
  readonly store: ResourceStore;
  readonly claims = new ClaimCache();

  constructor(
    readonly storage: Storage,
    readonly catalog: Catalog,
    readonly address: ServerAddress,
    readonly clock: Clock,
  ) {
    this.store = new ResourceStore(storage, (cluster, name) => this.find('', 'namespaces', cluster, name), {
      demanded: (cluster, type, object) => claimLabelsFor(this, cluster, type.group, type.plural, object),
      isReserved: isClaimLabel,
    }, clock);
  }

  /** The collection of a built-in resource. */
  collection(group: string, plural: string): Collection {
    return this.storage.collection(this.catalog.builtin(group, plural)?.collectionKey ?? resourceKey(group, plural));
  }

  collectionOf(type: ResourceType): Collection {
    return this.storage.collection(type.collectionKey);
  }

  /** An object of a built-in resource, in stored form. */
  find(group: string, plural: string, cluster: string, name: string, namespace?: string): KubeObject | undefined {
    return this.collection(group, plural).get(cluster, namespace, name);
  }

  /** Stores a new object of a built-in resource on the server's own behalf. */
  add(group: string, plural: string, cluster: string, object: NewObject): KubeObject {
    return this.collection(group, plural).put(cluster, newObject(cluster, object, this.clock.timestamp()));
  }

  /** The singleton of a logical cluster; undefined when there is no such cluster. */
  logicalCluster(name: string): KubeObject | undefined {
    return this.find('core.kcp.io', 'logicalclusters', name, 'cluster');
  }

  /** The path of a logical cluster, for people. */
  pathOf(cluster: string): string {
    return this.logicalCluster(cluster)?.metadata.annotations?.['kcp.io/path'] ?? cluster;
  }

  /** The name behind a workspace path, through the Workspace objects; undefined when one of them is missing. */
  resolvePath(path: string): string | undefined {
    const [first = '', ...rest] = path.split(':');
    let cluster: string | undefined = this.logicalCluster(first) === undefined ? undefined : first;
    for (const segment of rest) {
      if (cluster === undefined) return undefined;
      const workspace: KubeObject | undefined = this.find('tenancy.kcp.io', 'workspaces', cluster, segment);
      cluster = textAt(objectAt(workspace?.spec).cluster);
    }
    return cluster;
  }

  /** Whether RBAC of a logical cluster allows the access; workspace access is another question. */
  allows(cluster: string, user: User, access: Access): boolean {
    return rbacAllows(this.rbacObjects(cluster), cluster, userIn(cluster, user), access);
  }

  /** The rules that hold for a user in a namespace of a logical cluster. */
  rulesFor(cluster: string, user: User, namespace: string): JsonObject[] {
    return [...rulesFor(this.rbacObjects(cluster), cluster, userIn(cluster, user), namespace)];
  }

  /** The rules of a role; undefined when there is none of that name. */
  rulesOfRole(cluster: string, namespace: string | undefined, roleRef: JsonObject): readonly JsonObject[] | undefined {
    return rulesOfRole(this.rbacObjects(cluster), namespace, roleRef);
  }

  /** Whether the user may enter the workspace at all. */
  mayEnter(cluster: string, user: User): boolean {
    if (user.homeCluster === cluster) return true;
    return this.allows(cluster, user, { kind: 'path', verb: 'access', path: '/' });
  }

  private rbacObjects(cluster: string): RbacObjects {
    const group = 'rbac.authorization.k8s.io';
    return {
      clusterRole: (name) => this.find(group, 'clusterroles', cluster, name),
      role: (namespace, name) => this.find(group, 'roles', cluster, name, namespace),
      clusterRoleBindings: () => this.collection(group, 'clusterrolebindings').in(cluster),
      roleBindings: () => this.collection(group, 'rolebindings').in(cluster),
    };
  }
}
