import { KubeConnection, Milestone, readKubeconfig, systemClock, systemRandom } from '@kcp-runtime/kube';
import type { KubeApi, ResourceType } from '@kcp-runtime/kube';
import { CLUSTER_ACCESS_RULES, ClusterAccess, tenantNamespace, tenantRequest } from '@kcp-runtime/openmcp';
import type { AccessOrder, ClosedAccess, ClusterAccessState, GrantedAccess, NamespacedName, PermissionRule, PlatformRule } from '@kcp-runtime/openmcp';
import { dig } from '../../admin/raw-client.js';
import type { RawBody, RawClient } from '../../admin/raw-client.js';
import { isWrite } from '../../gate/gate-request.js';
import { CLUSTERS_API } from '../../platform/names.js';
import { pathIn } from '../../platform/follow/object-writes.js';
import type { Platform } from '../../platform/platform.js';
import { eventually } from '../../wait/eventually.js';

/** What an order needs where a test says nothing else. */
export const CONFIG_MAPS: PermissionRule = { apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list', 'create'] };

/** Their kind, and one that nobody asks for where a test says nothing else. */
export const CONFIG_MAP_TYPE: ResourceType = { group: '', version: 'v1', plural: 'configmaps', kind: 'ConfigMap', scope: 'Namespaced' };
export const SECRET_TYPE: ResourceType = { group: '', version: 'v1', plural: 'secrets', kind: 'Secret', scope: 'Namespaced' };

export type StateOf<K extends ClusterAccessState['kind']> = Extract<ClusterAccessState, { readonly kind: K }>;

let accounts = 0;
let tenants = 0;

/** A running {@link ClusterAccess} with the rights that the manifests give it, and what a test asks it. */
export class AccessTrial {
  private readonly stop = new AbortController();
  private readonly running: Promise<void>;
  /** Added to the time of this machine. */
  private aheadMs = 0;
  readonly access: ClusterAccess;

  private constructor(
    readonly platform: Platform,
    private readonly connection: KubeConnection,
    controllers: readonly string[],
  ) {
    const clock = { ...systemClock, now: () => systemClock.now() + this.aheadMs };
    this.access = new ClusterAccess({ api: connection.api(), controllers, clock, random: systemRandom });
    this.running = this.access.run(this.stop.signal);
  }

  /** The platform has to be reached through gates. */
  static async start(platform: Platform, controllers: readonly string[] = ['foo'], rules: readonly PlatformRule[] = CLUSTER_ACCESS_RULES): Promise<AccessTrial> {
    const { kubeconfig } = await platform.platform.serviceAccount({ name: `trial-${++accounts}`, rules });
    const connection = await KubeConnection.open(readKubeconfig(kubeconfig, { origin: 'cluster', source: 'the platform' }));
    return new AccessTrial(platform, connection, controllers);
  }

  async end(): Promise<void> {
    this.stop.abort();
    await this.running;
    await this.connection.close();
  }

  /** Admin of the platform cluster. */
  get admin(): RawClient {
    return this.platform.platform.client;
  }

  /** Lets the process believe that it is later. */
  goAhead(byMs: number): void {
    this.aheadMs += byMs;
  }

  /** A tenant with a ControlPlane that nobody else has. */
  async tenant(): Promise<NamespacedName> {
    const tenant = { namespace: 'project-demo--ws-dev', name: `mcp-${++tenants}` };
    await this.platform.createControlPlane(tenant);
    return tenant;
  }

  /** Access to a ControlPlane of its own, granted already. */
  async granted(): Promise<{ readonly order: AccessOrder; readonly state: GrantedAccess }> {
    const order = this.toControlPlane(await this.tenant());
    return { order, state: await this.open(order, 'granted') };
  }

  /** Access to the cluster of a ControlPlane. */
  toControlPlane(tenant: NamespacedName, more: Partial<AccessOrder> = {}): AccessOrder {
    const namespace = tenantNamespace(tenant);
    return {
      request: tenantRequest({ owner: { controller: 'foo', ...tenant, id: 'mcp' }, namespace, suffix: 'mcp' }),
      cluster: { kind: 'existing', request: { namespace, name: tenant.name } },
      token: { permissions: [{ rules: [CONFIG_MAPS] }] },
      wake: () => undefined,
      ...more,
    };
  }

  /** A cluster for an order of the tenant, and access to it. */
  toWorkload(tenant: NamespacedName, more: Partial<AccessOrder> = {}): AccessOrder {
    const namespace = tenantNamespace(tenant);
    return {
      request: tenantRequest({ owner: { controller: 'foo', ...tenant, id: 'workload' }, namespace, suffix: 'wl' }),
      cluster: { kind: 'ordered', purpose: 'workload' },
      token: { permissions: [{ rules: [CONFIG_MAPS] }] },
      wake: () => undefined,
      ...more,
    };
  }

  /** Opens it, again at each wake and at no other time, until it stands so. */
  async open<K extends ClusterAccessState['kind']>(order: AccessOrder, kind: K, isWanted: (state: StateOf<K>) => boolean = () => true): Promise<StateOf<K>> {
    for (;;) {
      const woken = new Milestone();
      const state = await this.access.open({ ...order, wake: () => woken.reach() }, AbortSignal.timeout(10_000));
      if (isKind(state, kind) && isWanted(state)) return state;
      await wake(woken, () => `${kind}, and it is ${describe(state)}; ${this.platform.faults()}`);
    }
  }

  /** Takes it down, again at each wake, until it is gone. */
  async close(order: AccessOrder): Promise<void> {
    for (;;) {
      const woken = new Milestone();
      const closed = await this.closeOnce({ ...order, wake: () => woken.reach() });
      if (closed.kind === 'gone') return;
      await wake(woken, () => `gone: ${closed.message}`);
    }
  }

  /** Takes back what was denied, until it is gone. */
  async withdraw(order: AccessOrder): Promise<void> {
    await eventually(async () => ((await this.access.withdraw(order, AbortSignal.timeout(10_000))).kind === 'gone' ? true : undefined), { what: 'what was denied to be gone' });
  }

  closeOnce(order: AccessOrder): Promise<ClosedAccess> {
    return this.access.close(order, AbortSignal.timeout(10_000));
  }

  /** All that was written meanwhile, such as `create accessrequests foo--main--mcp`. */
  async writesOf(action: () => Promise<unknown>): Promise<readonly string[]> {
    return (await this.requestsOf(action)).filter(isWrite).map(({ verb, resource, name, body }) => `${verb} ${resource} ${name ?? String(dig(JSON.parse(body), 'metadata', 'name'))}`);
  }

  /** All requests of anybody under test meanwhile, but for watches that had to be opened again. */
  async requestsOf(action: () => Promise<unknown>) {
    const { gate } = this.platform.platform;
    gate.forget();
    await action();
    return gate.requests(({ verb }) => verb !== 'watch');
  }

  read(plural: 'accessrequests' | 'clusterrequests', ref: NamespacedName): Promise<RawBody | undefined> {
    return this.get(pathIn(CLUSTERS_API, plural, ref));
  }

  secret({ namespace, name }: NamespacedName): Promise<RawBody | undefined> {
    return this.get(pathIn('/api/v1', 'secrets', { namespace, name }));
  }

  async get(path: string): Promise<RawBody | undefined> {
    const { status, body } = await this.admin.get(path);
    return status === 404 ? undefined : body;
  }

  /** Changes an object as the platform's operator would. */
  async merge(path: string, patch: RawBody): Promise<void> {
    const { status, text } = await this.admin.merge(path, patch);
    if (status !== 200) throw new Error(`PATCH ${path}: ${status} ${text}`);
  }

  whenGone(path: string): Promise<true> {
    return eventually(async () => ((await this.get(path)) === undefined ? true : undefined), { what: `${path} to be gone` });
  }
}

/** What can be done with an access, as long as `use` runs. */
export async function withAccess<T>({ kubeconfig }: GrantedAccess, use: (cluster: KubeApi) => Promise<T>): Promise<T> {
  const connection = await KubeConnection.open(readKubeconfig(kubeconfig, { origin: 'cluster', source: 'the access' }));
  return use(connection.api()).finally(() => connection.close());
}

/** Path of a request. */
export function requestPath(plural: 'accessrequests' | 'clusterrequests', { namespace, name }: NamespacedName): string {
  return pathIn(CLUSTERS_API, plural, { namespace, name });
}

function isKind<K extends ClusterAccessState['kind']>(state: ClusterAccessState, kind: K): state is StateOf<K> {
  return state.kind === kind;
}

async function wake(woken: Milestone, wanted: () => string): Promise<void> {
  const limit = AbortSignal.timeout(10_000);
  await woken.when(limit).catch(() => {
    throw new Error(`Nobody was woken for 10 s. Wanted: ${wanted()}`);
  });
}

function describe(state: ClusterAccessState): string {
  return 'message' in state ? `${state.kind}: ${state.message}` : state.kind;
}
