import type { Provider } from '@kcp-runtime/nest';
import type { TenantRef } from '@kcp-runtime/openmcp';
import type { ServiceApiClass } from '@kcp-runtime/schema';
import { firstApi } from '../provider/first-api.js';
import type { PlatformCluster } from '../platform/cluster/platform-cluster.js';
import type { Platform } from '../platform/platform.js';
import { TestOrders } from '../order/test-orders.js';

/** A tenant of an openMCP platform. His orders are in his namespace on the onboarding cluster; that of his ControlPlane bears its name. */
export class TestTenant extends TestOrders {
  private cluster: PlatformCluster | undefined;

  private constructor(
    readonly controlPlane: TenantRef,
    private readonly platform: Platform,
    api: ServiceApiClass,
  ) {
    const { namespace, name } = controlPlane;
    super({ name: `${namespace}/${name}`, cluster: platform.onboarding, namespace, customer: () => this.controlPlaneCluster.client }, api);
  }

  /** He orders what the provider offers first where a test says nothing else; he has no ControlPlane yet. */
  static of(provider: Provider, platform: Platform, controlPlane: TenantRef): TestTenant {
    return new TestTenant(controlPlane, platform, firstApi(provider, controlPlane.name));
  }

  /** Where his ControlPlane is. */
  get controlPlaneCluster(): PlatformCluster {
    if (this.cluster === undefined) throw new Error(`${this.controlPlane.name} has no ControlPlane yet: create it first.`);
    return this.cluster;
  }

  /** Creates the ControlPlane and waits until it is Ready. */
  async createControlPlane(): Promise<void> {
    this.cluster = await this.platform.createControlPlane(this.controlPlane);
  }

  /** Deletes it, and waits until it is gone with everything of it. */
  async deleteControlPlane(): Promise<void> {
    await this.platform.deleteControlPlane(this.controlPlane);
    await this.platform.whenControlPlaneGone(this.controlPlane);
  }
}
