import type { WorkloadClient } from '../offer/order.js';
import { TenantObjects } from './tenant-objects.js';
import type { TenantObjectsOptions } from './tenant-objects.js';

/** A workload cluster for one order, as the loop holds it and its handler gets it. */
export class WorkloadObjects extends TenantObjects implements WorkloadClient {
  constructor(
    options: TenantObjectsOptions,
    private readonly grantedKubeconfig: () => Promise<string>,
  ) {
    super(options);
  }

  kubeconfig(): Promise<string> {
    return this.grantedKubeconfig();
  }
}
