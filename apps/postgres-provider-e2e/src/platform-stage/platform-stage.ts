/**
 * A real platform for stories: the operator runs, a PostgreSQL stands ready for the plan `shared`, and the built provider is what
 * runs for its image. A story asks for the ServiceProvider and for tenants, and finds those of a story before it:
 *
 *   const stage = onPlatform();
 *   const [red] = await Promise.all([stage().tenant('red'), stage().installProvider()]);
 *   await red.orderDatabase();
 *   await red.whenReady('red');
 */
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { Canaries, dig, eventually, providerProgram, startPlatform, startPostgres } from '@kcp-runtime/testing';
import type { Env, PlatformCluster, PostgresServer, RawBody, RealPlatform, Ref } from '@kcp-runtime/testing';
import { load } from 'js-yaml';
import { ControlPlaneTenant } from './control-plane-tenant.js';
import { providerImage, providerName } from './names.js';
import { ServiceProvider } from './service-provider.js';

const program = fileURLToPath(new URL('../../../postgres-provider/dist/main.js', import.meta.url));

/** What to set up. */
export interface PlatformStageOptions {
  readonly env: Env;
  /** Whether the provider reaches each cluster itself, or through the fault gate of that cluster. */
  readonly way: 'direct' | 'gate';
}

/** A set-up that stories play on. Its owner closes it. */
export class PlatformStage {
  readonly provider: ServiceProvider;
  private readonly settled = new Map<string, ControlPlaneTenant>();

  private constructor(
    readonly platform: RealPlatform,
    /** The server of the plan `shared`. */
    readonly postgres: PostgresServer,
    /** Every token and password of this run. */
    readonly canaries: Canaries,
  ) {
    this.provider = new ServiceProvider(platform);
  }

  static async open({ env, way }: PlatformStageOptions): Promise<PlatformStage> {
    const canaries = new Canaries();
    const postgres = await startPostgres({ version: 18 });
    try {
      const platform = await startPlatform({ env, way, canaries, environment: 'e2e', programs: { [providerImage]: providerProgram(program) } });
      const stage = new PlatformStage(platform, postgres, canaries);
      await stage.handOutServer();
      return stage;
    } catch (error) {
      await postgres.stop();
      throw error;
    }
  }

  /** Creates or changes the ServiceProvider, waits until the operator runs it so, and configures it. */
  async installProvider({ replicas = 1 }: { readonly replicas?: number } = {}): Promise<void> {
    await this.provider.apply({ replicas });
    await this.provider.whenReady();
    await this.provider.configure({ serverSecret: { name: 'postgres-server' }, pollInterval: '2s', dedicated: { service: 'NodePort' } });
  }

  /** Everybody who has a ControlPlane. */
  get tenants(): readonly ControlPlaneTenant[] {
    return [...this.settled.values()];
  }

  /** Somebody with a ControlPlane of this name, who may order on the onboarding cluster and rules in his own. */
  async tenant(name: string): Promise<ControlPlaneTenant> {
    const tenant = this.settled.get(name) ?? (await ControlPlaneTenant.settle(this.platform, { namespace: `project-${name}--ws-dev`, name }));
    this.settled.set(name, tenant);
    return tenant;
  }

  /** Deletes his ControlPlane, and waits until it is gone. */
  async dismiss(tenant: ControlPlaneTenant): Promise<void> {
    this.settled.delete(tenant.name);
    await this.platform.deleteControlPlane(tenant.ref);
    await tenant.leave();
    await this.platform.whenControlPlaneGone(tenant.ref);
  }

  /** Deletes whatever is ordered, and waits until it is gone. */
  async withdrawOrders(): Promise<void> {
    await Promise.all(this.tenants.map((tenant) => tenant.withdrawOrders()));
  }

  /** Waits for the workload cluster that the order of this name has asked for. */
  async workloadClusterOf(order: string): Promise<PlatformCluster> {
    const name = `${providerName}--${order}--wl`;
    const namespace = await eventually(async () => dig((await this.requests('clusterrequests')).get(name), 'metadata', 'namespace') as string | undefined, {
      deadlineMs: 120_000,
      what: `ClusterRequest ${name}`,
    });
    return this.platform.whenClusterOf({ namespace, name }, 120_000);
  }

