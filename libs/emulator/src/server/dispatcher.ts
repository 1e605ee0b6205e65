import type { Shard } from '../storage/shard.js';
/**
 * The way of one request: who asks, what is addressed, may he, which handler. It holds no state of its own
 * and answers every refusal itself; nothing thrown by a handler leaves it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ANONYMOUS, type User } from '../auth/user.js';
import type { Authenticator } from '../auth/authenticator.js';
import type { ServiceAccountTokens } from '../auth/service-account-tokens.js';
import { VirtualWorkspaceSurface, type VirtualWorkspaceParts } from '../apis/virtual-workspace.js';
import { ApiError, TextError, forbidden, methodNotAllowed, notFound, notServed } from './answer/api-error.js';
import { AGGREGATED, coreDiscovery } from './discovery/aggregated-discovery.js';
import { coreVersions, groupInfo, groupList, resourceList } from './discovery/discovery.js';
import { Exchange } from './answer/exchange.js';
import { versionOf, type ResourceType } from '../registry/type/resource-type.js';
import { impersonated } from './impersonation.js';
import { openApiV3, openApiV3Paths, sendOpenApiV2 } from './discovery/openapi.js';
import { checkPatchType } from './resource/patch.js';
import { accessOf, verbOf, type ResourceCall } from './resource/resource-call.js';
import { readRequestPath, readTarget, type RequestPath, type Root, type Target } from './request-path.js';
import { handleReview, handleTokenRequest } from './resource/reviews.js';
import { handleList, isCustom } from './resource/list-handler.js';
import type { Surface } from './surface.js';
import { SERVER_VERSION } from './server-version.js';
import { handleWatch } from './watch/watch-handler.js';
import type { WatchSessions } from './watch/watch-sessions.js';
import { WorkspaceSurface, denied } from './workspace-surface.js';
import { handleCreate, handleDelete, handleDeleteCollection, handleGet, handlePatch, handleUpdate } from './resource/write-handlers.js';

/** What requests are answered from. */
export interface DispatcherParts extends VirtualWorkspaceParts {
  readonly authenticator: Authenticator;
  readonly tokens: ServiceAccountTokens;
  readonly sessions: WatchSessions;
}

/** Where a request came in, for which cluster and from whom. */
interface Asked {
  readonly shard: Shard;
  readonly cluster: string | undefined;
  readonly user: User;
}

/** What may be done with the status of an object. */
const SUBRESOURCE_VERBS: readonly string[] = ['get', 'update', 'patch'];

const HEALTH = new Set(['/readyz', '/livez', '/healthz']);

export class Dispatcher {
  constructor(private readonly parts: DispatcherParts) {}

  /** Answers a request that came in at the shard. Never rejects. */
  async handle(shard: Shard, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const exchange = new Exchange(request, response, request.method ?? 'GET', request.url ?? '/', new URLSearchParams());
    try {
      const path = readRequestPath(request.url ?? '/');
      await this.route(new Exchange(request, response, exchange.method, path.path, path.query), path, shard);
    } catch (error) {
      exchange.fail(error);
    }
  }

  private async route(exchange: Exchange, path: RequestPath, shard: Shard): Promise<void> {
    try {
      if (isHealth(path)) {
        exchange.send(200, 'text/plain; charset=utf-8', 'ok');
        return;
      }
      const cluster = this.clusterOf(path.root);
      const user = impersonated(this.parts.authenticator.identify(exchange.request.headers), exchange.request.headers, (who, access) => this.parts.state.allows(cluster ?? 'root', who, access));
      await this.answer(exchange, user, this.surfaceOf(path.root, { shard, cluster, user }), readTarget(path.path));
    } catch (error) {
      exchange.fail(error);
    }
  }

  /** The logical cluster behind the root; a path is resolved before anybody is asked who he is. */
  private clusterOf(root: Root): string | undefined {
    if (root.kind !== 'cluster' || root.cluster === '*') return undefined;
    if (!root.cluster.includes(':') || root.cluster.startsWith('system:')) return root.cluster;
    const name = this.parts.state.resolvePath(root.cluster);
    if (name === undefined) throw notFound({ group: 'tenancy.kcp.io', plural: 'workspaces' }, root.cluster);
    return name;
  }

