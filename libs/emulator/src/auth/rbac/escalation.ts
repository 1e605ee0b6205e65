/** Nobody may hand out rights that he does not have himself, unless he may `escalate` or `bind`. As in Kubernetes. */
import type { Admission, Writing } from '../../registry/type/admission.js';
import { forbidden, notFound } from '../../server/answer/api-error.js';
import { sameJson } from '../../storage/json/same-json.js';
import { objectAt, objectsAt, textAt, textsAt, type JsonObject, type KubeObject } from '../../storage/kube-object.js';
import type { Access } from './access.js';
import type { User } from '../user.js';

/** What the check asks the logical cluster. */
export interface Rights {
  allows(cluster: string, user: User, access: Access): boolean;
  /** The rules of a role; undefined when there is none of that name. */
  rulesOfRole(cluster: string, namespace: string | undefined, roleRef: JsonObject): readonly JsonObject[] | undefined;
}

const GROUP = 'rbac.authorization.k8s.io';

/** Refuses a Role or ClusterRole with rights that its author does not have. */
export function escalationOfRole(rights: () => Rights, plural: 'roles' | 'clusterroles'): NonNullable<Admission['admit']> {
  return (role, old, writing) => {
    if (old !== undefined && sameJson(role.rules, old.rules)) return;
    if (may(rights(), writing, role, { verb: 'escalate', plural, name: role.metadata.name })) return;
    refuseMissing(rights(), role, plural, objectsAt(role.rules), writing);
  };
}

/** Refuses a RoleBinding or ClusterRoleBinding to a role with rights that its author does not have. */
export function escalationOfBinding(rights: () => Rights, plural: 'rolebindings' | 'clusterrolebindings'): NonNullable<Admission['admit']> {
  return (binding, old, writing) => {
    if (old !== undefined && sameJson(binding.roleRef, old.roleRef) && sameJson(binding.subjects, old.subjects)) return;
    const roleRef = objectAt(binding.roleRef);
    const ofRoles = roleRef.kind === 'Role' ? 'roles' : 'clusterroles';
    if (may(rights(), writing, binding, { verb: 'bind', plural: ofRoles, name: textAt(roleRef.name) ?? '' })) return;
    const rules = rights().rulesOfRole(writing.cluster, binding.metadata.namespace, roleRef);
    if (rules === undefined) throw notFound({ group: GROUP, plural: ofRoles }, textAt(roleRef.name) ?? '');
    refuseMissing(rights(), binding, plural, rules, writing);
  };
}

function may(rights: Rights, { cluster, user }: Writing, object: KubeObject, what: { verb: string; plural: string; name: string }): boolean {
  return rights.allows(cluster, user, { kind: 'resource', group: GROUP, version: 'v1', subresource: undefined, namespace: object.metadata.namespace, ...what });
}

function refuseMissing(rights: Rights, object: KubeObject, plural: string, rules: readonly JsonObject[], { cluster, user }: Writing): void {
  const missing = rules.flatMap((rule) => accessesOf(rule, object.metadata.namespace)).filter((access) => !rights.allows(cluster, user, access));
  if (missing.length === 0) return;
  const texts = missing.map((access) => (access.kind === 'path' ? `${access.verb} ${access.path}` : `${access.verb} ${access.plural}.${access.group}`));
  throw forbidden({ group: GROUP, plural }, object.metadata.name, `user ${JSON.stringify(user.name)} is attempting to grant RBAC permissions not currently held: ${texts.join(', ')}`);
}

/** Everything that a rule gives, one by one; a star stands for itself and is only covered by a star. */
function accessesOf(rule: JsonObject, namespace: string | undefined): Access[] {
  const names = textsAt(rule.resourceNames);
  return textsAt(rule.verbs).flatMap((verb): Access[] => [
    ...textsAt(rule.nonResourceURLs).map((path): Access => ({ kind: 'path', verb, path })),
    ...textsAt(rule.apiGroups).flatMap((group) =>
      textsAt(rule.resources).flatMap((resource): Access[] => {
        const [plural = '', subresource] = resource.split('/');
        const access = { kind: 'resource', verb, group, version: '', plural, subresource, namespace } as const;
        return (names.length === 0 ? [undefined] : names).map((name): Access => ({ ...access, name }));
      }),
    ),
  ]);
}
