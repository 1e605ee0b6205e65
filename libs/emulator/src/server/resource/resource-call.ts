import type { Access } from '../../auth/rbac/access.js';
import type { User } from '../../auth/user.js';
import type { ObjectView } from '../../registry/object-view.js';
import type { ServedResource } from '../../registry/type/resource-type.js';
import type { ReadAs, UnknownFields, WriteRequest } from '../../registry/write-request.js';
import { badRequest } from '../answer/api-error.js';
import type { Exchange } from '../answer/exchange.js';
import type { Target } from '../request-path.js';
import type { Surface } from '../surface.js';
import { flagIn } from './parameters.js';

/** A request on a resource, after routing and authorization. */
export interface ResourceCall {
  readonly exchange: Exchange;
  readonly surface: Surface;
  readonly served: ServedResource;
  readonly user: User;
  readonly verb: string;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  readonly subresource: string | undefined;
  readonly view: ObjectView | undefined;
}

/** The verb of RBAC for a method on a resource path. */
export function verbOf(method: string, target: Extract<Target, { kind: 'resource' }>, query: URLSearchParams): string {
  switch (method) {
    case 'GET':
    case 'HEAD':
      if (target.name !== undefined && !target.legacyWatch) return 'get';
      return target.legacyWatch || flagIn(query, 'watch') ? 'watch' : 'list';
    case 'POST':
      return 'create';
    case 'PUT':
      return 'update';
    case 'PATCH':
      return 'patch';
    case 'DELETE':
      return target.name === undefined ? 'deletecollection' : 'delete';
    default:
      return method.toLowerCase();
  }
}

/** What the caller must be allowed to do. A list of one name counts as that name. */
export function accessOf(target: Extract<Target, { kind: 'resource' }>, verb: string, query: URLSearchParams): Access {
  const named = /^metadata\.name=([^,]+)$/.exec(query.get('fieldSelector') ?? '')?.[1];
  return {
    kind: 'resource',
    verb,
    group: target.group,
    version: target.version,
    plural: target.plural,
    subresource: target.subresource,
    namespace: target.group === '' && target.plural === 'namespaces' ? target.name : target.namespace,
    name: target.name ?? (verb === 'list' || verb === 'watch' ? named : undefined),
  };
}

/** The store's view of a write call. */
export function writeRequest(call: ResourceCall, readAs: ReadAs, doubled: readonly string[]): WriteRequest {
  const { query } = call.exchange;
  return {
    cluster: clusterOf(call),
    served: call.served,
    namespace: call.namespace,
    user: call.surface.actor(call.user),
    dryRun: query.get('dryRun') === 'All',
    unknownFields: unknownFields(query.get('fieldValidation')),
    readAs,
    doubled,
    fieldManager: query.get('fieldManager') || defaultManager(call),
    view: call.view,
    createdByApplyAs: call.surface.kind === 'virtual' ? 'Update' : 'Apply',
    warnings: call.exchange.warnings,
  };
}

/** Who did not say his name is known by his program; behind a virtual workspace that is kcp. */
function defaultManager(call: ResourceCall): string {
  if (call.surface.kind === 'virtual') return 'kcp';
  return call.exchange.request.headers['user-agent']?.split('/')[0] ?? 'unknown';
}

/** The one cluster of a call; writes and reads of single objects never go to all of them. */
export function clusterOf(call: ResourceCall): string {
  if (call.surface.cluster === undefined) throw badRequest('this request needs one logical cluster');
  return call.surface.cluster;
}

function unknownFields(mode: string | null): UnknownFields {
  switch (mode) {
    case 'Strict':
      return 'strict';
    case 'Ignore':
      return 'ignore';
    default:
      return 'warn';
  }
}
