import { objectAt, objectsAt, textAt, type JsonObject, type KubeObject } from '../../storage/kube-object.js';
import type { Access } from './access.js';
import { BOOTSTRAP_BINDINGS, BOOTSTRAP_ROLES } from './bootstrap-policy.js';
import { ruleAllows } from './rbac-rule.js';
import { MASTERS_GROUP, type User } from '../user.js';

/** The RBAC objects of one logical cluster. */
export interface RbacObjects {
  clusterRole(name: string): KubeObject | undefined;
  role(namespace: string, name: string): KubeObject | undefined;
  clusterRoleBindings(): Iterable<KubeObject>;
  roleBindings(): Iterable<KubeObject>;
}

/** Answers whether a user may do something in the logical cluster that these objects come from. Reads afresh each time. */
export function rbacAllows(objects: RbacObjects, cluster: string, user: User, access: Access): boolean {
  if (user.groups.includes(MASTERS_GROUP)) return true;
  const namespace = access.kind === 'path' ? undefined : access.namespace;
  for (const rule of rulesFor(objects, cluster, user, namespace)) if (ruleAllows(rule, access)) return true;
  return false;
}

/** The rules that hold for a user in a namespace, or outside of all; those of the server itself first. */
export function* rulesFor(objects: RbacObjects, cluster: string, user: User, namespace: string | undefined): Iterable<JsonObject> {
  for (const binding of BOOTSTRAP_BINDINGS) if (binding.groups.some((group) => user.groups.includes(group))) yield* BOOTSTRAP_ROLES[binding.role] ?? [];
  for (const binding of objects.clusterRoleBindings()) if (bindsUser(binding, cluster, user)) yield* rulesOf(objects, binding);
  if (namespace === undefined) return;
  for (const binding of objects.roleBindings()) {
    if (binding.metadata.namespace === namespace && bindsUser(binding, cluster, user)) yield* rulesOf(objects, binding);
  }
}

function rulesOf(objects: RbacObjects, binding: KubeObject): readonly JsonObject[] {
  const roleRef = objectAt(binding.roleRef);
  const shipped = roleRef.kind === 'Role' ? [] : (BOOTSTRAP_ROLES[textAt(roleRef.name) ?? ''] ?? []);
  return rulesOfRole(objects, binding.metadata.namespace, roleRef) ?? shipped;
}

/** The rules of the role that a reference names; undefined when there is no such object in the cluster. */
export function rulesOfRole(objects: RbacObjects, namespace: string | undefined, roleRef: JsonObject): readonly JsonObject[] | undefined {
  const name = textAt(roleRef.name) ?? '';
  const role = roleRef.kind === 'Role' ? objects.role(namespace ?? '', name) : objects.clusterRole(name);
  return role === undefined ? undefined : objectsAt(role.rules);
}

function bindsUser(binding: KubeObject, cluster: string, user: User): boolean {
  return objectsAt(binding.subjects).some((subject) => isSubject(subject, binding, cluster, user));
}

function isSubject(subject: JsonObject, binding: KubeObject, cluster: string, user: User): boolean {
  switch (subject.kind) {
    case 'User':
      return subject.name === user.name;
    case 'Group':
      return typeof subject.name === 'string' && user.groups.includes(subject.name);
    case 'ServiceAccount': {
      const namespace = textAt(subject.namespace) ?? binding.metadata.namespace ?? '';
      // A ServiceAccount of another workspace may bear the same name; it is not meant.
      return user.homeCluster === cluster && user.name === `system:serviceaccount:${namespace}:${String(subject.name)}`;
    }
    default:
      return false;
  }
}
