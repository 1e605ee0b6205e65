/**
 * What the items stand on: one kcp, one provider workspace with a schema, and scenes (an export with its consumers) in it.
 * All names are the run's own, so that several runs may share one kcp. A scene that an item breaks is its own; one is shared by
 * those that only look.
 */
import { randomBytes } from 'node:crypto';
import { KcpAdmin, dig, eventually, readAdminKubeconfig } from '@kcp-runtime/testing';
import type { ClaimDecision, Env, KcpServer, RawBody, RawClient, RawWatch, Workspace } from '@kcp-runtime/testing';
import { ItemRecorder } from '../recording/item-recorder.js';
import { KUBERNETES_RECORDINGS, ValueJudge } from '../recording/recorded-values.js';
import { Site } from './site.js';
import { ALL_WIDGETS, widgetExport, widgetResourceSchema } from './widgets.js';

/** Paths of kcp's own kinds, behind a cluster. */
export const EXPORTS = '/apis/apis.kcp.io/v1alpha2/apiexports';
export const BINDINGS = '/apis/apis.kcp.io/v1alpha2/apibindings';
export const SLICES = '/apis/apis.kcp.io/v1alpha1/apiexportendpointslices';
export const SCHEMAS = '/apis/apis.kcp.io/v1alpha1/apiresourceschemas';
export const WORKSPACES = '/apis/tenancy.kcp.io/v1alpha1/workspaces';
export const LOGICAL_CLUSTER = '/apis/core.kcp.io/v1alpha1/logicalclusters/cluster';

/** kcp's own controllers have this long for what they do at once (within 2 s, on a machine with nothing else to do), and for what takes them a few rounds. */
export const T1 = { deadlineMs: 5_000 };
export const T10 = { deadlineMs: 20_000 };

/** An export and the consumers that have bound it. */
export interface Scene {
  readonly provider: Workspace;
  readonly export: string;
  /** Name of the APIResourceSchema. */
  readonly schema: string;
  /** Requests below the export's virtual workspace: paths begin with `/*` or `/<cluster>`. */
  readonly virtual: RawClient;
  /** As many as were asked for. */
  readonly consumers: readonly Workspace[];
}

/** How a scene is made. */
export interface SceneRequest {
  readonly consumers: number;
  /** Whether they bind; yes where nothing is said. */
  readonly binding?: 'bound' | 'none';
  /**
   * `own` for an item that looks at all that a wildcard shows: kcp 0.32.3 mixes there the orders of exports that refer to one schema.
   * It costs five seconds, since kcp must get to know the schema.
   */
  readonly schema?: 'shared' | 'own';
  readonly claims?: readonly RawBody[];
  readonly decisions?: readonly ClaimDecision[];
}

/** A scene's first two consumers, for those that need them by name. */
export function pair(scene: Scene): readonly [Workspace, Workspace] {
  const [first, second] = scene.consumers;
  if (first === undefined || second === undefined) throw new Error('This scene has fewer than two consumers; ask for more.');
  return [first, second];
}

/** A scene's first consumer. */
export function only(scene: Scene): Workspace {
  const [first] = scene.consumers;
  if (first === undefined) throw new Error('This scene has no consumer; ask for one.');
  return first;
}

/** One kcp with the run's own workspaces. */
export class World {
  /** Path of the workspace that all of this run lies in. */
  readonly home: string;
  /** The schema that all exports refer to; known to kcp after its first use, so that later bindings are quick. */
  readonly schema = `v1.widgets.conformance.example.io`;
  private shared: Promise<Scene> | undefined;
  private plain: Promise<Site> | undefined;
  private readonly watches: RawWatch[] = [];

  private constructor(
    readonly kcp: KcpServer,
    /** Of the process: where kubectl is. */
    readonly env: Env,
    readonly admin: KcpAdmin,
    readonly recorder: ItemRecorder,
    readonly provider: Workspace,
  ) {
    this.home = provider.path.slice(0, provider.path.lastIndexOf(':'));
  }

  static async create(kcp: KcpServer, env: Env): Promise<World> {
    const recorder = new ItemRecorder(() => readAdminKubeconfig(kcp.adminKubeconfig).token);
    const admin = KcpAdmin.connect(kcp, { observer: recorder });
    const provider = await admin.createWorkspace(`root:${uniqueName('conformance')}:provider`);
    const world = new World(kcp, env, admin, recorder, provider);
    await provider.apply([widgetResourceSchema(world.schema)]);
    return world;
  }

