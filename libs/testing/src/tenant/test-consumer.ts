import type { ServiceApiClass } from '@kcp-runtime/schema';
import type { Workspace } from '../admin/workspace.js';
import { TestOrders } from '../order/test-orders.js';

const NAMESPACE = 'default';

/** A consumer with a workspace that has bound the provider's export. His orders are in the namespace `default`. */
export class TestConsumer extends TestOrders {
  constructor(
    readonly workspace: Workspace,
    api: ServiceApiClass,
  ) {
    super({ name: workspace.path, cluster: workspace, namespace: NAMESPACE, customer: () => workspace.client }, api);
  }
}
