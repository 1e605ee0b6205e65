/**
 * The virtual workspace of one export: its own resources, what it claims, and its bindings, over all
 * consumer workspaces or in one of them. Requests come here only through the export's URL.
 */
import type { Access } from '../auth/rbac/access.js';
import { SYSTEM, type User } from '../auth/user.js';
import { served } from '../registry/type/catalog.js';
import type { ObjectView } from '../registry/object-view.js';
import type { ResourceType, ServedResource } from '../registry/type/resource-type.js';
import { forbidden, methodNotAllowed, notServedByShard } from '../server/answer/api-error.js';
import type { Surface } from '../server/surface.js';
import { denied } from '../server/workspace-surface.js';
import { objectAt, objectsAt, textAt, type KubeObject } from '../storage/kube-object.js';
import { labelTest } from '../storage/selectors.js';
import type { Shard } from '../storage/shard.js';
import type { KcpState } from '../workspace/kcp-state.js';
import { claimCovers, type AppliedClaim } from './claim/applied-claims.js';
import { bindsResource, type BindingIndex } from './binding/binding-index.js';
import { CLAIM_LABEL_PREFIX, EXPORT_LABEL, claimLabel, exportHash, readClaim, sameClaim, type Claim } from './export/export-keys.js';
import { hasPolicy, prefixed } from './export/maximal-permission-policy.js';
import type { SchemaTypes } from './definition/schema-types.js';

const READ_VERBS: readonly string[] = ['get', 'list', 'watch'];

/** What this surface finds behind the export's own names. */
export interface VirtualWorkspaceParts {
  readonly state: KcpState;
  readonly bindings: BindingIndex;
  readonly types: SchemaTypes;
}

export class VirtualWorkspaceSurface implements Surface {
  readonly kind = 'virtual';
  readonly state: KcpState;
  readonly #hash: string;
  readonly #identity: string;
  readonly #claims: readonly Claim[];

  constructor(
    private readonly parts: VirtualWorkspaceParts,
    private readonly exportCluster: string,
    private readonly apiExport: KubeObject,
    readonly cluster: string | undefined,
    readonly shard: Shard,
  ) {
    this.state = parts.state;
    this.#hash = exportHash(exportCluster, apiExport.metadata.name);
    this.#identity = textAt(objectAt(apiExport.status).identityHash) ?? '';
    this.#claims = objectsAt(objectAt(apiExport.spec).permissionClaims).map(readClaim);
  }

