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
  for (const binding of BOOTSTRAP_BINDINGS) {
    if (!binding.groups.some((group) => user.groups.includes(group))) continue;
    if (allowsAny(BOOTSTRAP_ROLES[binding.role] ?? [], access)) return true;
  }
  for (const binding of objects.clusterRoleBindings()) {
    if (bindsUser(binding, cluster, user) && allowsAny(rulesOf(objects, binding), access)) return true;
  }
  if (access.kind === 'path' || access.namespace === undefined) return false;
  for (const binding of objects.roleBindings()) {
    if (binding.metadata.namespace !== access.namespace) continue;
    if (bindsUser(binding, cluster, user) && allowsAny(rulesOf(objects, binding), access)) return true;
  }
  return false;
}

function allowsAny(rules: readonly JsonObject[], access: Access): boolean {
  return rules.some((rule) => ruleAllows(rule, access));
}

function rulesOf(objects: RbacObjects, binding: KubeObject): readonly JsonObject[] {
  const ref = objectAt(binding.roleRef);
  const name = textAt(ref.name) ?? '';
  if (ref.kind === 'Role') return objectsAt(objects.role(binding.metadata.namespace ?? '', name)?.rules);
  const own = objects.clusterRole(name);
  return own === undefined ? (BOOTSTRAP_ROLES[name] ?? []) : objectsAt(own.rules);
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