  /** The workload cluster of a tenant's orders; a request of the test's own keeps it while these come and go. */
  async standingWorkloadCluster({ ref }: ControlPlaneTenant): Promise<PlatformCluster> {
    const request = { namespace: this.platform.namespaceOf(ref), name: 'keeps-the-workload-cluster' };
    await this.platform.platform.apply([{ apiVersion: 'clusters.openmcp.cloud/v1alpha1', kind: 'ClusterRequest', metadata: request, spec: { purpose: 'workload' } }]);
    return this.platform.whenClusterOf(request, 120_000);
  }

  /** Every AccessRequest of the platform, by its name. */
  accessRequests(): Promise<ReadonlyMap<string, RawBody>> {
    return this.requests('accessrequests');
  }

  /** Waits until the operator has told who is to grant an AccessRequest. */
  async whenHandedOn(name: string): Promise<void> {
    const provider = async (): Promise<unknown> => dig((await this.accessRequests()).get(name), 'metadata', 'labels', 'clusters.openmcp.cloud/provider');
    await eventually(provider, { what: `the operator to hand on ${name}` });
  }

  /** The requests of this order for a workload cluster and for access to it. */
  async workloadRequestsOf(order: string): Promise<RawBody[]> {
    const name = `${providerName}--${order}--wl`;
    const all = await Promise.all([this.requests('clusterrequests'), this.requests('accessrequests')]);
    return all.map((requests) => requests.get(name)).filter((request) => request !== undefined);
  }

  async close(): Promise<void> {
    await Promise.all(this.tenants.map((tenant) => tenant.leave()));
    await this.platform.stop();
    await this.postgres.stop();
  }

  /** The AccessRequest by which the provider works in a tenant's cluster. */
  accessOf({ ref }: ControlPlaneTenant): Ref {
    return { namespace: this.platform.namespaceOf(ref), name: `${providerName}--${ref.name}--mcp` };
  }

  /** Somebody else makes an AccessRequest of a name that the provider will want. */
  async holdName({ namespace, name }: Ref): Promise<void> {
    await this.platform.platform.apply([
      {
        apiVersion: 'clusters.openmcp.cloud/v1alpha1',
        kind: 'AccessRequest',
        metadata: { namespace, name, labels: { 'openmcp.cloud/managed-by': 'somebody-else' } },
        spec: { requestRef: { namespace, name }, token: {} },
      },
    ]);
  }

  /** He deletes it again. */
  async letName({ namespace, name }: Ref): Promise<void> {
    await this.platform.platform.client.delete(`/apis/clusters.openmcp.cloud/v1alpha1/namespaces/${namespace}/accessrequests/${name}`);
  }

  /** What the provider is answered in a tenant's cluster: the status of a read with the token that it was granted. */
  async asProvider(tenant: ControlPlaneTenant): Promise<(path: string) => Promise<number>> {
    const { namespace, name } = this.accessOf(tenant);
    const { body } = await this.platform.platform.client.get(`/api/v1/namespaces/${namespace}/secrets/${name}.kubeconfig`);
    const kubeconfig = load(Buffer.from(String(dig(body, 'data', 'kubeconfig')), 'base64').toString('utf8'));
    const client = tenant.cluster.client.as(String(dig(kubeconfig, 'users', 0, 'user', 'token')));
    return async (path) => (await client.get(path)).status;
  }

  private async requests(plural: 'accessrequests' | 'clusterrequests'): Promise<ReadonlyMap<string, RawBody>> {
    const { body } = await this.platform.platform.client.get(`/apis/clusters.openmcp.cloud/v1alpha1/${plural}`);
    return new Map(((body['items'] ?? []) as RawBody[]).map((request) => [String(dig(request, 'metadata', 'name')), request]));
  }

  private async handOutServer(): Promise<void> {
    const admin = await this.postgres.createAdmin();
    const passwordKey = randomBytes(32).toString('hex');
    this.canaries.add(admin.password, "the database admin's password");
    this.canaries.add(passwordKey, 'the key of the passwords');
    await this.provider.putSecret('postgres-server', { uri: this.postgres.uri(admin), passwordKey });
  }
}