  private surfaceOf(root: Root, { shard, cluster, user }: Asked): Surface {
    switch (root.kind) {
      case 'cluster':
        if (cluster === undefined) throw forbidden({ group: '', plural: '' }, '', 'cross-cluster requests are not served here');
        if (!this.isServedAt(shard, cluster)) throw denied(user, { kind: 'path', verb: 'get', path: '/' });
        return new WorkspaceSurface(this.parts.state, cluster);
      case 'export':
        return this.virtualWorkspace(root, shard, user);
      case 'none':
        if (user.homeCluster !== undefined) return new WorkspaceSurface(this.parts.state, user.homeCluster);
        throw denied(user, { kind: 'path', verb: 'get', path: '/' });
      case 'otherService':
        throw new ApiError(403, 'Forbidden', `forbidden: Path not resolved to a valid virtual workspace: services/${root.service}`, {});
    }
  }

  /** The first shard stands for the front proxy too, which knows the workspaces of all; the others know their own. */
  private isServedAt(shard: Shard, cluster: string): boolean {
    const { storage } = this.parts.state;
    return shard === storage.shards[0] || storage.shardOf(cluster) === shard;
  }

  private virtualWorkspace(root: Extract<Root, { kind: 'export' }>, shard: Shard, user: User): Surface {
    const { state } = this.parts;
    if (root.closed || root.cluster?.includes(':') === true) throw new ApiError(403, 'Forbidden', 'forbidden: Path not resolved to a valid virtual workspace', {});
    if (user === ANONYMOUS) throw denied(user, { kind: 'path', verb: 'get', path: '/' });
    const isPath = root.exportCluster.includes(':');
    if (!isPath && state.logicalCluster(root.exportCluster) === undefined) throw denied(user, { kind: 'path', verb: 'get', path: '/' });
    const apiExport = isPath ? undefined : state.find('apis.kcp.io', 'apiexports', root.exportCluster, root.exportName);
    if (apiExport === undefined) throw new TextError(500, `Internal Server Error: ${JSON.stringify(`${root.exportCluster}|${root.exportName}`)}: API export not found\n`);
    return new VirtualWorkspaceSurface(this.parts, root.exportCluster, apiExport, root.cluster, shard);
  }

  private async answer(exchange: Exchange, user: User, surface: Surface, target: Target): Promise<void> {
    if (target.kind === 'resource') {
      await this.resource(exchange, user, surface, target);
      return;
    }
    surface.authorize(user, { kind: 'path', verb: exchange.method === 'GET' ? 'get' : exchange.method.toLowerCase(), path: exchange.path });
    if (exchange.method !== 'GET' && exchange.method !== 'HEAD' && isDiscovery(surface, target)) throw new ApiError(405, 'MethodNotAllowed', 'the server does not allow this method on the requested resource', {});
    if (target.kind === 'groupVersion' && !isServedVersion(surface, target)) throw notServedHere(surface, target);
    if (target.kind === 'groupVersion') exchange.json(200, resourceList(surface, target.group, target.version));
    else if (target.kind === 'group') exchange.json(200, groupInfo(surface, target.group));
    else this.other(exchange, surface, target.path);
  }

  private other(exchange: Exchange, surface: Surface, path: string): void {
    switch (path) {
      case '/':
        // It is told in one form only.
        exchange.send(200, 'application/json', JSON.stringify({ paths: ['/api', '/api/v1', '/apis', '/healthz', '/livez', '/openapi/v3', '/readyz', '/version'] }));
        return;
      case '/api':
        if (surface.kind === 'workspace' && exchange.presentation.discovery === 'v2') exchange.send(200, AGGREGATED, JSON.stringify(coreDiscovery(surface)));
        else exchange.json(200, coreVersions(surface.state.address.url));
        return;
      case '/apis':
        exchange.json(200, groupList(surface));
        return;
      case '/version':
        exchange.json(200, SERVER_VERSION);
        return;
      case '/openapi/v2':
        if (surface.kind === 'virtual') throw notServed();
        sendOpenApiV2(exchange);
        return;
      case '/openapi/v3':
        exchange.json(200, openApiV3Paths(surface));
        return;
      default:
        if (!path.startsWith('/openapi/v3/')) throw notServed();
        exchange.json(200, openApiV3(surface, path.slice('/openapi/v3/'.length)));
    }
  }

