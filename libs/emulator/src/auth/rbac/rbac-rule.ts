import { textsAt, type JsonObject } from '../../storage/kube-object.js';
import { resourceWithSub, type Access } from './access.js';

/** Whether one rule of a role allows the access. */
export function ruleAllows(rule: JsonObject, access: Access): boolean {
  if (!listed(rule.verbs, access.verb)) return false;
  if (access.kind === 'path') return textsAt(rule.nonResourceURLs).some((pattern) => pathMatches(pattern, access.path));
  return listed(rule.apiGroups, access.group) && resourceListed(textsAt(rule.resources), access) && nameListed(rule.resourceNames, access.name);
}

function listed(list: unknown, wanted: string): boolean {
  return textsAt(list).some((entry) => entry === '*' || entry === wanted);
}

function pathMatches(pattern: string, path: string): boolean {
  return pattern === '*' || pattern === path || (pattern.endsWith('*') && path.startsWith(pattern.slice(0, -1)));
}

function resourceListed(resources: readonly string[], access: Extract<Access, { kind: 'resource' }>): boolean {
  const wanted = resourceWithSub(access);
  const ofAnyResource = access.subresource === undefined ? undefined : `*/${access.subresource}`;
  return resources.some((entry) => entry === '*' || entry === wanted || entry === ofAnyResource);
}

/** An empty list of names means all of them; a request without a name matches no name. */
function nameListed(names: unknown, name: string | undefined): boolean {
  const list = textsAt(names);
  return list.length === 0 || (name !== undefined && list.includes(name));
}
