/** Roles and bindings: what may stand in them. */
import type { Cause } from '../../server/answer/api-error.js';
import { isJsonObject, objectAt, objectsAt, textAt, textsAt, type JsonObject, type KubeObject } from '../../storage/kube-object.js';
import { sameJson } from '../../storage/json/same-json.js';
import type { Admission } from '../type/admission.js';

const GROUP = 'rbac.authorization.k8s.io';

/** Where the rules of a role hold, or whom its binding may name. */
type Reach = 'namespace' | 'cluster';

/** A binding refers to one role for ever. */
export function bindingAdmission(reach: Reach): Admission {
  return {
    generation: 'none',
    prepareCreate: fillInGroups,
    prepareUpdate: fillInGroups,
    validate(object, old) {
      const subjects = objectsAt(object.subjects).flatMap((subject, at) => subjectFaults(subject, reach, `subjects[${at}]`));
      const changed = old === undefined || sameJson(object.roleRef, old.roleRef) ? [] : [changedRole(objectAt(object.roleRef))];
      return [...roleRefFaults(objectAt(object.roleRef), reach), ...subjects, ...changed];
    },
  };
}

/** The value is told by the names that its fields have in Go. */
function changedRole({ apiGroup, kind, name }: JsonObject): Cause {
  const value = JSON.stringify({ APIGroup: apiGroup, Kind: kind, Name: name });
  return { reason: 'FieldValueInvalid', message: `Invalid value: ${value}: cannot change roleRef`, field: 'roleRef' };
}

function roleRefFaults({ apiGroup, kind, name }: JsonObject, reach: Reach): Cause[] {
  const kinds = reach === 'namespace' ? ['ClusterRole', 'Role'] : ['ClusterRole'];
  return [
    ...(apiGroup === GROUP ? [] : [unsupported(apiGroup, [GROUP], 'roleRef.apiGroup')]),
    ...(kinds.includes(textAt(kind) ?? '') ? [] : [unsupported(kind, kinds, 'roleRef.kind')]),
    ...(textAt(name) ?? '') === '' ? [required('roleRef.name')] : pathNameFaults(textAt(name) ?? '', 'roleRef.name'),
  ];
}

function subjectFaults(subject: JsonObject, reach: Reach, path: string): Cause[] {
  const unnamed = (textAt(subject.name) ?? '') === '' ? [required(`${path}.name`)] : [];
  switch (subject.kind) {
    case 'ServiceAccount': {
      const grouped = (textAt(subject.apiGroup) ?? '') === '' ? [] : [unsupported(subject.apiGroup, [''], `${path}.apiGroup`)];
      const homeless = reach === 'cluster' && (textAt(subject.namespace) ?? '') === '' ? [required(`${path}.namespace`)] : [];
      return [...unnamed, ...grouped, ...homeless];
    }
    case 'User':
    case 'Group':
      return [...unnamed, ...(subject.apiGroup === GROUP ? [] : [unsupported(subject.apiGroup, [GROUP], `${path}.apiGroup`)])];
    default:
      return [...unnamed, unsupported(subject.kind, ['Group', 'ServiceAccount', 'User'], `${path}.kind`)];
  }
}

/** Where no group is said it is that of RBAC itself, but for ServiceAccounts, which are of the core. */
function fillInGroups(object: KubeObject): void {
  const ref = objectAt(object.roleRef);
  if ((textAt(ref.apiGroup) ?? '') === '') object.roleRef = { ...ref, apiGroup: GROUP };
  if (!Array.isArray(object.subjects)) return;
  object.subjects = object.subjects.map((subject: unknown) => {
    if (!isJsonObject(subject) || (textAt(subject.apiGroup) ?? '') !== '' || (subject.kind !== 'User' && subject.kind !== 'Group')) return subject;
    return { ...subject, apiGroup: GROUP };
  });
}

/** The rules of a role. */
export function roleAdmission(reach: Reach): Admission {
  return {
    generation: 'none',
    validate: (object) => [...objectsAt(object.rules).flatMap((rule, at) => ruleFaults(rule, reach, `rules[${at}]`)), ...aggregationFaults(object.aggregationRule)],
  };
}

function ruleFaults(rule: JsonObject, reach: Reach, path: string): Cause[] {
  const [verbs, groups, resources, names, urls] = [rule.verbs, rule.apiGroups, rule.resources, rule.resourceNames, rule.nonResourceURLs].map(textsAt) as [string[], string[], string[], string[], string[]];
  const idle = verbs.length === 0 ? [required(`${path}.verbs`, 'verbs must contain at least one value')] : [];
  if (urls.length > 0) {
    const here = reach === 'namespace' ? ['namespaced rules cannot apply to non-resource URLs'] : [];
    const both = groups.length + resources.length + names.length > 0 ? ['rules cannot apply to both regular resources and non-resource URLs'] : [];
    return [...idle, ...[...here, ...both].map((why) => ({ reason: 'FieldValueInvalid', message: `Invalid value: ${JSON.stringify(urls)}: ${why}`, field: `${path}.nonResourceURLs` }))];
  }
  return [
    ...idle,
    ...(groups.length === 0 ? [required(`${path}.apiGroups`, 'resource rules must supply at least one api group')] : []),
    ...(resources.length === 0 ? [required(`${path}.resources`, 'resource rules must supply at least one resource')] : []),
  ];
}

function aggregationFaults(rule: unknown): Cause[] {
  if (!isJsonObject(rule) || objectsAt(rule.clusterRoleSelectors).length > 0) return [];
  return [required('aggregationRule.clusterRoleSelectors', 'at least one clusterRoleSelector required if aggregationRule is non-nil')];
}

function pathNameFaults(name: string, field: string): Cause[] {
  if (name !== '.' && name !== '..' && !/[/%]/.test(name)) return [];
  return [{ reason: 'FieldValueInvalid', message: `Invalid value: ${JSON.stringify(name)}: must be a path segment`, field }];
}

function required(field: string, why?: string): Cause {
  return { reason: 'FieldValueRequired', message: why === undefined ? 'Required value' : `Required value: ${why}`, field };
}

function unsupported(value: unknown, known: readonly string[], field: string): Cause {
  return { reason: 'FieldValueNotSupported', message: `Unsupported value: ${JSON.stringify(value ?? '')}: supported values: ${known.map((one) => JSON.stringify(one)).join(', ')}`, field };
}
