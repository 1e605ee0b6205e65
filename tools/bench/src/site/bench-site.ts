/** A kcp with the bench's provider installed, and consumer workspaces that have bound its API. */
import { KcpAdmin, dig, eventually, installInProviderWorkspace, installOnPlatform, startGate, startKcp } from '@kcp-runtime/testing';
import type { Gate, KcpServer, RawBody, Workspace } from '@kcp-runtime/testing';
import { printedByOurs, startOurs } from '../contender/our-provider.js';
import type { RunningProvider } from '../contender/running-provider.js';
import { stampNow } from '../figures/stamp.js';
import { inFlight } from './in-flight.js';

export const widgetGroup = 'widgets.services.open-control-plane.io';
const configs = `/apis/${widgetGroup}/v1alpha1/widgetconfigs`;
export const widgetsPath = `/apis/${widgetGroup}/v1alpha1/namespaces/default/widgets`;
const lanes = 16;

/** As much of a kcp as a site uses. */
export type SiteServer = Pick<KcpServer, 'url' | 'ca' | 'adminKubeconfig' | 'stop'>;

/** What to set up. */
export interface SiteOptions {
  readonly workspaces: number;
  /** Whether the provider's requests go through the counting gate; they go straight to the server without it. */
  readonly way?: 'direct' | 'gate';
  /** A kcp of the caller's; the emulator or a real one, as the environment says, without it. */
  readonly server?: SiteServer;
}

interface SiteParts {
  readonly kcp: SiteServer;
  readonly admin: KcpAdmin;
  readonly platform: Workspace;
  readonly provider: Workspace;
  readonly workspaces: readonly Workspace[];
  readonly gate: Gate | undefined;
  readonly platformKubeconfig: string;
  readonly workspaceKubeconfig: string;
}

/** A set-up to measure on. Its owner closes it. */
export class BenchSite {
  private constructor(private readonly parts: SiteParts) {}

  static async open({ workspaces, way = 'direct', server }: SiteOptions): Promise<BenchSite> {
    const kcp = server ?? (await startKcp({ driver: isRealKcp() ? 'binary' : 'emulator', env: process.env }));
    const gate = way === 'gate' ? await startGate({ upstream: kcp }) : undefined;
    const address = { url: gate?.url ?? kcp.url, ca: gate?.ca ?? kcp.ca };
    const admin = KcpAdmin.connect(kcp);
    const platform = await admin.createWorkspace('root:platform');
    const provider = await admin.createWorkspace('root:provider');
    const platformKubeconfig = await installOnPlatform(platform, await printedByOurs('manifests', '--platform=kcp', '--namespace=widgets-system'), address);
    const manifests = await printedByOurs('manifests', '--kcp', '--part=workspace', `--provider-workspace=${provider.path}`);
    const { kubeconfig: workspaceKubeconfig } = await installInProviderWorkspace(provider, manifests, address);
    await platform.apply(configOf(provider.path, workspaceKubeconfig));
    const tenants: Workspace[] = [];
    await inFlight(lanes, numbers(workspaces), async (index) => {
      tenants[index] = await admin.createWorkspace(`root:tenant-${index}`);
    });
    return new BenchSite({ kcp, admin, platform, provider, workspaces: tenants, gate, platformKubeconfig, workspaceKubeconfig });
  }

  get workspaces(): readonly Workspace[] {
    return this.parts.workspaces;
  }

  /** The provider workspace. */
  get provider(): Workspace {
    return this.parts.provider;
  }

  /** The kcp, past the gate. */
  get kcp(): SiteServer {
    return this.parts.kcp;
  }

  /** With the rights that our `manifests` give. */
  get platformKubeconfig(): string {
    return this.parts.platformKubeconfig;
  }

  /** For the provider workspace and the export's virtual workspace, with the rights that our `manifests --kcp` give. */
  get workspaceKubeconfig(): string {
    return this.parts.workspaceKubeconfig;
  }

  get gate(): Gate {
    if (this.parts.gate === undefined) throw new Error('This site was opened without a gate.');
    return this.parts.gate;
  }

  /** Has our provider publish, and every workspace bind; it runs afterwards. */
  async publishAndBind(expected: number): Promise<RunningProvider> {
    const running = startOurs(this.platformKubeconfig, { expected });
    await this.whenPublished();
    await inFlight(lanes, this.workspaces, async (workspace) => {
      await workspace.bind({ path: this.provider.path, export: widgetGroup });
    });
    return running;
  }

