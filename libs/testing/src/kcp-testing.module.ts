/**
 * A provider under test with a whole kcp around it, in one process: the emulator, a workspace that plays the platform
 * cluster, a provider workspace set up by what `manifests` prints, and consumers that bind. A spec of a provider
 * starts it; nothing of the provider is replaced but what the spec itself overrides.
 */
import { RUNTIME_SETTINGS, KcpRuntime } from '@kcp-runtime/nest';
import type { Provider, RuntimeSettings } from '@kcp-runtime/nest';
import { KubeConnection, readKubeconfig, systemClock, systemRandom } from '@kcp-runtime/kube';
import { readApiClass } from '@kcp-runtime/schema';
import type { TestingModule } from '@nestjs/testing';
import { load } from 'js-yaml';
import { installInProviderWorkspace, installOnPlatform } from './admin/install-provider.js';
import { KcpAdmin } from './admin/kcp-admin.js';
import type { BindRequest } from './admin/set-up.js';
import type { Workspace } from './admin/workspace.js';
import type { KcpServer } from './drivers/kcp-server.js';
import { printedManifests } from './printed-manifests.js';
import { startApp, stopApp } from './running-app.js';
import type { TestedApp } from './running-app.js';
import { startKcp } from './start-kcp.js';
import type { StartKcpOptions } from './start-kcp.js';
import { TestConsumer } from './test-consumer.js';

const NAMESPACE = 'kcp-runtime';

/** What a spec says about the provider and its surroundings. */
export interface KcpTestingSettings extends TestedApp {
  readonly provider: Provider;
  /** Another kcp than a new emulator: how to start it, or one that runs, which ends with this. */
  readonly kcp?: StartKcpOptions | KcpServer;
  /** The workspace below which all others are made; a run of one's own on a shared kcp has another than `root`. */
  readonly root?: string;
  /** Spec of the ProviderConfig; workspace and kubeconfig Secret of its `kcp` are filled in. */
  readonly config?: { readonly kcp?: object; readonly [field: string]: unknown };
  /** Secrets in the provider's namespace on the platform, by name. */
  readonly secrets?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** A version of the provider. */
export type ProviderVersion = Pick<KcpTestingSettings, 'provider' | 'app' | 'override'>;

/** The provider that runs, and everybody around it. */
export class KcpTestingModule {
  private constructor(
    private running: TestingModule,
    readonly admin: KcpAdmin,
    /** The workspace that plays the platform cluster. */
    readonly platform: Workspace,
    readonly providerWorkspace: Workspace,
    private readonly kcp: KcpServer,
    private readonly provider: Provider,
    private readonly root: string,
  ) {}

  /** The app: `kcp.app.get(PostgresServers)`. */
  get app(): TestingModule {
    return this.running;
  }

  /** Starts everything and waits until orders are served. The spec calls {@link close}. */
  static async start(settings: KcpTestingSettings): Promise<KcpTestingModule> {
    const { kcp: wanted = { driver: 'emulator' } } = settings;
    const kcp = 'url' in wanted ? wanted : await startKcp(wanted);
    try {
      return await KcpTestingModule.startOn(kcp, settings);
    } catch (error) {
      await kcp.stop();
      throw error;
    }
  }

  private static async startOn(kcp: KcpServer, settings: KcpTestingSettings): Promise<KcpTestingModule> {
    const { provider, root = 'root' } = settings;
    const admin = KcpAdmin.connect(kcp);
    const platform = await admin.createWorkspace(`${root}:platform`);
    const workspace = await admin.createWorkspace(`${root}:providers:${provider.name}`);
    const kubeconfig = await installOnPlatform(platform, await printedManifests(provider, '--platform=kcp', `--namespace=${NAMESPACE}`), kcp);
    const published = await installInProviderWorkspace(workspace, await printedManifests(provider, '--kcp'), kcp);
    await platform.apply(platformObjects(settings, workspace.path, published.kubeconfig));
    const app = await startApp(settings, runtimeSettings(provider, kubeconfig));
    await app.get(KcpRuntime).whenReady();
    return new KcpTestingModule(app, admin, platform, workspace, kcp, provider, root);
  }

  /** Stops the provider and starts another version of it in its place, or the same once more; returns when that runs, and does not wait for orders. */
  async replaceProvider(version: ProviderVersion): Promise<void> {
    const settings = this.app.get<RuntimeSettings>(RUNTIME_SETTINGS);
    await stopApp(this.app);
    this.running = await startApp(version, settings);
  }

  /** A consumer with a workspace of his own that has bound the export and accepted every claim. */
  async consumer(name: string): Promise<TestConsumer> {
    const workspace = await this.admin.createWorkspace(`${this.root}:consumers:${name}`);
    await workspace.bind(await this.bindRequest());
    const [offer] = this.provider.offers;
    if (!offer) throw new Error(`Provider ${this.provider.name} offers nothing that ${name} could order.`);
    return new TestConsumer(workspace, readApiClass(offer.api));
  }

  /** What a consumer binds when he accepts every claim: as the provider prints it. */
  async bindRequest(): Promise<BindRequest> {
    const printed = await printedManifests(this.provider, '--kcp', '--part=binding', `--provider-workspace=${this.providerWorkspace.path}`);
    const { reference, permissionClaims } = (load(printed) as PrintedBinding).spec;
    return { path: reference.export.path, export: reference.export.name, claims: permissionClaims };
  }

  /** Makes or changes a Secret in the provider's namespace on the platform. */
  async setSecret(name: string, values: Readonly<Record<string, string>>): Promise<void> {
    await this.platform.apply([secretObject(name, values)]);
  }

  /** Stops the provider, then the app, then kcp. */
  async close(): Promise<void> {
    try {
      await stopApp(this.app);
    } finally {
      await this.admin.close();
      await this.kcp.stop();
    }
  }
}

interface PrintedBinding {
  readonly spec: {
    readonly reference: { readonly export: { readonly path: string; readonly name: string } };
    readonly permissionClaims: BindRequest['claims'];
  };
}

function platformObjects({ provider, config = {}, secrets = {} }: KcpTestingSettings, providerWorkspace: string, kubeconfig: string) {
  const { apiVersion, kind } = readApiClass(provider.config);
  const secretObjects = Object.entries({ ...secrets, [`${provider.name}-kcp`]: { kubeconfig } }).map(([name, values]) => secretObject(name, values));
  const kcp = { providerWorkspace, kubeconfigSecret: { name: `${provider.name}-kcp`, namespace: NAMESPACE } };
  return [...secretObjects, { apiVersion, kind, metadata: { name: provider.name }, spec: { ...config, kcp: { ...config.kcp, ...kcp } } }];
}

function secretObject(name: string, stringData: Readonly<Record<string, string>>) {
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace: NAMESPACE }, stringData };
}

function runtimeSettings(provider: Provider, kubeconfig: string): RuntimeSettings {
  return {
    providerName: provider.name,
    podNamespace: NAMESPACE,
    podName: `${provider.name}-test`,
    openPlatform: () => KubeConnection.open(readKubeconfig(kubeconfig, { origin: 'process', source: 'KcpTestingModule' })),
    clock: systemClock,
    random: systemRandom,
  };
}
