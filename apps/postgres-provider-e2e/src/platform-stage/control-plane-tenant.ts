import { RawClient } from '@kcp-runtime/testing';
import type { PlatformCluster, RawBody, RealPlatform, Ref } from '@kcp-runtime/testing';
import { apiGroup } from '../stage/names.js';
import { Tenant } from '../stage/tenant.js';

/** A tenant of a platform: his ControlPlane, and an identity with which he orders beside it and works in it. */
export class ControlPlaneTenant extends Tenant {
  private constructor(
    /** Namespace and name of his ControlPlane, and so of his order. */
    readonly ref: Ref,
    /** The cluster of his ControlPlane. */
    readonly cluster: PlatformCluster,
    private readonly clients: { readonly orders: RawClient; readonly customer: RawClient },
  ) {
    super(ref.name, { ...clients, namespace: ref.namespace });
  }

  /** Makes the ControlPlane and both identities. */
  static async settle(platform: RealPlatform, ref: Ref): Promise<ControlPlaneTenant> {
    const cluster = await platform.createControlPlane(ref);
    const rules = [{ apiGroups: [apiGroup], resources: ['*'], verbs: ['*'] }];
    const [ordering, working] = await Promise.all([
      platform.onboarding.serviceAccount({ name: `tenant-${ref.name}`, rules }),
      cluster.serviceAccount({ name: `tenant-${ref.name}`, clusterRoles: ['cluster-admin'] }),
    ]);
    const clients = {
      orders: RawClient.open({ ...platform.onboarding.server, token: () => ordering.token }),
      customer: RawClient.open({ ...cluster.server, token: () => working.token }),
    };
    return new ControlPlaneTenant(ref, cluster, clients);
  }

  /** Orders under the name of his ControlPlane, as a tenant must. */
  orderDatabase(spec: RawBody = {}): Promise<RawBody> {
    return this.order(this.ref.name, spec);
  }


  /** Ends his connections. */
  async leave(): Promise<void> {
    await Promise.all([this.clients.orders.close(), this.clients.customer.close()]);
  }
}
