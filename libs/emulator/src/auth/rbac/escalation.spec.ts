import { describe, expect, it } from '@jest/globals';
import type { KubeObject } from '../../storage/kube-object.js';
import type { Access } from './access.js';
import { escalationOfRole } from './escalation.js';
import { ruleAllows } from './rbac-rule.js';

const WRITING = { cluster: 'c', user: { name: 'me', groups: [] }, now: '' };

/** Whether somebody with the rule `held` may write a Role with the rule `given`. */
function mayGive(held: object, given: object): boolean {
  const rights = { allows: (_cluster: string, _user: object, access: Access) => ruleAllows({ ...held }, access), rulesOfRole: () => undefined };
  const role: KubeObject = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role', metadata: { name: 'r', namespace: 'n' }, rules: [given] };
  try {
    escalationOfRole(() => rights, 'roles')(role, undefined, WRITING);
    return true;
  } catch {
    return false;
  }
}

const READS = { apiGroups: [''], resources: ['secrets'], verbs: ['get', 'list'] };

describe('giving away rights', () => {
  it.each([
    ['the same', READS, READS],
    ['less', READS, { ...READS, verbs: ['get'] }],
    ['one object of all', READS, { ...READS, resourceNames: ['a'] }],
    ['a path below a pattern', { verbs: ['get'], nonResourceURLs: ['/api/*'] }, { verbs: ['get'], nonResourceURLs: ['/api/v1'] }],
    ['everything by who has everything', { apiGroups: ['*'], resources: ['*'], verbs: ['*'] }, { apiGroups: ['*'], resources: ['*'], verbs: ['*'] }],
    ['anything by who may escalate', { apiGroups: ['rbac.authorization.k8s.io'], resources: ['roles'], verbs: ['escalate'] }, READS],
  ])('works for %s', (_what, held, given) => {
    expect(mayGive(held, given)).toBe(true);
  });

  it.each([
    ['another verb', READS, { ...READS, verbs: ['delete'] }],
    ['a star where each was listed', READS, { ...READS, verbs: ['*'] }],
    ['all objects of one', { ...READS, resourceNames: ['a'] }, READS],
    ['a subresource', READS, { ...READS, resources: ['secrets/status'] }],
    ['a wider path', { verbs: ['get'], nonResourceURLs: ['/api/v1'] }, { verbs: ['get'], nonResourceURLs: ['/api/*'] }],
  ])('is refused for %s', (_what, held, given) => {
    expect(mayGive(held, given)).toBe(false);
  });
});