  /** Requests as kcp's admin. */
  get client(): RawClient {
    return this.admin.client;
  }

  /** A new workspace of this run. */
  workspace(purpose: string): Promise<Workspace> {
    return this.recorder.unseen(() => this.admin.createWorkspace(`${this.home}:${uniqueName(purpose)}`));
  }

  /** The scene of two bound consumers for items that leave it as it is. */
  standing(): Promise<Scene> {
    this.shared ??= this.scene({ consumers: 2 });
    return this.shared;
  }

  /** A consumer of the standing scene, for items that are plain Kubernetes. */
  site(): Promise<Site> {
    this.plain ??= this.newSite();
    return this.plain;
  }

  private async newSite(): Promise<Site> {
    const scene = await this.standing();
    const consumer = only(scene);
    return new Site({
      orders: scene.virtual.below(`/${consumer.cluster}`),
      everywhere: scene.virtual.below('/*'),
      client: consumer.client,
      // Read anew each time: a kcp that was restarted has other tokens.
      kubeconfig: () => consumer.kubeconfig(readAdminKubeconfig(this.kcp.adminKubeconfig).token),
      env: this.env,
      apart: async (purpose) => (await this.workspace(purpose)).client,
      openWatch: (by, path) => this.watch(by, path),
      unseen: (prepare) => this.recorder.unseen(prepare),
      values: new ValueJudge(KUBERNETES_RECORDINGS),
    });
  }

  /** A new export with new consumers. What it takes to make them is no check of an item. */
  scene(request: SceneRequest): Promise<Scene> {
    return this.recorder.unseen(() => this.newScene(request));
  }

  private async newScene(request: SceneRequest): Promise<Scene> {
    const name = uniqueName('export');
    const schema = request.schema === 'own' ? `${name}.widgets.conformance.example.io` : this.schema;
    await this.provider.apply([...(request.schema === 'own' ? [widgetResourceSchema(schema)] : []), widgetExport(name, schema, request.claims)]);
    await eventually(async () => dig((await this.provider.client.get(`${EXPORTS}/${name}`)).body, 'status', 'identityHash'), { what: `identity of ${name}` });
    const virtual = this.virtual(name);
    const consumers = await Promise.all(Array.from({ length: request.consumers }, () => this.workspace('consumer')));
    const scene = { provider: this.provider, export: name, schema, virtual, consumers };
    if (request.binding !== 'none') await Promise.all(consumers.map((consumer) => this.bind(scene, consumer, request.decisions)));
    return scene;
  }

  /** Binds a scene's export in a workspace and waits until the virtual workspace serves it. */
  bind(scene: Scene, consumer: Workspace, claims?: readonly ClaimDecision[]): Promise<void> {
    return this.recorder.unseen(() => this.bindUnseen(scene, consumer, claims));
  }

  private async bindUnseen(scene: Scene, consumer: Workspace, claims?: readonly ClaimDecision[]): Promise<void> {
    await consumer.bind({ path: scene.provider.path, export: scene.export, ...(claims === undefined ? {} : { claims }) });
    const path = `/${consumer.cluster}${ALL_WIDGETS}`;
    await eventually(async () => ((await scene.virtual.get(path)).status === 200 ? true : undefined), { ...T10, what: `${path} to be served` });
  }

  /** Requests below an export's virtual workspace, for the export's cluster by name. */
  virtual(exportName: string, provider: Workspace = this.provider): RawClient {
    return this.client.below(`/services/apiexport/${provider.cluster}/${exportName}/clusters`);
  }

  /** Opens a watch that is closed with the item. */
  async watch(client: RawClient, path: string): Promise<RawWatch> {
    const watch = await client.watch(path);
    this.watches.push(watch);
    this.recorder.watched(client.url, path, watch);
    return watch;
  }

  /** Ends what an item left open. */
  async afterItem(): Promise<void> {
    await Promise.all(this.watches.splice(0).map((watch) => watch.close()));
  }

  async close(): Promise<void> {
    await this.afterItem();
    await this.admin.close();
  }
}

/** A name that nobody else has. */
export function uniqueName(purpose: string): string {
  return `${purpose}-${randomBytes(4).toString('hex')}`;
}
