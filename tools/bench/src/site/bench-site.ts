/** A kcp with the bench's provider installed, and consumer workspaces that have bound its API. */
import { KcpAdmin, dig, eventually, installInProviderWorkspace, installOnPlatform, startGate, startKcp } from '@kcp-runtime/testing';
import type { Gate, KcpServer, RawBody, Workspace } from '@kcp-runtime/testing';
import { BenchProvider } from './bench-provider.js';
import { inFlight } from './in-flight.js';

const group = 'widgets.services.open-control-plane.io';
const configs = `/apis/${group}/v1alpha1/widgetconfigs`;
export const widgetsPath = `/apis/${group}/v1alpha1/namespaces/default/widgets`;
const setUpLanes = 16;

/** What to set up. */
export interface SiteOptions {
  readonly workspaces: number;
  /** Whether the provider's requests go through the counting gate. */
  readonly way: 'direct' | 'gate';
}

/** A set-up to measure on. Its owner closes it. */
export class BenchSite {
  private constructor(
    readonly kcp: KcpServer,
    readonly admin: KcpAdmin,
    readonly provider: Workspace,
    readonly workspaces: readonly Workspace[],
    readonly platformKubeconfig: string,
    private readonly platform: Workspace,
    private readonly counting: Gate | undefined,
  ) {}

  static async open({ workspaces, way }: SiteOptions): Promise<BenchSite> {
    const kcp = await startKcp({ driver: process.env['KCP_BINARY'] ? 'binary' : 'emulator', env: process.env });
    const gate = way === 'gate' ? await startGate({ upstream: kcp }) : undefined;
    const address = { url: gate?.url ?? kcp.url, ca: gate?.ca ?? kcp.ca };
    const admin = KcpAdmin.connect(kcp);
    const platform = await admin.createWorkspace('root:platform');
    const provider = await admin.createWorkspace('root:provider');
    const platformKubeconfig = await installOnPlatform(platform, await BenchProvider.printed('manifests', '--platform=kcp', '--namespace=widgets-system'), address);
    const { kubeconfig } = await installInProviderWorkspace(provider, await BenchProvider.printed('manifests', '--kcp', '--part=workspace', `--provider-workspace=${provider.path}`), address);
    await platform.apply([
      { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'kcp', namespace: 'widgets-system' }, stringData: { kubeconfig } },
      {
        apiVersion: `${group}/v1alpha1`,
        kind: 'WidgetConfig',
        metadata: { name: 'widgets' },
        spec: { pollInterval: '1h', kcp: { providerWorkspace: provider.path, kubeconfigSecret: { name: 'kcp', namespace: 'widgets-system' }, bind: { groups: ['system:authenticated'] } } },
      },
    ]);
    const tenants: Workspace[] = [];
    await inFlight(setUpLanes, Array.from({ length: workspaces }, (_, index) => index), async (index) => {
      tenants[index] = await admin.createWorkspace(`root:tenant-${index}`);
    });
    return new BenchSite(kcp, admin, provider, tenants, platformKubeconfig, platform, gate);
  }

  get gate(): Gate {
    if (this.counting === undefined) throw new Error('This site was opened without a gate.');
    return this.counting;
  }

  /** Starts the provider. */
  startProvider(expected: number): BenchProvider {
    return BenchProvider.start(this.platformKubeconfig, expected);
  }

  /** Has the provider publish, and every workspace bind; the provider runs afterwards. */
  async publishAndBind(expected: number): Promise<BenchProvider> {
    const running = this.startProvider(expected);
    await eventually(async () => (dig((await this.platform.client.get(`${configs}/widgets`)).body, 'status', 'kcp', 'export') === undefined ? undefined : true), {
      deadlineMs: 60_000,
      what: 'the API to be published',
    });
    await inFlight(setUpLanes, this.workspaces, async (workspace) => {
      await workspace.bind({ path: this.provider.path, export: group });
    });
    return running;
  }

  /** Makes orders, round robin over the workspaces. With `settled` each is as a provider left it: finalizer, Ready. */
  async makeOrders(count: number, state: 'new' | 'settled', prefix = 'order'): Promise<void> {
    await inFlight(setUpLanes, Array.from({ length: count }, (_, index) => index), async (index) => {
      const workspace = this.workspaces[index % this.workspaces.length];
      if (workspace === undefined) throw new Error('A site without workspaces takes no orders.');
      const name = `${prefix}-${index}`;
      const created = await workspace.client.post(widgetsPath, order(name, state));
      if (created.status !== 201) throw new Error(`Order ${name} was refused with ${created.status}: ${created.text}`);
      if (state === 'settled') await workspace.client.merge(`${widgetsPath}/${name}/status`, { status: readyStatus(created.body) });
    });
  }

  async close(): Promise<void> {
    await this.counting?.stop();
    await this.admin.close();
    await this.kcp.stop();
  }
}

/** An order of the size that real ones have: 2 KB with what the server adds. */
function order(name: string, state: 'new' | 'settled'): RawBody {
  return {
    apiVersion: `${group}/v1alpha1`,
    kind: 'Widget',
    metadata: { name, ...(state === 'settled' ? { finalizers: [`${group}/finalizer`] } : {}) },
    spec: { size: 'small', note: 'x'.repeat(600) },
  };
}

function readyStatus(created: RawBody): RawBody {
  const lastTransitionTime = dig(created, 'metadata', 'creationTimestamp');
  const condition = { type: 'Ready', status: 'True', reason: 'ReconcileSuccess', message: 'Domain Service is ready', lastTransitionTime };
  return { observedGeneration: 1, phase: 'Ready', seen: 'yes', conditions: [condition] };
}
