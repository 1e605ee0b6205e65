/**
 * Brings an APIBinding to life: it serves the export's resources in the consumer workspace, applies the
 * accepted claims and tells all that in the status. Deletion is another machine (`unbinding.ts`).
 *
 *   ''      → Binding   seen for the first time
 *   Binding → Bound     every resource of the export is served here; never goes back
 */
import { objectAt, objectsAt, textAt, textsAt, type JsonObject, type KubeObject } from '../../storage/kube-object.js';
import type { ResourceType } from '../../registry/type/resource-type.js';
import { withConditions, type Condition } from '../../control/conditions.js';
import type { Controller } from '../../control/controller-loop.js';
import { isShippedBinding } from '../../workspace/shipped-bindings.js';
import type { KcpState } from '../../workspace/kcp-state.js';
import { replace } from '../../control/replace.js';
import { acceptedClaims } from '../claim/applied-claims.js';
import type { BindingIndex } from './binding-index.js';
import { CLAIM_LABEL_PREFIX, EXPORT_LABEL, REFLEXIVE_CLAIM, exportHash, exportReference, readClaim, sameClaim } from '../export/export-keys.js';
import { findExport, type FoundExport } from '../export/find-export.js';
import { labelClaimedObjects } from '../claim/claim-labels.js';
import { ResourceOwners } from './resource-owners.js';
import type { SchemaTypes } from '../definition/schema-types.js';

/** What a pass over a binding found out. */
interface Findings {
  readonly bound: JsonObject[];
  readonly conditions: Condition[];
  readonly isComplete: boolean;
}

/** Milliseconds that kcp takes to establish a schema that nobody has bound before, and one that is known. */
export interface BindingDelays {
  readonly firstBoundMs: number;
  readonly boundMs: number;
}

export class BindingController implements Controller {
  readonly name = 'bindings';
  readonly collections = ['apis.kcp.io/apibindings', 'apis.kcp.io/apiexports', 'apis.kcp.io/apiresourceschemas', 'apiextensions.k8s.io/customresourcedefinitions'];
  /** When each binding may become Bound; only filled while kcp's delays are switched on. */
  readonly #readyAt = new Map<string, number>();
  readonly #established = new Set<string>();

  constructor(
    private readonly state: KcpState,
    private readonly index: BindingIndex,
    private readonly types: SchemaTypes,
    private readonly owners: ResourceOwners,
    private readonly delays: () => BindingDelays,
    private readonly changedServing: (exportHash: string, type: ResourceType) => void,
  ) {}

  keys(collection: { readonly key: string }, change: { readonly type: string; readonly cluster: string; readonly object: KubeObject }): string[] {
    switch (collection.key) {
      case 'apis.kcp.io/apibindings':
        return change.type === 'DELETED' ? this.rivals(change.cluster) : [`${change.cluster}/${change.object.metadata.name}`];
      case 'apis.kcp.io/apiexports':
        return [...this.index.of(exportHash(change.cluster, change.object.metadata.name))].map(keyOfBinding);
      case 'apis.kcp.io/apiresourceschemas':
        return this.bindingsUsing(change.cluster, change.object.metadata.name);
      default:
        return this.rivals(change.cluster);
    }
  }

  reconcile(key: string): number | undefined {
    const slash = key.indexOf('/');
    const cluster = key.slice(0, slash);
    const binding = this.state.find('apis.kcp.io', 'apibindings', cluster, key.slice(slash + 1));
    if (binding === undefined || binding.metadata.deletionTimestamp !== undefined || isShippedBinding(binding)) return undefined;
    const found = findExport(this.state, cluster, exportReference(binding));
    if (found === undefined) {
      this.reportMissing(cluster, binding);
      return undefined;
    }
    const waitMs = this.waitMs(key, binding, found);
    if (waitMs > 0) {
      this.begin(cluster, binding, found);
      return waitMs;
    }
    this.bind(cluster, binding, found);
    return undefined;
  }

  private rivals(cluster: string): string[] {
    return [...this.state.collection('apis.kcp.io', 'apibindings').in(cluster)].map(keyOfBinding);
  }

  private bindingsUsing(cluster: string, schema: string): string[] {
    const exports = [...this.state.collection('apis.kcp.io', 'apiexports').in(cluster)].filter((object) =>
      objectsAt(objectAt(object.spec).resources).some((entry) => entry.schema === schema),
    );
    return exports.flatMap((object) => [...this.index.of(exportHash(cluster, object.metadata.name))].map(keyOfBinding));
  }