  async whenPublished(): Promise<void> {
    const isPublished = async (): Promise<true | undefined> =>
      dig((await this.parts.platform.client.get(`${configs}/widgets`)).body, 'status', 'kcp', 'export') === undefined ? undefined : true;
    await eventually(isPublished, { deadlineMs: 60_000, what: 'the API to be published' });
  }

  /** Makes orders, round robin over the workspaces, all at once as far as `lanes` go. */
  async makeOrders(count: number, prefix: string): Promise<void> {
    await inFlight(lanes, numbers(count), (index) => this.makeOrder(index, `${prefix}-${index}`, 'unstamped').then(() => undefined));
  }

  /** Makes one order, and answers it as the server has it. */
  async makeOrder(workspace: number, name: string, kind: 'stamped' | 'unstamped'): Promise<RawBody> {
    const created = await this.at(workspace).client.post(widgetsPath, order(name, kind));
    if (created.status !== 201) throw new Error(`Order ${name} was refused with ${created.status}: ${created.text}`);
    return created.body;
  }

  /** Changes the spec of an order to a stamp, that of now without another. */
  async stampOrder(workspace: number, name: string, stamp = stampNow()): Promise<void> {
    const path = `${widgetsPath}/${name}`;
    const { status, text } = await this.at(workspace).client.merge(path, { spec: { stamp } });
    if (status !== 200) throw new Error(`Order ${name} could not be changed, ${status}: ${text}`);
  }

  /** Publishes, binds and makes orders `order-<n>`, and leaves them as a provider leaves them when it stops: Ready, with its finalizer. */
  async makeReadyOrders(count: number): Promise<void> {
    await (await this.publishAndBind(0)).stop();
    await this.addReadyOrders(count, 0);
  }

  /** Adds orders to those that are there, numbered from `from` on, with our provider, and leaves them Ready. */
  async addReadyOrders(count: number, from: number): Promise<void> {
    if (count === 0) return;
    const provider = startOurs(this.platformKubeconfig, { expected: from + count });
    await inFlight(lanes, numbers(count), (index) => this.makeOrder(index, `order-${from + index}`, 'unstamped').then(() => undefined));
    await provider.whenSaid('all');
    await provider.stop();
  }

  /** Deletes every order, past all finalizers. */
  async deleteOrders(): Promise<void> {
    await inFlight(lanes, this.workspaces, async ({ client }) => {
      const { body } = await client.get(widgetsPath);
      const names = (dig(body, 'items') as readonly unknown[] | undefined)?.map((item) => String(dig(item, 'metadata', 'name'))) ?? [];
      await inFlight(lanes, names, async (name) => {
        await client.merge(`${widgetsPath}/${name}`, { metadata: { finalizers: null } });
        await client.delete(`${widgetsPath}/${name}`);
      });
    });
  }

  async close(): Promise<void> {
    await this.parts.gate?.stop();
    await this.parts.admin.close();
    await this.kcp.stop();
  }

  private at(index: number): Workspace {
    const workspace = this.workspaces[index % this.workspaces.length];
    if (workspace === undefined) throw new Error('A site without workspaces takes no orders.');
    return workspace;
  }
}

/** Whether sites stand on a real kcp. */
export function isRealKcp(): boolean {
  return process.env['KCP_BINARY'] !== undefined;
}

function configOf(providerWorkspace: string, kubeconfig: string): RawBody[] {
  const secret = { name: 'kcp', namespace: 'widgets-system' };
  const kcp = { providerWorkspace, kubeconfigSecret: secret, bind: { groups: ['system:authenticated'] } };
  return [
    { apiVersion: 'v1', kind: 'Secret', metadata: secret, stringData: { kubeconfig } },
    { apiVersion: `${widgetGroup}/v1alpha1`, kind: 'WidgetConfig', metadata: { name: 'widgets' }, spec: { pollInterval: '1h', kcp } },
  ];
}

/** An order of the size that real ones have: 2 KB with what the server adds. */
function order(name: string, kind: 'stamped' | 'unstamped'): RawBody {
  const stamp = kind === 'stamped' ? { stamp: stampNow() } : {};
  return { apiVersion: `${widgetGroup}/v1alpha1`, kind: 'Widget', metadata: { name }, spec: { size: 'small', note: 'x'.repeat(600), ...stamp } };
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