  *types(): Iterable<ResourceType> {
    for (const entry of objectsAt(objectAt(this.apiExport.spec).resources)) {
      const type = this.exported(textAt(entry.schema) ?? '');
      if (type !== undefined) yield type;
    }
    for (const claim of this.#claims) yield* this.claimedTypes(claim);
    if (!this.#claims.some(isBindingClaim)) {
      const bindings = this.state.catalog.builtin('apis.kcp.io', 'apibindings');
      if (bindings !== undefined) yield this.limited(bindings);
    }
  }

  find(group: string, version: string, plural: string): ServedResource | undefined {
    const own = this.typeOf(group, plural);
    if (own === undefined) return undefined;
    // In one workspace the consumer's own binding decides which schema is in force.
    const local = this.cluster === undefined ? undefined : this.state.catalog.type(this.cluster, group, plural);
    return served(local?.collectionKey === own.collectionKey ? this.limited(local) : this.limited(own), version);
  }

  /** Bindings are for reading, unless they are claimed. */
  private limited(type: ResourceType): ResourceType {
    const isOnlyShown = type.group === 'apis.kcp.io' && type.plural === 'apibindings' && !this.#claims.some(isBindingClaim);
    return isOnlyShown ? { ...type, verbs: READ_VERBS } : type;
  }

  authorize(user: User, access: Access): void {
    if (access.kind === 'resource' && this.cluster !== undefined) this.checkBound(user, access, this.cluster);
    if (!this.state.mayEnter(this.exportCluster, user) || !this.state.allows(this.exportCluster, user, this.contentAccess(access))) throw denied(user, access);
    if (access.kind === 'resource' && !this.policiesAllow(user, access)) throw denied(user, access);
  }

  checkStorage({ type }: ServedResource, verb: string, name: string | undefined): void {
    if (this.cluster !== undefined) return;
    if (!READ_VERBS.includes(verb) && type.verbs === READ_VERBS) throw methodNotAllowed(type, verb);
    const isRead = verb === 'list' || verb === 'watch';
    const isBound = type.origin === 'builtin' || this.parts.bindings.isBoundOn(this.shard, this.hashOf(type), { group: type.group, plural: type.plural, identity: identityOf(type) });
    if (!isRead || !isBound) throw notServedByShard(type, name ?? '');
  }

  view(type: ResourceType): ObjectView | undefined {
    if (this.isOwn(type)) return undefined;
    if (type.group === 'apis.kcp.io' && type.plural === 'apibindings' && !this.#claims.some(isBindingClaim)) {
      return { shows: (object) => object.metadata.labels?.[EXPORT_LABEL] === this.#hash, prepare: () => undefined };
    }
    const claim = this.#claims.find((entry) => claimCovers(entry, type.group, type.plural));
    if (claim === undefined) return { shows: () => false, prepare: () => undefined };
    const label = claimLabel(this.#hash, claim);
    return {
      shows: (object) => object.metadata.labels?.[label.key] === label.value,
      prepare: (object) => this.makeVisible(object, type, label),
    };
  }

  actor(): User {
    return SYSTEM;
  }

  watchTag(type: ResourceType): string | undefined {
    return this.isOwn(type) ? `${this.#hash} ${type.group}/${type.plural}` : undefined;
  }

  private typeOf(group: string, plural: string): ResourceType | undefined {
    const entry = objectsAt(objectAt(this.apiExport.spec).resources).find((resource) => resource.group === group && resource.name === plural);
    if (entry !== undefined) return this.exported(textAt(entry.schema) ?? '');
    if (group === 'apis.kcp.io' && plural === 'apibindings') return this.state.catalog.builtin(group, plural);
    const claim = this.#claims.find((candidate) => claimCovers(candidate, group, plural));
    return claim === undefined ? undefined : this.claimedTypes(claim).find((type) => type.group === group);
  }

  private exported(schemaName: string): ResourceType | undefined {
    const schema = this.state.find('apis.kcp.io', 'apiresourceschemas', this.exportCluster, schemaName);
    return schema === undefined ? undefined : this.parts.types.of(schema, this.#identity);
  }

  /** A claim on events serves them in both of their groups. */
  private claimedTypes(claim: Claim): ResourceType[] {
    if (claim.identityHash !== '') return this.foreignType(claim);
    const groups = claim.plural === 'events' ? ['', 'events.k8s.io'] : [claim.group];
    return groups.flatMap((group) => this.state.catalog.builtin(group, claim.plural) ?? []);
  }

  private foreignType(claim: Claim): ResourceType[] {
    for (const candidate of this.exportsOf(claim.identityHash)) {
      const entry = objectsAt(objectAt(candidate.spec).resources).find((resource) => resource.group === claim.group && resource.name === claim.plural);
      const schema = this.state.find('apis.kcp.io', 'apiresourceschemas', homeOf(candidate), textAt(entry?.schema) ?? '');
      if (schema !== undefined) return [this.parts.types.of(schema, claim.identityHash)];
    }
    return [];
  }

  private isOwn(type: ResourceType): boolean {
    return type.collectionKey.endsWith(`#${this.#identity}`);
  }

  private hashOf(type: ResourceType): string {
    if (this.isOwn(type)) return this.#hash;
    const [owner] = this.exportsOf(identityOf(type));
    return owner === undefined ? '' : exportHash(homeOf(owner), owner.metadata.name);
  }

  private checkBound(user: User, access: Extract<Access, { kind: 'resource' }>, cluster: string): void {
    if (this.state.storage.shardOf(cluster) !== this.shard) throw denied(user, access);
    for (const binding of this.state.collection('apis.kcp.io', 'apibindings').in(cluster)) {
      if (binding.metadata.labels?.[EXPORT_LABEL] !== this.#hash) continue;
      if (bindsResource(binding, access.group, access.plural, this.#identity)) return;
      if (access.group === 'apis.kcp.io' && access.plural === 'apibindings' && ['get', 'list', 'watch'].includes(access.verb)) return;
      if (this.state.claims.of(binding).some((applied) => this.allowsVerb(applied, access))) return;
    }
    throw denied(user, access);
  }

  /** Verbs are compared as words: a star on one side does not cover those that the other lists. */
  private allowsVerb({ claim }: AppliedClaim, access: Extract<Access, { kind: 'resource' }>): boolean {
    if (!claimCovers(claim, access.group, access.plural)) return false;
    const asked = this.#claims.find((candidate) => sameClaim(candidate, claim));
    return claim.verbs.some((verb) => (verb === '*' || verb === access.verb) && asked?.verbs.includes(verb) === true);
  }

  /** What is claimed of another export is bounded by that one's policy. */
  private policiesAllow(user: User, access: Extract<Access, { kind: 'resource' }>): boolean {
    const claim = this.#claims.find(({ group, plural }) => group === access.group && plural === access.plural);
    if (claim === undefined || claim.identityHash === '') return true;
    const bounding = this.exportsOf(claim.identityHash).filter(hasPolicy);
    return bounding.every((apiExport) => this.state.allows(homeOf(apiExport), prefixed(user), access));
  }

  private exportsOf(identity: string): KubeObject[] {
    const exports = this.state.collection('apis.kcp.io', 'apiexports').list({ cluster: undefined, namespace: undefined });
    return [...exports].filter((candidate) => objectAt(candidate.status).identityHash === identity);
  }

  private contentAccess(access: Access): Access {
    return {
      kind: 'resource',
      verb: access.verb,
      group: 'apis.kcp.io',
      version: 'v1alpha2',
      plural: 'apiexports',
      subresource: 'content',
      namespace: undefined,
      name: this.apiExport.metadata.name,
    };
  }

  private makeVisible(object: KubeObject, type: ResourceType, label: { key: string; value: string }): void {
    const wrong = Object.entries(object.metadata.labels ?? {}).find(([key, value]) => key.startsWith(CLAIM_LABEL_PREFIX) && key === label.key && value !== label.value);
    if (wrong !== undefined) throw forbidden(type, object.metadata.name, `label ${wrong[0]} may not be set`);
    const applied = this.appliedTo(type);
    const selector = applied?.selector as { matchLabels?: Record<string, string>; matchExpressions?: { key: string; operator: string; values?: string[] }[] } | undefined;
    const labels = { ...object.metadata.labels, ...selector?.matchLabels };
    if (selector?.matchExpressions !== undefined && !labelTest({ matchExpressions: selector.matchExpressions })(labels)) {
      throw forbidden(type, object.metadata.name, 'object does not match required labels of the permission claim');
    }
    object.metadata.labels = { ...labels, [label.key]: label.value };
  }

  private appliedTo(type: ResourceType): AppliedClaim | undefined {
    if (this.cluster === undefined) return undefined;
    for (const binding of this.state.collection('apis.kcp.io', 'apibindings').in(this.cluster)) {
      if (binding.metadata.labels?.[EXPORT_LABEL] !== this.#hash) continue;
      const applied = this.state.claims.of(binding).find(({ claim }) => claimCovers(claim, type.group, type.plural));
      if (applied !== undefined) return applied;
    }
    return undefined;
  }
}

function homeOf(apiExport: KubeObject): string {
  return apiExport.metadata.annotations?.['kcp.io/cluster'] ?? '';
}

function isBindingClaim(claim: Claim): boolean {
  return claim.group === 'apis.kcp.io' && claim.plural === 'apibindings';
}

function identityOf(type: ResourceType): string {
  return type.collectionKey.slice(type.collectionKey.indexOf('#') + 1);
}
