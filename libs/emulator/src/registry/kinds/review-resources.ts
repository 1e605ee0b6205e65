import { builtinType } from '../type/builtin-type.js';
import type { ResourceType } from '../type/resource-type.js';

function review(group: string, plural: string, kind: string, scope: 'Cluster' | 'Namespaced' = 'Cluster'): ResourceType {
  return builtinType({ group, version: 'v1', plural, kind, scope, verbs: ['create'] });
}

/** Resources that can only be asked, never stored. */
export function reviewResources(): ResourceType[] {
  return [
    review('authentication.k8s.io', 'selfsubjectreviews', 'SelfSubjectReview'),
    review('authentication.k8s.io', 'tokenreviews', 'TokenReview'),
    review('authorization.k8s.io', 'localsubjectaccessreviews', 'LocalSubjectAccessReview', 'Namespaced'),
    review('authorization.k8s.io', 'selfsubjectaccessreviews', 'SelfSubjectAccessReview'),
    review('authorization.k8s.io', 'selfsubjectrulesreviews', 'SelfSubjectRulesReview'),
    review('authorization.k8s.io', 'subjectaccessreviews', 'SubjectAccessReview'),
  ];
}
