/** Requests that ask the server something and store nothing. */
import type { Access } from '../../auth/rbac/access.js';
import { policyAllows } from '../../apis/export/maximal-permission-policy.js';
import type { Authenticator } from '../../auth/authenticator.js';
import { userIn } from '../../auth/foreign-user.js';
import type { ServiceAccountTokens } from '../../auth/service-account-tokens.js';
import type { User } from '../../auth/user.js';
import { objectAt, textAt, textsAt, type JsonObject } from '../../storage/kube-object.js';
import { badRequest, invalid, notFound } from '../answer/api-error.js';
import { accessReviewFaults } from './review-faults.js';
import { clusterOf, type ResourceCall } from './resource-call.js';

/** What reviews are answered from. */
export interface ReviewParts {
  readonly tokens: ServiceAccountTokens;
  readonly authenticator: Authenticator;
}

const MINIMUM_LIFETIME_S = 600;

/** Answers `POST serviceaccounts/<name>/token`. */
export async function handleTokenRequest(call: ResourceCall, parts: ReviewParts): Promise<void> {
  const body = objectAt((await call.exchange.body()).value);
  const cluster = clusterOf(call);
  const { namespace = '', name = '' } = call;
  const { clock } = call.surface.state;
  // Through a virtual workspace this subresource never finds its account, as on kcp.
  const account = call.surface.kind === 'virtual' ? undefined : call.surface.state.find('', 'serviceaccounts', cluster, name, namespace);
  if (account === undefined) throw notFound({ group: '', plural: 'serviceaccounts' }, name);
  const spec = objectAt(body.spec);
  const bound = objectAt(spec.boundObjectRef);
  if (bound.kind === 'Secret' && call.surface.state.find('', 'secrets', cluster, textAt(bound.name) ?? '', namespace) === undefined) throw notFound({ group: '', plural: 'secrets' }, textAt(bound.name) ?? '');
  const lifetime = typeof spec.expirationSeconds === 'number' ? spec.expirationSeconds : 3600;
  if (lifetime < MINIMUM_LIFETIME_S) {
    throw invalid('authentication.k8s.io', 'TokenRequest', '', [{ reason: 'FieldValueInvalid', message: `Invalid value: ${lifetime}: may not specify a duration less than 10 minutes`, field: 'spec.expirationSeconds' }]);
  }
  const audiences = textsAt(spec.audiences);
  const token = parts.tokens.issueBound({ cluster, namespace, name, uid: account.metadata.uid ?? '' }, lifetime, audiences);
  call.exchange.json(201, {
    kind: 'TokenRequest',
    apiVersion: 'authentication.k8s.io/v1',
    metadata: { name, namespace, uid: account.metadata.uid, creationTimestamp: clock.timestamp() },
    spec: { boundObjectRef: null, ...spec, audiences: audiences.length === 0 ? ['https://kcp.default.svc'] : audiences, expirationSeconds: lifetime },
    status: { token, expirationTimestamp: clock.timestamp(lifetime * 1000) },
  });
}

/** Answers a review; false when the resource is none. */
export async function handleReview(call: ResourceCall, parts: ReviewParts): Promise<boolean> {
  const { type } = call.served;
  const body = objectAt((await call.exchange.body()).value);
  checkReview(call, body);
  const status = reviewStatus(call, type.plural, objectAt(body.spec), parts);
  if (status === undefined) return false;
  call.exchange.json(201, { ...body, kind: type.kind, apiVersion: `${type.group}/${call.served.version.name}`, metadata: objectAt(body.metadata), status });
  return true;
}

/** @throws ApiError for a question that cannot be answered */
function checkReview(call: ResourceCall, body: JsonObject): void {
  const { type } = call.served;
  const spec = objectAt(body.spec);
  switch (type.plural) {
    case 'tokenreviews':
      if ((textAt(spec.token) ?? '') === '') throw badRequest('token is required for TokenReview in authentication');
      return;
    case 'selfsubjectrulesreviews':
      if ((textAt(spec.namespace) ?? '') === '') throw badRequest('no namespace on request');
      return;
    case 'selfsubjectreviews':
      return;
    default: {
      const faults = accessReviewFaults(type.plural, body, call.namespace);
      if (faults.length > 0) throw invalid(type.group, '', '', faults);
    }
  }
}

function reviewStatus(call: ResourceCall, plural: string, spec: JsonObject, parts: ReviewParts): JsonObject | undefined {
  switch (plural) {
    case 'selfsubjectaccessreviews':
      return accessStatus(call, call.user, spec);
    case 'subjectaccessreviews':
    case 'localsubjectaccessreviews':
      return accessStatus(call, { name: textAt(spec.user) ?? '', groups: textsAt(spec.groups) }, spec);
    case 'selfsubjectreviews':
      return { userInfo: userInfo(userIn(clusterOf(call), call.user)) };
    case 'tokenreviews':
      return tokenStatus(spec, parts);
    case 'selfsubjectrulesreviews':
      return rulesStatus(call, textAt(spec.namespace) ?? '');
    default:
      return undefined;
  }
}

function rulesStatus(call: ResourceCall, namespace: string): JsonObject {
  const rules = call.surface.state.rulesFor(clusterOf(call), call.user, namespace);
  const onPaths = (rule: JsonObject): boolean => rule.nonResourceURLs !== undefined;
  return { resourceRules: rules.filter((rule) => !onPaths(rule)), nonResourceRules: rules.filter(onPaths), incomplete: false };
}

function accessStatus(call: ResourceCall, user: User, spec: JsonObject): JsonObject {
  const { state } = call.surface;
  const [cluster, access] = [clusterOf(call), readAccess(spec)];
  const allowed = policyAllows(state, cluster, user, access) && state.allows(cluster, user, access);
  return { allowed, reason: allowed ? 'access granted' : 'access denied' };
}

function readAccess(spec: JsonObject): Access {
  const path = objectAt(spec.nonResourceAttributes);
  if (spec.nonResourceAttributes !== undefined) return { kind: 'path', verb: textAt(path.verb) ?? '', path: textAt(path.path) ?? '' };
  const attributes = objectAt(spec.resourceAttributes);
  const optional = (field: string): string | undefined => (attributes[field] === '' ? undefined : textAt(attributes[field]));
  return {
    kind: 'resource',
    verb: textAt(attributes.verb) ?? '',
    group: textAt(attributes.group) ?? '',
    version: textAt(attributes.version) ?? '',
    plural: textAt(attributes.resource) ?? '',
    subresource: optional('subresource'),
    namespace: optional('namespace'),
    name: optional('name'),
  };
}

function tokenStatus(spec: JsonObject, parts: ReviewParts): JsonObject {
  const user = parts.authenticator.review(textAt(spec.token) ?? '');
  return user === undefined ? { user: {}, error: 'invalid bearer token' } : { authenticated: true, user: userInfo(user) };
}

function userInfo(user: User): JsonObject {
  return { username: user.name, ...(user.uid === undefined ? {} : { uid: user.uid }), groups: user.groups };
}
