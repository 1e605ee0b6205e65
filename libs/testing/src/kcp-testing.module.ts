/**
 * A provider under test with a whole kcp around it, in one process: the emulator, a workspace that plays the platform
 * cluster, a provider workspace set up by what `manifests` prints, and consumers that bind. A spec of a provider
 * starts it; nothing of the provider is replaced but what the spec itself overrides.
 */
import { RUNTIME_SETTINGS, KcpRuntime } from '@kcp-runtime/nest';
import type { Provider, RuntimeSettings } from '@kcp-runtime/nest';
import { KubeConnection, readKubeconfig, systemClock, systemRandom } from '@kcp-runtime/kube';
import { readApiClass } from '@kcp-runtime/schema';
import type { DynamicModule, ModuleMetadata } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import type { TestingModule, TestingModuleBuilder } from '@nestjs/testing';
import { load } from 'js-yaml';
import { installInProviderWorkspace, installOnPlatform } from './admin/install-provider.js';
import { KcpAdmin } from './admin/kcp-admin.js';
import type { BindRequest } from './admin/set-up.js';
import type { Workspace } from './admin/workspace.js';
import type { KcpServer } from './drivers/kcp-server.js';
import { printedManifests } from './printed-manifests.js';
import { startKcp } from './start-kcp.js';
import type { StartKcpOptions } from './start-kcp.js';
import { TestConsumer } from './test-consumer.js';

const NAMESPACE = 'kcp-runtime';

/** What a spec says about the provider and its surroundings. */
export interface KcpTestingSettings {
  readonly provider: Provider;
  /** Another kcp than the emulator, and the environment that its driver reads. */
  readonly kcp?: StartKcpOptions;
  /** The workspace below which all others are made; a run of one's own on a shared kcp has another than `root`. */
  readonly root?: string;
  /** The author's modules and handlers; the app's root module in `imports` is enough. */
  readonly app: Pick<ModuleMetadata, 'imports' | 'providers'>;
  /** Spec of the ProviderConfig; workspace and kubeconfig Secret of its `kcp` are filled in. */
  readonly config?: { readonly kcp?: object; readonly [field: string]: unknown };
  /** Secrets in the provider's namespace on the platform, by name. */
  readonly secrets?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Puts other things in the place of injected ones, as Nest's testing module does. */
  readonly override?: (builder: TestingModuleBuilder) => TestingModuleBuilder;
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
    const kcp = await startKcp(settings.kcp ?? { driver: 'emulator' });
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
    const app = await started(settings, runtimeSettings(provider, kubeconfig));
    await app.get(KcpRuntime).whenReady();
    return new KcpTestingModule(app, admin, platform, workspace, kcp, provider, root);
  }

  /** Stops the provider and starts another version of it in its place, or the same once more; returns when that runs, and does not wait for orders. */
  async replaceProvider(version: ProviderVersion): Promise<void> {
    const settings = this.app.get<RuntimeSettings>(RUNTIME_SETTINGS);
    await this.stopProvider();
    this.running = await started(version, settings);
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

  private async stopProvider(): Promise<void> {
    await this.app.get(KcpRuntime).stop();
    await this.app.close();
  }

  /** Stops the provider, then the app, then kcp. */
  async close(): Promise<void> {
    try {
      await this.stopProvider();
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

async function started({ app, override = (builder) => builder }: ProviderVersion, settings: RuntimeSettings): Promise<TestingModule> {
  const given = { provide: RUNTIME_SETTINGS, useValue: settings };
  const surroundings: DynamicModule = { module: class KcpTestingSurroundings {}, global: true, providers: [given], exports: [given] };
  const builder = Test.createTestingModule({ ...app, imports: [surroundings, ...(app.imports ?? [])] });
  const running = await (await override(builder).compile()).init();
  await running.get(KcpRuntime).start();
  return running;
}
