import type { Admission } from '../registry/type/admission.js';
import type { Cause } from '../server/answer/api-error.js';
import { objectAt, textAt, type JsonObject, type KubeObject } from '../storage/kube-object.js';
import { sameJson } from '../storage/json/same-json.js';
import { withConditions } from '../control/conditions.js';
import type { Controller } from '../control/controller-loop.js';
import type { Shard } from '../storage/shard.js';
import { ROOT, type KcpState } from './kcp-state.js';
import { createLogicalCluster, randomClusterName } from './logical-cluster.js';
import { beginDeletion, replace } from '../control/replace.js';
import { base36Hash } from './hashes.js';

const FINALIZER = 'core.kcp.io/logicalcluster';
const OWNER = 'experimental.tenancy.kcp.io/owner';
const NAME = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Rules of Workspace objects. */
export const workspaceAdmission: Admission = {
  prepareCreate(object, { user }) {
    const spec = objectAt(object.spec);
    object.spec = { ...spec, type: { path: 'root', name: 'organization', ...objectAt(spec.type) } };
    object.status = { phase: 'Scheduling' };
    const owner = { username: user.name, ...(user.uid === undefined ? {} : { uid: user.uid }), groups: user.groups };
    object.metadata.annotations = { ...object.metadata.annotations, [OWNER]: JSON.stringify(owner) };
  },
  validate(object, old) {
    const faults: Cause[] = [];
    if (!NAME.test(object.metadata.name)) faults.push({ reason: 'FieldValueInvalid', message: `Invalid value: ${JSON.stringify(object.metadata.name)}: must be a path segment`, field: 'metadata.name' });
    if (old === undefined) return faults;
    const now = objectAt(object.spec);
    const before = objectAt(old.spec);
    for (const field of ['type', 'cluster', 'URL'] as const) {
      if (before[field] === undefined || sameJson(now[field], before[field])) continue;
      faults.push({ reason: 'FieldValueInvalid', message: `Invalid value: ${field} is immutable`, field: `spec.${field}` });
    }
    return faults;
  },
};

/** Gives each Workspace its logical cluster, and takes it away again. */
export class WorkspaceController implements Controller {
  readonly name = 'workspaces';
  readonly collections = ['tenancy.kcp.io/workspaces', 'core.kcp.io/logicalclusters'];
  #placed = 0;

  constructor(
    private readonly state: KcpState,
    readonly delayMs: () => number,
  ) {}

  keys(collection: { readonly key: string }, change: { readonly cluster: string; readonly object: KubeObject }): string[] {
    if (collection.key === 'tenancy.kcp.io/workspaces') return [`${change.cluster}/${change.object.metadata.name}`];
    const owner = objectAt(objectAt(change.object.spec).owner);
    return typeof owner.cluster === 'string' ? [`${owner.cluster}/${String(owner.name)}`] : [];
  }

  reconcile(key: string): undefined {
    const [parent = '', name = ''] = key.split('/');
    const workspace = this.state.find('tenancy.kcp.io', 'workspaces', parent, name);
    if (workspace === undefined) return;
    if (workspace.metadata.deletionTimestamp !== undefined) this.tearDown(parent, workspace);
    else if (objectAt(workspace.spec).cluster === undefined) this.schedule(parent, workspace);
    else if (objectAt(workspace.status).phase === 'Initializing') this.finish(parent, workspace);
  }

