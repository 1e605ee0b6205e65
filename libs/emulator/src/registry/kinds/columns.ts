/** The columns of built-in kinds in tables. */
import { objectAt, objectsAt, textAt, type KubeObject } from '../../storage/kube-object.js';
import type { Column } from '../type/resource-type.js';

/** Where every object says when it was made. */
export const CREATED = '.metadata.creationTimestamp';

/** How old an object is: the last column of most kinds. */
export const AGE: Column = { name: 'Age', type: 'date', jsonPath: CREATED };

/** The time itself, which some kinds show in its place. */
export const CREATED_AT: Column = { name: 'Created At', type: 'string', jsonPath: CREATED };

/** A column of what stands at a path. */
export function column(name: string, jsonPath: string, type = 'string'): Column {
  return { name, type, jsonPath };
}

/** The columns of RoleBindings and ClusterRoleBindings; the last ones are for wide tables. */
export const BINDING_COLUMNS: readonly Column[] = [
  { ...column('Role', '.roleRef'), text: roleText },
  AGE,
  { ...column('Users', '.subjects'), priority: 1, text: (binding) => subjectsText(binding, 'User') },
  { ...column('Groups', '.subjects'), priority: 1, text: (binding) => subjectsText(binding, 'Group') },
  { ...column('ServiceAccounts', '.subjects'), priority: 1, text: (binding) => subjectsText(binding, 'ServiceAccount') },
];

function roleText(binding: KubeObject): string {
  const { kind, name } = objectAt(binding.roleRef);
  return `${textAt(kind) ?? ''}/${textAt(name) ?? ''}`;
}

function subjectsText(binding: KubeObject, kind: 'User' | 'Group' | 'ServiceAccount'): string {
  const subjects = objectsAt(binding.subjects).filter((subject) => subject.kind === kind);
  return subjects.map(({ namespace, name }) => (kind === 'ServiceAccount' ? `${textAt(namespace) ?? ''}/${textAt(name) ?? ''}` : (textAt(name) ?? ''))).join(', ');
}
