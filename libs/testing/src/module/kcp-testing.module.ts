/**
 * A provider under test with a whole kcp around it, in one process: the emulator, a workspace that plays the platform
 * cluster, a provider workspace set up by what `manifests` prints, and consumers that bind. A spec of a provider
 * starts it; nothing of the provider is replaced but what the spec itself overrides.
 */
import { RUNTIME_SETTINGS, KcpRuntime } from '@kcp-runtime/nest';
import type { Provider, RuntimeSettings } from '@kcp-runtime/nest';
import { KubeConnection, readKubeconfig, systemClock, systemRandom } from '@kcp-runtime/kube';
import type { TestingModule } from '@nestjs/testing';
import { installOnPlatform } from '../admin/install-provider.js';
import type { KcpAdmin } from '../admin/kcp-admin.js';
import type { BindRequest } from '../admin/set-up.js';
import type { Workspace } from '../admin/workspace.js';
import type { KcpServer } from '../drivers/kcp-server.js';
import { KcpSide } from './kcp-side.js';
import { printedManifests } from '../provider/printed-manifests.js';
import { ProviderObjects } from '../provider/provider-objects.js';
import type { ConfigSpec } from '../provider/provider-objects.js';
import { startApp, stopApp } from '../provider/running-app.js';
import type { TestedApp } from '../provider/running-app.js';
import { startKcp } from '../drivers/start-kcp.js';
import type { StartKcpOptions } from '../drivers/start-kcp.js';
import { STATUS_PAUSE_MS } from '../provider/status-pause.js';
import type { TestConsumer } from '../tenant/test-consumer.js';

const NAMESPACE = 'kcp-runtime';

/** What a spec says about the provider and its surroundings. */
export interface KcpTestingSettings extends TestedApp {
  readonly provider: Provider;
  /** Another kcp than a new emulator: how to start it, or one that runs, which ends with this. */
  readonly kcp?: StartKcpOptions | KcpServer;
  /** The workspace below which all others are made; a run of one's own on a shared kcp has another than `root`. */
  readonly root?: string;
  /** Spec of the ProviderConfig; workspace and kubeconfig Secret of its `kcp` are filled in. */
  readonly config?: ConfigSpec;
  /** Secrets in the provider's namespace on the platform, by name. */
  readonly secrets?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** A version of the provider. */
export type ProviderVersion = Pick<KcpTestingSettings, 'provider' | 'app' | 'override'>;

/** The provider that runs, and everybody around it. */
export class KcpTestingModule {
  private constructor(
    private running: TestingModule,
    /** The workspace that plays the platform cluster. */
    readonly platform: Workspace,
    private readonly side: KcpSide,
    private readonly objects: ProviderObjects,
  ) {}

  get admin(): KcpAdmin {
    return this.side.admin;
  }

  get providerWorkspace(): Workspace {
    return this.side.providerWorkspace;
  }

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
    const { provider, root = 'root', config = {}, secrets = {} } = settings;
    const side = await KcpSide.prepare(kcp, provider, root);
    const platform = await side.admin.createWorkspace(`${root}:platform`);
    const kubeconfig = await installOnPlatform(platform, await printedManifests(provider, '--platform=kcp', `--namespace=${NAMESPACE}`), kcp);
    const objects = new ProviderObjects(provider, NAMESPACE);
    await platform.apply([...objects.secrets(secrets), objects.kcpSecret(side), objects.config(objects.offeredThrough(side, config))]);
    const app = await startApp(settings, runtimeSettings(provider, kubeconfig));
    await app.get(KcpRuntime).whenReady();
    return new KcpTestingModule(app, platform, side, objects);
  }

  /** Stops the provider and starts another version of it in its place, or the same once more; returns when that runs, and does not wait for orders. */
  async replaceProvider(version: ProviderVersion): Promise<void> {
    const settings = this.app.get<RuntimeSettings>(RUNTIME_SETTINGS);
    await stopApp(this.app);
    this.running = await startApp(version, settings);
  }

  /** A consumer with a workspace of his own that has bound the export and accepted every claim. */
  consumer(name: string): Promise<TestConsumer> {
    return this.side.consumer(name);
  }

  /** What a consumer binds when he accepts every claim: as the provider prints it. */
  bindRequest(): Promise<BindRequest> {
    return this.side.bindRequest();
  }

  /** Makes or changes a Secret in the provider's namespace on the platform. */
  async setSecret(name: string, values: Readonly<Record<string, string>>): Promise<void> {
    await this.platform.apply([this.objects.secret(name, values)]);
  }

  /** Stops the provider, then the app, then kcp. */
  async close(): Promise<void> {
    try {
      await stopApp(this.app);
    } finally {
      await this.side.close();
    }
  }
}

function runtimeSettings(provider: Provider, kubeconfig: string): RuntimeSettings {
  return {
    providerName: provider.name,
    podNamespace: NAMESPACE,
    podName: `${provider.name}-test`,
    statusPauseMs: STATUS_PAUSE_MS,
    openPlatform: () => KubeConnection.open(readKubeconfig(kubeconfig, { origin: 'process', source: 'KcpTestingModule' })),
    clock: systemClock,
    random: systemRandom,
  };
}
