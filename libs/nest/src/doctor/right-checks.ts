/**
 * Whether an identity has the rights that `manifests` prints, one by one. Kubernetes answers this itself (SelfSubjectAccessReview),
 * so nothing is tried out and nothing is written.
 */
import { Forbidden, KubeError } from '@kcp-runtime/kube';
import type { KubeApi } from '@kcp-runtime/kube';
import type { PolicyRule } from '../manifests/rbac.js';
import type { Check } from './check.js';

/** Where the rights are needed. */
export interface RightsPlace {
  readonly api: KubeApi;
  /** For people: `the platform cluster`. */
  readonly where: string;
  /** Without one the rules are cluster-wide. */
  readonly namespace?: string;
  /** What prints the whole role. */
  readonly printedBy: string;
}

const REVIEWS = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';

/** What is wrong with each rule that is not granted whole; one line that all is well otherwise. */
export async function checkRights(place: RightsPlace, rules: readonly PolicyRule[], signal: AbortSignal): Promise<Check[]> {
  const about = `rights ${place.namespace === undefined ? `in ${place.where}` : `in namespace ${place.namespace} of ${place.where}`}`;
  try {
    const missing = await Promise.all(rules.map((rule) => missingOf(place, rule, signal)));
    const wrong = missing.flatMap((rule) => (rule === undefined ? [] : [missingCheck(about, rule, place)]));
    return wrong.length > 0 ? wrong : [{ verdict: 'ok', about, message: `all ${rules.length} rules are granted` }];
  } catch (error) {
    if (!(error instanceof KubeError)) throw error;
    const why = error instanceof Forbidden ? 'this identity may not even ask for its rights' : 'the rights can not be asked for';
    return [{ verdict: 'open', about, message: `${why}: ${error.message}` }];
  }
}

function missingCheck(about: string, rule: PolicyRule, { printedBy }: RightsPlace): Check {
  const what = `${rule.verbs.join(', ')} of ${rule.resources.join(', ')}${rule.resourceNames === undefined ? '' : ` named ${rule.resourceNames.join(', ')}`}`;
  return { verdict: 'wrong', about, message: `missing is ${what}. Apply what \`${printedBy}\` prints, or add the rule ${JSON.stringify(rule)}` };
}

/** The part of a rule that is not granted; undefined where nothing is missing. */
async function missingOf({ api, namespace }: RightsPlace, rule: PolicyRule, signal: AbortSignal): Promise<PolicyRule | undefined> {
  const granted = await Promise.all(rule.verbs.map(async (verb) => ({ verb, isAllowed: await isAllowed(api, { ...rule, verbs: [verb] }, namespace, signal) })));
  const verbs = granted.flatMap(({ verb, isAllowed: is }) => (is ? [] : [verb]));
  return verbs.length === 0 ? undefined : { ...rule, verbs };
}

async function isAllowed(api: KubeApi, rule: PolicyRule, namespace: string | undefined, signal: AbortSignal): Promise<boolean> {
  const answers = await Promise.all(questionsOf(rule, namespace).map((resourceAttributes) => ask(api, resourceAttributes, signal)));
  return answers.every((answer) => answer);
}

function questionsOf({ apiGroups, resources, resourceNames, verbs }: PolicyRule, namespace: string | undefined): object[] {
  const names: readonly (string | undefined)[] = resourceNames ?? [undefined];
  return apiGroups.flatMap((group) =>
    resources.flatMap((path) => {
      const [resource, subresource] = path.split('/');
      return verbs.flatMap((verb) => names.map((name) => ({ group, resource, subresource, verb, name, namespace })));
    }),
  );
}

async function ask(api: KubeApi, resourceAttributes: object, signal: AbortSignal): Promise<boolean> {
  const spec = { resourceAttributes };
  const answer = await api.request({ method: 'POST', path: REVIEWS, body: { apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectAccessReview', spec }, signal });
  const { status } = answer.json() as { readonly status?: { readonly allowed?: boolean } }; // the wire
  return status?.allowed === true;
}
