/**
 * A provider under test with a whole openMCP platform around it, in one process: platform and onboarding clusters, a ServiceProvider
 * object, the CustomResourceDefinitions that `manifests` prints, and tenants with ControlPlanes. A spec of a provider starts it;
 * nothing of the provider is replaced but what the spec itself overrides.
 */
import type { Provider } from '@kcp-runtime/nest';
import { systemClock, systemRandom } from '@kcp-runtime/kube';
import type { Clock } from '@kcp-runtime/kube';
import type { TenantRef } from '@kcp-runtime/openmcp';
import { readApiClass } from '@kcp-runtime/schema';
import type { TestingModule } from '@nestjs/testing';
import { loadAll } from 'js-yaml';
import { dig } from '../admin/raw-client.js';
import type { RawBody } from '../admin/raw-client.js';
import { expectStatus } from '../admin/unexpected-answer.js';
import { KcpSide } from './kcp-side.js';
import type { Platform } from '../platform/platform.js';
import { startPlatformOnEmulator } from '../platform/start-platform-on-emulator.js';
import type { StartPlatformOptions } from '../platform/start-platform-on-emulator.js';
import { printedManifests } from '../provider/printed-manifests.js';
import { ProviderObjects } from '../provider/provider-objects.js';
import type { ConfigSpec } from '../provider/provider-objects.js';
import { ProviderProcess } from '../provider/provider-process.js';
import type { ProcessSettings } from '../provider/provider-process.js';
import type { TestedApp } from '../provider/running-app.js';
import { startKcp } from '../drivers/start-kcp.js';
import type { StartKcpOptions } from '../drivers/start-kcp.js';
import { STATUS_PAUSE_MS } from '../provider/status-pause.js';
import { TestTenant } from '../tenant/test-tenant.js';

const NAMESPACE = 'openmcp-system';
const CLUSTER_LABEL = 'openmcp.cloud/cluster';

/** What a spec says about the provider and its surroundings. */
export interface PlatformTestingSettings extends TestedApp {
  readonly provider: Provider;
  /** Offers it through a kcp too: how to start it. */
  readonly kcp?: StartKcpOptions;
  /** Spec of the ProviderConfig; workspace and kubeconfig Secret of its `kcp` are filled in where there is a kcp. */
  readonly config?: ConfigSpec;
  /** Secrets in the provider's namespace on the platform, by name. */
  readonly secrets?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Puts there what stands there already when the provider comes. */
  readonly before?: (platform: Platform) => Promise<void>;
  /** Whether the provider reaches each cluster directly, or through a gate of its own; directly where nothing is said. */
  readonly way?: StartPlatformOptions['way'];
  /** The time by which the provider goes; that of this machine where nothing is said. */
  readonly clock?: Clock;
}

/** The provider that runs, and the platform around it. */
export class PlatformTestingModule {
  private constructor(
    readonly platform: Platform,
    /** The first process of the provider. */
    readonly process: ProviderProcess,
    private readonly settings: PlatformTestingSettings,
    private readonly kubeconfig: string,
    private readonly side: KcpSide | undefined,
  ) {}

  /** Starts everything and waits until orders are served. The spec calls {@link close}. */
  static async start(settings: PlatformTestingSettings): Promise<PlatformTestingModule> {
    const platform = await startPlatformOnEmulator({ way: settings.way });
    const side = settings.kcp && (await KcpSide.prepare(await startKcp(settings.kcp), settings.provider, 'root'));
    try {
      const kubeconfig = await installed(platform, settings, side);
      await settings.before?.(platform);
      const first = await ProviderProcess.start(settings, kubeconfig, processSettings(platform, settings, 'test'));
      await first.whenReady();
      return new PlatformTestingModule(platform, first, settings, kubeconfig, side);
    } catch (error) {
      await side?.close();
      await platform.stop();
      throw error;
    }
  }

  /** The app of the first process: `standard.app.get(PostgresServers)`. */
  get app(): TestingModule {
    return this.process.app;
  }