  private waitMs(key: string, binding: KubeObject, found: FoundExport): number {
    const { firstBoundMs, boundMs } = this.delays();
    if (firstBoundMs === 0 && boundMs === 0) return 0;
    const schemas = objectsAt(objectAt(found.object.spec).resources).map((entry) => `${found.cluster}/${String(entry.schema)}`);
    const isKnown = schemas.every((schema) => this.#established.has(schema));
    if (objectAt(binding.status).phase === 'Bound' && isKnown) return 0;
    const readyAt = this.#readyAt.get(key) ?? this.state.clock.now() + (isKnown ? boundMs : firstBoundMs);
    this.#readyAt.set(key, readyAt);
    if (readyAt > this.state.clock.now()) return readyAt - this.state.clock.now();
    this.#readyAt.delete(key);
    for (const schema of schemas) this.#established.add(schema);
    return 0;
  }

  private begin(cluster: string, binding: KubeObject, found: FoundExport): void {
    const status = objectAt(binding.status);
    if (status.phase === 'Bound') return;
    const waiting = { severity: 'Info', reason: 'WaitingForEstablished', message: 'waiting for the schemas to be established' } as const;
    const conditions = withConditions(status.conditions, [
      { type: 'Ready', status: 'False', ...waiting },
      { type: 'APIExportValid', status: 'True' },
      { type: 'BindingUpToDate', status: 'False', ...waiting },
      { type: 'InitialBindingCompleted', status: 'False', ...waiting },
    ], this.state.clock.timestamp());
    this.write(cluster, withOwnClaim(binding, 'shown'), { ...status, phase: 'Binding', apiExportClusterName: found.cluster, conditions });
  }

  private reportMissing(cluster: string, binding: KubeObject): void {
    const status = objectAt(binding.status);
    const conditions = withConditions(status.conditions, [
      { type: 'APIExportValid', status: 'False', severity: 'Error', reason: 'APIExportNotFound', message: `APIExport ${exportReference(binding).name} not found` },
    ], this.state.clock.timestamp());
    this.write(cluster, withOwnClaim(binding, 'hidden'), { ...status, phase: status.phase ?? 'Binding', conditions });
  }

  private bind(cluster: string, binding: KubeObject, found: FoundExport): void {
    const identity = textAt(objectAt(found.object.status).identityHash);
    if (identity === undefined) return;
    const status = objectAt(binding.status);
    const findings = this.serveResources(cluster, binding, found, identity);
    const isBound = status.phase === 'Bound' || findings.isComplete;
    const claims = this.claims(binding, found);
    const { boundResources: _old, exportPermissionClaims: _asked, appliedPermissionClaims: _applied, ...rest } = status;
    const next = {
      ...rest,
      phase: isBound ? 'Bound' : 'Binding',
      apiExportClusterName: found.cluster,
      ...(findings.bound.length === 0 ? {} : { boundResources: findings.bound }),
      ...claims.fields,
      conditions: withConditions(status.conditions, [...findings.conditions, ...claims.conditions], this.state.clock.timestamp()),
    };
    const stored = this.write(cluster, withOwnClaim(binding, 'shown'), next);
    labelClaimedObjects(this.state, cluster, binding, stored, found);
  }

  private serveResources(cluster: string, binding: KubeObject, found: FoundExport, identity: string): Findings {
    const { name } = binding.metadata;
    const bound = new Map(objectsAt(objectAt(binding.status).boundResources).map((entry) => [`${String(entry.group)}/${String(entry.resource)}`, entry]));
    const problems: Condition[] = [];
    const exported = objectsAt(objectAt(found.object.spec).resources);
    for (const { group, resource } of bound.values()) if (!exported.some((entry) => entry.group === group && entry.name === resource)) this.breakWatches(cluster, binding, group, resource);
    for (const entry of exported) {
      const schema = this.state.find('apis.kcp.io', 'apiresourceschemas', found.cluster, textAt(entry.schema) ?? '');
      if (schema === undefined) {
        this.breakWatches(cluster, binding, entry.group, entry.name);
        problems.push({ type: 'APIExportValid', status: 'False', severity: 'Error', reason: 'InternalError', message: `APIResourceSchema ${String(entry.schema)} not found` });
        continue;
      }
      const type = this.types.of(schema, identity);
      const rival = this.owners.take(cluster, type.group, type.plural, `binding ${name}`);
      if (rival !== undefined) {
        problems.push({ type: 'BindingUpToDate', status: 'False', severity: 'Error', reason: 'NamingConflicts', message: `${type.plural}.${type.group} is already served by ${rival}` });
        continue;
      }
      const old = this.state.catalog.type(cluster, type.group, type.plural);
      if (old !== type) this.state.catalog.serve(cluster, type);
      if (old !== undefined && old !== type) {
        this.changedServing(binding.metadata.labels?.[EXPORT_LABEL] ?? '', type);
        this.forgetVersions(cluster, type);
      }
      const key = `${type.group}/${type.plural}`;
      bound.set(key, boundEntry(type, schema, identity, bound.get(key)));
    }
    return { bound: [...bound.values()], conditions: bindingConditions(problems, objectAt(binding.status).phase === 'Bound'), isComplete: problems.length === 0 };
  }

  /** The provider is served no more what the consumer still has. */
  private breakWatches(cluster: string, binding: KubeObject, group: unknown, plural: unknown): void {
    const served = this.state.catalog.type(cluster, textAt(group) ?? '', textAt(plural) ?? '');
    if (served !== undefined) this.changedServing(binding.metadata.labels?.[EXPORT_LABEL] ?? '', served);
  }

  /** kcp serves another schema from a cache that begins anew. */
  private forgetVersions(cluster: string, type: ResourceType): void {
    const shard = this.state.storage.shardOf(cluster);
    this.state.collectionOf(type).history(shard).compact(shard.versions.current);
  }

  private claims(binding: KubeObject, found: FoundExport): { fields: JsonObject; conditions: Condition[] } {
    const asked = objectsAt(objectAt(found.object.spec).permissionClaims);
    const applied = acceptedClaims(binding, found.object).map(({ state: _state, ...claim }) => claim);
    const stray = objectsAt(objectAt(binding.spec).permissionClaims).filter((entry) => !asked.some((claim) => sameClaim(readClaim(claim), readClaim(entry))));
    const valid: Condition =
      stray.length === 0
        ? { type: 'PermissionClaimsValid', status: 'True' }
        : { type: 'PermissionClaimsValid', status: 'False', severity: 'Error', reason: 'InvalidPermissionClaims', message: 'some accepted claims are not asked for by the export' };
    return {
      fields: { ...(asked.length === 0 ? {} : { exportPermissionClaims: asked }), ...(applied.length === 0 ? {} : { appliedPermissionClaims: applied }) },
      conditions: [valid, { type: 'PermissionClaimsApplied', status: 'True' }],
    };
  }

  private write(cluster: string, binding: KubeObject, status: JsonObject): KubeObject {
    const collection = this.state.collection('apis.kcp.io', 'apibindings');
    return replace(collection, cluster, collection.get(cluster, undefined, binding.metadata.name) ?? binding, { ...binding, status });
  }
}

/** Each export may see its own bindings: kcp keeps that in a label, as long as there is the export. */
function withOwnClaim(binding: KubeObject, own: 'shown' | 'hidden'): KubeObject {
  const { labels = {} } = binding.metadata;
  const key = `${CLAIM_LABEL_PREFIX}${labels[EXPORT_LABEL] ?? ''}`;
  const { [key]: _own, ...others } = labels;
  return { ...binding, metadata: { ...binding.metadata, labels: own === 'shown' ? { ...others, [key]: REFLEXIVE_CLAIM } : others } };
}

function keyOfBinding(binding: KubeObject): string {
  return `${binding.metadata.annotations?.['kcp.io/cluster'] ?? ''}/${binding.metadata.name}`;
}

function boundEntry(type: ResourceType, schema: KubeObject, identity: string, old: JsonObject | undefined): JsonObject {
  const stored = objectsAt(objectAt(schema.spec).versions).flatMap((version) => (version.storage === true ? (textAt(version.name) ?? []) : []));
  return {
    group: type.group,
    resource: type.plural,
    schema: { name: schema.metadata.name, UID: schema.metadata.uid, identityHash: identity },
    storageVersions: [...new Set([...textsAt(old?.storageVersions), ...stored])],
  };
}

function bindingConditions(problems: readonly Condition[], wasBound: boolean): Condition[] {
  const invalid = problems.find((problem) => problem.type === 'APIExportValid');
  const conflict = problems.find((problem) => problem.type === 'BindingUpToDate');
  const fine = (type: string): Condition => ({ type, status: 'True' });
  const initial = (type: string): Condition => {
    const problem = conflict ?? invalid;
    return problem === undefined || wasBound ? fine(type) : { ...problem, type };
  };
  return [initial('Ready'), invalid ?? fine('APIExportValid'), conflict ?? (invalid === undefined ? fine('BindingUpToDate') : { ...invalid, type: 'BindingUpToDate' }), initial('InitialBindingCompleted')];
}
