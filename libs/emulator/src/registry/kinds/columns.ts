/** The columns of built-in kinds in tables. */
import { objectAt, objectsAt, textAt, type JsonObject, type KubeObject } from '../../storage/kube-object.js';
import type { Column } from '../type/resource-type.js';

/** Where every object says when it was made. */
export const CREATED = '.metadata.creationTimestamp';

/** Where every object says its name; a kind with a column for it has none before all others. */
export const OWN_NAME = '.metadata.name';

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

/** The columns of Events, of either group; some are for wide tables. */
export const EVENT_COLUMNS: readonly Column[] = [
  { ...column('Last Seen', '.lastTimestamp', 'date'), value: lastSeen },
  column('Type', '.type'),
  column('Reason', '.reason'),
  { ...column('Object', '.involvedObject'), text: (event) => subjectText(subjectOf(event)) },
  { ...column('Subobject', '.involvedObject.fieldPath'), priority: 1, text: (event) => textAt(subjectOf(event).fieldPath) ?? '' },
  { ...column('Source', '.source'), priority: 1, text: sourceText },
  { ...column('Message', '.message'), text: (event) => (textAt(event.message) ?? textAt(event.note) ?? '').trim() },
  { ...column('First Seen', '.firstTimestamp', 'date'), priority: 1, value: firstSeen },
  { ...column('Count', '.count'), priority: 1, text: (event) => String(objectAt(event.series).count ?? event.count ?? event.deprecatedCount ?? 1) },
  { ...column('Name', OWN_NAME), priority: 1 },
];

function firstSeen(event: KubeObject): unknown {
  return event.firstTimestamp ?? event.deprecatedFirstTimestamp ?? event.eventTime;
}

function lastSeen(event: KubeObject): unknown {
  return objectAt(event.series).lastObservedTime ?? event.lastTimestamp ?? event.deprecatedLastTimestamp ?? firstSeen(event);
}

/** What an Event is about, as either group names it. */
function subjectOf(event: KubeObject): JsonObject {
  return objectAt(event.involvedObject ?? event.regarding);
}

function subjectText({ kind, name }: JsonObject): string {
  return name === undefined ? (textAt(kind) ?? '').toLowerCase() : `${(textAt(kind) ?? '').toLowerCase()}/${textAt(name) ?? ''}`;
}

function sourceText(event: KubeObject): string {
  const { component, host } = objectAt(event.source ?? event.deprecatedSource);
  return [textAt(component) ?? textAt(event.reportingComponent) ?? textAt(event.reportingController), textAt(host)].filter((part) => part !== undefined && part !== '').join(', ');
}

function roleText(binding: KubeObject): string {
  const { kind, name } = objectAt(binding.roleRef);
  return `${textAt(kind) ?? ''}/${textAt(name) ?? ''}`;
}

function subjectsText(binding: KubeObject, kind: 'User' | 'Group' | 'ServiceAccount'): string {
  const subjects = objectsAt(binding.subjects).filter((subject) => subject.kind === kind);
  return subjects.map(({ namespace, name }) => (kind === 'ServiceAccount' ? `${textAt(namespace) ?? ''}/${textAt(name) ?? ''}` : (textAt(name) ?? ''))).join(', ');
}