  private async resource(exchange: Exchange, user: User, surface: Surface, target: Extract<Target, { kind: 'resource' }>): Promise<void> {
    const verb = verbOf(exchange.method, target, exchange.query);
    surface.authorize(user, accessOf(target, verb, exchange.query));
    const served = surface.find(target.group, target.version, target.plural);
    if (served === undefined) throw notServedHere(surface, target);
    if (surface.cluster === undefined && target.namespace !== undefined) throw new ApiError(400, '', 'cross-cluster requests have to be cross-namespace');
    checkAddress(served.type, verb, target);
    surface.checkStorage(served, verb, target.name);
    if (served.version.deprecationWarning !== undefined) exchange.warnings.push(served.version.deprecationWarning);
    const name = target.legacyWatch ? undefined : target.name;
    const call: ResourceCall = { exchange, surface, served, user, verb, namespace: target.namespace, name, subresource: target.subresource, view: surface.view(served.type) };
    await this.perform(call);
  }

  private async perform(call: ResourceCall): Promise<void> {
    const { served, subresource, verb } = call;
    if (subresource === 'token' && served.type.plural === 'serviceaccounts' && verb === 'create') return handleTokenRequest(call, this.parts);
    if (subresource === 'token' && served.type.plural === 'serviceaccounts') throw methodNotAllowed(served.type, verb);
    if (subresource !== undefined && !(subresource === 'status' && served.version.hasStatus)) throw notFound(served.type, call.name ?? '');
    if (served.type.origin === 'builtin' && !served.type.verbs.includes(verb)) throw methodNotAllowed(served.type, verb);
    if (subresource !== undefined && !SUBRESOURCE_VERBS.includes(verb)) throw methodNotAllowed(served.type, verb);
    if (verb === 'patch') checkPatchType(call);
    call.exchange.negotiate(call.surface.kind === 'virtual' || isCustom(served.type) ? 'custom' : 'builtin');
    if (verb === 'create' && served.type.verbs.length === 1) {
      if (await handleReview(call, this.parts)) return;
    }
    switch (verb) {
      case 'get':
        return handleGet(call);
      case 'list':
        return handleList(call);
      case 'watch':
        return handleWatch(call, this.parts.sessions);
      case 'create':
        return handleCreate(call);
      case 'update':
        return handleUpdate(call);
      case 'patch':
        return handlePatch(call);
      case 'delete':
        return handleDelete(call);
      case 'deletecollection':
        return handleDeleteCollection(call);
      default:
        throw methodNotAllowed(served.type, verb);
    }
  }
}

/** Kubernetes' own kinds have no handler where a verb does not fit what is addressed; custom ones are not there at all. */
function checkAddress(type: ResourceType, verb: string, { name, namespace, subresource, legacyWatch }: Extract<Target, { kind: 'resource' }>): void {
  if (legacyWatch || subresource !== undefined) return;
  const isNamed = name !== undefined;
  const isElsewhere = type.scope === 'Namespaced' && namespace === undefined;
  if (isElsewhere && (verb === 'create' || verb === 'deletecollection')) throw type.origin === 'custom' ? notServed() : methodNotAllowed(type, verb);
  if (isCustom(type)) return;
  if ((verb === 'create' && isNamed) || ((verb === 'update' || verb === 'patch') && !isNamed)) throw methodNotAllowed(type, verb);
}

/** The kinds of Kubernetes itself are refused by their own API group, with a Status. */
function notServedHere(surface: Surface, { group }: { readonly group: string }): Error {
  return isNative(surface, group) ? new ApiError(404, 'NotFound', 'the server could not find the requested resource', {}) : notServed();
}

/** What the API says of itself can only be read; groups that are no part of Kubernetes are told by another server, which does not look. */
function isDiscovery(surface: Surface, target: Target): boolean {
  if (target.kind === 'groupVersion') return isNative(surface, target.group) && isServedVersion(surface, target);
  return target.kind === 'other' && (target.path === '/api' || target.path === '/apis');
}

/** Of a group that Kubernetes does not know a workspace says that nothing is in it. */
function isServedVersion(surface: Surface, { group, version }: { readonly group: string; readonly version: string }): boolean {
  if (!isNative(surface, group)) return true;
  for (const type of surface.types()) if (type.group === group && versionOf(type, version) !== undefined) return true;
  return false;
}

function isNative(surface: Surface, group: string): boolean {
  if (surface.kind !== 'workspace' || !(group === '' || group.endsWith('.k8s.io'))) return false;
  for (const type of surface.types()) if (type.group === group && type.origin === 'builtin') return true;
  return false;
}

function isHealth({ root, path }: RequestPath): boolean {
  return (root.kind === 'none' || root.kind === 'cluster') && HEALTH.has(path);
}
