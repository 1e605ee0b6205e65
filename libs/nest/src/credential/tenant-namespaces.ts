/**
 * The namespaces of kcp's tenants on the platform cluster, which nobody makes but us: one for each order, for its worker's kubeconfig and
 * its requests for a workload cluster. One that was made here goes with the last that stands in it; others are left alone.
 */
import { AlreadyExists, NotFound } from '@kcp-runtime/kube';
import type { KubeApi, KubeObject, ResourceClient } from '@kcp-runtime/kube';
import { workspaceTenantNamespace } from '@kcp-runtime/openmcp';
import { NAMESPACES } from '../config/platform-kinds.js';
import type { OrderOwner } from '../customer/order-owner.js';

/** Label with the logical cluster of the tenant. */
export const CLUSTER_LABEL = 'kcp-runtime.open-control-plane.io/cluster';
const USED_BY = 'kcp-runtime.open-control-plane.io/used-by-';
const MADE_HERE = 'kcp-runtime.open-control-plane.io/tenant-namespace';

/** For what an order has its namespace. Each use is marked by itself, so that the end of one does not take the other along. */
export type NamespaceUse = 'kubeconfig' | 'workload';

/** Namespace of an order's tenant. */
export function tenantNamespaceOf({ key: { cluster, namespace, name } }: OrderOwner): string {
  return workspaceTenantNamespace({ cluster, namespace, name });
}

export class TenantNamespaces {
  readonly #namespaces: ResourceClient;

  constructor(platform: KubeApi) {
    this.#namespaces = platform.resource(NAMESPACES);
  }

  /** Makes the namespace where it is missing, and notes who uses it. */
  async use(order: OrderOwner, use: NamespaceUse, signal: AbortSignal): Promise<void> {
    const name = tenantNamespaceOf(order);
    const annotations = { [usedBy(order, use)]: '' };
    try {
      await this.#namespaces.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels: { [MADE_HERE]: 'true', [CLUSTER_LABEL]: order.key.cluster }, annotations } }, { signal });
    } catch (error) {
      if (!(error instanceof AlreadyExists)) throw error;
      await this.#namespaces.mergePatch({ name }, { metadata: { annotations } }, { signal });
    }
  }

  /** Removes the namespace where nobody else uses it. */
  async leave(order: OrderOwner, use: NamespaceUse, signal: AbortSignal): Promise<void> {
    const namespace = await this.#namespaces.get({ name: tenantNamespaceOf(order) }, { signal }).catch(ignoreGone);
    if (namespace === undefined || namespace.metadata.deletionTimestamp !== undefined) return;
    await this.#leave(namespace, usedBy(order, use), signal).catch(ignoreGone);
  }

  /** Names the version that was read: somebody who begins to use the namespace meanwhile is not taken along. */
  async #leave({ metadata }: KubeObject, mark: string, signal: AbortSignal): Promise<unknown> {
    const { name, uid, resourceVersion, labels, annotations = {} } = metadata;
    const users = Object.keys(annotations).filter((key) => key.startsWith(USED_BY) && key !== mark);
    if (labels?.[MADE_HERE] === 'true' && users.length === 0) return this.#namespaces.delete({ name }, { uid, resourceVersion, signal });
    return annotations[mark] === undefined ? undefined : this.#namespaces.mergePatch({ name }, { metadata: { annotations: { [mark]: null } } }, { signal });
  }
}

function usedBy({ identity }: OrderOwner, use: NamespaceUse): string {
  return `${USED_BY}${identity}${use === 'kubeconfig' ? '' : `.${use}`}`;
}

function ignoreGone(error: unknown): undefined {
  if (!(error instanceof NotFound)) throw error;
  return undefined;
}