  private schedule(parent: string, workspace: KubeObject): void {
    const { metadata } = workspace;
    const cluster = randomClusterName();
    const shard = this.shardFor(workspace);
    this.state.storage.place(cluster, shard);
    const path = `${this.state.pathOf(parent)}:${metadata.name}`;
    const createdBy = objectAt(readJson(metadata.annotations?.[OWNER]));
    const owner = textAt(createdBy.username);
    const next: KubeObject = {
      ...workspace,
      metadata: {
        ...metadata,
        annotations: {
          ...metadata.annotations,
          [OWNER]: JSON.stringify({ username: owner }),
          'core.kcp.io/shard': shard.name,
          'internal.tenancy.kcp.io/cluster': cluster,
          'internal.tenancy.kcp.io/shard': base36Hash(shard.name).slice(0, 8),
        },
        labels: { ...metadata.labels, 'tenancy.kcp.io/phase': 'Initializing' },
        finalizers: [...(metadata.finalizers ?? []), FINALIZER],
        generation: (metadata.generation ?? 1) + 1,
      },
      spec: { ...objectAt(workspace.spec), cluster, URL: `${this.state.address.url}/clusters/${path}` },
      status: { ...objectAt(workspace.status), phase: 'Initializing', conditions: this.conditions(workspace, 'False') },
    };
    this.collection().put(parent, next);
    createLogicalCluster(this.state, {
      name: cluster,
      path,
      type: typeText(objectAt(workspace.spec)),
      owner: { cluster: parent, workspace: metadata.name, uid: metadata.uid ?? '' },
      createdBy,
      ...(owner === undefined ? {} : { admin: owner }),
    });
  }

  /** The shard that the workspace asks for by its name, else each in turn. */
  private shardFor(workspace: KubeObject): Shard {
    const { shards } = this.state.storage;
    const wanted = objectAt(objectAt(objectAt(objectAt(workspace.spec).location).selector).matchLabels).name;
    const asked = shards.find((shard) => shard.name === wanted);
    if (asked !== undefined) return asked;
    this.#placed += 1;
    return shards[(this.#placed - 1) % shards.length] ?? this.state.storage.shardOf(ROOT);
  }

  private finish(parent: string, workspace: KubeObject): void {
    this.collection().put(parent, {
      ...workspace,
      metadata: { ...workspace.metadata, labels: { ...workspace.metadata.labels, 'tenancy.kcp.io/phase': 'Ready' } },
      status: { ...objectAt(workspace.status), phase: 'Ready', conditions: this.conditions(workspace, 'True') },
    });
  }

  private conditions(workspace: KubeObject, initialized: 'True' | 'False'): JsonObject[] {
    return withConditions(objectAt(workspace.status).conditions, [
      { type: 'WorkspaceInitialized', status: initialized },
      { type: 'WorkspaceScheduled', status: 'True' },
    ], this.state.clock.timestamp());
  }

  private tearDown(parent: string, workspace: KubeObject): void {
    const cluster = textAt(objectAt(workspace.spec).cluster);
    const logicalCluster = cluster === undefined ? undefined : this.state.logicalCluster(cluster);
    if (cluster === undefined || logicalCluster === undefined) {
      this.collection().remove(parent, workspace);
      return;
    }
    if (logicalCluster.metadata.deletionTimestamp === undefined) {
      beginDeletion(this.state.collection('core.kcp.io', 'logicalclusters'), cluster, logicalCluster, this.state.clock.timestamp());
    }
    const conditions = withConditions(objectAt(workspace.status).conditions, [{ type: 'WorkspaceContentDeleted', status: 'False', severity: 'Info', reason: 'SomeResourcesRemain', message: 'content of the workspace is being deleted' }], this.state.clock.timestamp());
    replace(this.collection(), parent, workspace, {
      ...workspace,
      metadata: { ...workspace.metadata, labels: { ...workspace.metadata.labels, 'tenancy.kcp.io/phase': 'Deleting' } },
      status: { ...objectAt(workspace.status), phase: 'Deleting', conditions },
    });
  }

  private collection(): ReturnType<KcpState['collection']> {
    return this.state.collection('tenancy.kcp.io', 'workspaces');
  }
}

function typeText(spec: JsonObject): string {
  const type = objectAt(spec.type);
  return `${String(type.path ?? 'root')}:${String(type.name ?? 'universal')}`;
}

function readJson(text: string | undefined): unknown {
  return text === undefined ? undefined : JSON.parse(text);
}