  /** Consumers, and the kcp that they are on. */
  get kcp(): KcpSide {
    if (this.side === undefined) throw new Error('This provider is not offered through kcp: say { kcp } in the settings.');
    return this.side;
  }

  /** Starts one more process of the same provider and does not wait for orders; the spec stops it. */
  startProcess(podName: string): Promise<ProviderProcess> {
    return ProviderProcess.start(this.settings, this.kubeconfig, processSettings(this.platform, this.settings, podName));
  }

  /** Somebody who may order; he has no ControlPlane yet. */
  tenant(controlPlane: TenantRef): TestTenant {
    return TestTenant.of(this.settings.provider, this.platform, controlPlane);
  }

  /** The same with a ControlPlane. */
  async tenantWithControlPlane(controlPlane: TenantRef): Promise<TestTenant> {
    const tenant = this.tenant(controlPlane);
    await tenant.createControlPlane();
    return tenant;
  }

  /** Makes or changes the ProviderConfig. */
  async setConfig(spec: ConfigSpec): Promise<void> {
    await this.platform.platform.apply([configObject(this.settings.provider, this.side, spec)]);
  }

  /** The ProviderConfig as it stands. */
  async config(): Promise<RawBody> {
    return (await this.platform.platform.client.get(configPath(this.settings.provider))).body;
  }

  async removeConfig(): Promise<void> {
    const path = configPath(this.settings.provider);
    expectStatus(await this.platform.platform.client.delete(path), 'DELETE', path, 200);
  }

  /** Makes or changes a Secret in the provider's namespace on the platform. */
  async setSecret(name: string, values: Readonly<Record<string, string>>): Promise<void> {
    await this.platform.platform.apply([objectsOf(this.settings.provider).secret(name, values)]);
  }

  /** Stops the provider, then the platform. */
  async close(): Promise<void> {
    try {
      await this.process.stop();
    } finally {
      await this.side?.close();
      await this.platform.stop();
    }
  }
}

/** A cluster of this platform is a workspace of a kcp, where an identity has to be let in. */
const ADMISSION = 'system:kcp:workspace:access';

/** Puts there what an operator puts there before a provider runs, with no more rights than `manifests` prints; returns its kubeconfig. */
async function installed({ platform, onboarding }: Platform, { provider, config = {}, secrets = {} }: PlatformTestingSettings, side: KcpSide | undefined): Promise<string> {
  const printed = loadAll(await printedManifests(provider, `--namespace=${NAMESPACE}`)) as (RawBody | null | undefined)[];
  const of = (cluster: string): RawBody[] => printed.flatMap((document) => (document && dig(document, 'metadata', 'labels', CLUSTER_LABEL) === cluster ? [document] : []));
  await onboarding.apply(of('onboarding'));
  await platform.apply([...of('platform'), { apiVersion: 'openmcp.cloud/v1alpha1', kind: 'ServiceProvider', metadata: { name: provider.name }, spec: { image: provider.name } }]);
  const objects = objectsOf(provider);
  await platform.apply([...objects.secrets(secrets), ...(side === undefined ? [] : [objects.kcpSecret(side)]), configObject(provider, side, config)]);
  const { kubeconfig } = await platform.serviceAccount({ name: provider.name, namespace: NAMESPACE, clusterRoles: [ADMISSION] });
  return kubeconfig;
}

function objectsOf(provider: Provider): ProviderObjects {
  return new ProviderObjects(provider, NAMESPACE);
}

function configObject(provider: Provider, side: KcpSide | undefined, spec: ConfigSpec): RawBody {
  const objects = objectsOf(provider);
  return objects.config(side === undefined ? spec : objects.offeredThrough(side, spec));
}

function configPath(provider: Provider): string {
  const { apiVersion, plural } = readApiClass(provider.config);
  return `/apis/${apiVersion}/${plural}/${provider.name}`;
}

function processSettings({ environment }: Platform, { provider, clock = systemClock }: PlatformTestingSettings, podName: string): ProcessSettings {
  return { providerName: provider.name, environment, podNamespace: NAMESPACE, podName: `${provider.name}-${podName}`, statusPauseMs: STATUS_PAUSE_MS, clock, random: systemRandom };
}
