/**
 * A provider under test with a whole openMCP platform around it, in one process: platform and onboarding clusters, a ServiceProvider
 * object, the CustomResourceDefinitions that `manifests` prints, and tenants with ControlPlanes. A spec of a provider starts it;
 * nothing of the provider is replaced but what the spec itself overrides.
 */
import { KcpRuntime } from '@kcp-runtime/nest';
import type { Provider, RuntimeSettings } from '@kcp-runtime/nest';
import { KubeConnection, readKubeconfig, systemClock, systemRandom } from '@kcp-runtime/kube';
import type { TenantRef } from '@kcp-runtime/openmcp';
import { readApiClass } from '@kcp-runtime/schema';
import type { TestingModule } from '@nestjs/testing';
import { loadAll } from 'js-yaml';
import type { RawBody } from './admin/raw-client.js';
import { dig } from './admin/raw-client.js';
import { expectStatus } from './admin/unexpected-answer.js';
import type { Platform } from './platform/platform.js';
import { startPlatformOnEmulator } from './platform/start-platform-on-emulator.js';
import type { StartPlatformOptions } from './platform/start-platform-on-emulator.js';
import { printedManifests } from './printed-manifests.js';
import { startApp, stopApp } from './running-app.js';
import type { TestedApp } from './running-app.js';
import { TestTenant } from './test-tenant.js';

const NAMESPACE = 'openmcp-system';
const CLUSTER_LABEL = 'openmcp.cloud/cluster';

/** What a spec says about the provider and its surroundings. */
export interface PlatformTestingSettings extends TestedApp {
  readonly provider: Provider;
  /** Spec of the ProviderConfig. */
  readonly config?: RawBody;
  /** Secrets in the provider's namespace on the platform, by name. */
  readonly secrets?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Puts there what stands there already when the provider comes. */
  readonly before?: (platform: Platform) => Promise<void>;
  /** Whether the provider reaches each cluster directly, or through a gate of its own; directly where nothing is said. */
  readonly way?: StartPlatformOptions['way'];
}

/** The provider that runs, and the platform around it. */
export class PlatformTestingModule {
  private constructor(
    readonly platform: Platform,
    /** The first process of the provider. */
    readonly app: TestingModule,
    private readonly settings: PlatformTestingSettings,
    private readonly kubeconfig: string,
  ) {}

  /** Starts everything and waits until orders are served. The spec calls {@link close}. */
  static async start(settings: PlatformTestingSettings): Promise<PlatformTestingModule> {
    const platform = await startPlatformOnEmulator({ way: settings.way });
    try {
      const kubeconfig = await installed(platform, settings);
      await settings.before?.(platform);
      const app = await startApp(settings, processSettings(platform, settings.provider, kubeconfig, 'test'));
      await app.get(KcpRuntime).whenReady();
      return new PlatformTestingModule(platform, app, settings, kubeconfig);
    } catch (error) {
      await platform.stop();
      throw error;
    }
  }

  /** Starts one more process of the same provider and does not wait for orders; the spec stops it. */
  startProcess(podName: string): Promise<TestingModule> {
    const { provider } = this.settings;
    return startApp(this.settings, processSettings(this.platform, provider, this.kubeconfig, podName));
  }

  /** Somebody who may order; he has no ControlPlane yet. */
  tenant(controlPlane: TenantRef): TestTenant {
    const [offer] = this.settings.provider.offers;
    if (!offer) throw new Error(`Provider ${this.settings.provider.name} offers nothing that ${controlPlane.name} could order.`);
    return new TestTenant(controlPlane, this.platform, readApiClass(offer.api));
  }

  /** The same with a ControlPlane. */
  async tenantWithControlPlane(controlPlane: TenantRef): Promise<TestTenant> {
    const tenant = this.tenant(controlPlane);
    await tenant.createControlPlane();
    return tenant;
  }

  /** Makes or changes the ProviderConfig. */
  async setConfig(spec: RawBody): Promise<void> {
    await this.platform.platform.apply([configObject(this.settings.provider, spec)]);
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
    await this.platform.platform.apply([secretObject(name, values)]);
  }

  /** Stops the provider, then the platform. */
  async close(): Promise<void> {
    try {
      await stopApp(this.app);
    } finally {
      await this.platform.stop();
    }
  }
}

/** Puts there what openMCP and an operator have put there before a provider runs; returns the kubeconfig of its pod. */
async function installed({ platform, onboarding }: Platform, { provider, config = {}, secrets = {} }: PlatformTestingSettings): Promise<string> {
  const printed = loadAll(await printedManifests(provider, `--namespace=${NAMESPACE}`)) as (RawBody | null | undefined)[];
  const kinds = printed.flatMap((document) => (document?.['kind'] === 'CustomResourceDefinition' ? [document] : []));
  const of = (cluster: string): RawBody[] => kinds.filter((kind) => dig(kind, 'metadata', 'labels', CLUSTER_LABEL) === cluster);
  await onboarding.apply(of('onboarding'));
  await platform.apply([...of('platform'), { apiVersion: 'openmcp.cloud/v1alpha1', kind: 'ServiceProvider', metadata: { name: provider.name }, spec: { image: provider.name } }]);
  await platform.apply([...Object.entries(secrets).map(([name, values]) => secretObject(name, values)), configObject(provider, config)]);
  const { kubeconfig } = await platform.serviceAccount({ name: `sp-${provider.name}`, namespace: NAMESPACE, clusterRoles: ['cluster-admin'] });
  return kubeconfig;
}

function configObject(provider: Provider, spec: RawBody): RawBody {
  const { apiVersion, kind } = readApiClass(provider.config);
  return { apiVersion, kind, metadata: { name: provider.name }, spec };
}

function configPath(provider: Provider): string {
  const { apiVersion, plural } = readApiClass(provider.config);
  return `/apis/${apiVersion}/${plural}/${provider.name}`;
}

function secretObject(name: string, stringData: Readonly<Record<string, string>>): RawBody {
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace: NAMESPACE }, stringData };
}

function processSettings({ environment }: Platform, provider: Provider, kubeconfig: string, podName: string): RuntimeSettings {
  return {
    providerName: provider.name,
    environment,
    podNamespace: NAMESPACE,
    podName: `${provider.name}-${podName}`,
    openPlatform: () => KubeConnection.open(readKubeconfig(kubeconfig, { origin: 'process', source: 'PlatformTestingModule' })),
    clock: systemClock,
    random: systemRandom,
  };
}
