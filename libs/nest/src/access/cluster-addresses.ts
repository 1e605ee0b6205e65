/** Where a cluster is reached, as far as its kubeconfig does not say it. Asked when a connection is made or a kubeconfig is handed out. */
import { NotFound } from '@kcp-runtime/kube';
import type { KubeApi, KubeObject, ObjectRef, ResourceType } from '@kcp-runtime/kube';
import { ACCESS_REQUESTS } from '@kcp-runtime/openmcp';
import type { AccessRequest, NamespacedName } from '@kcp-runtime/openmcp';

/** `locally`: from a developer's machine, at the address that the cluster provider says for that. */
export type ReachingClusters = 'asGranted' | 'locally';

/** The cluster that an access leads to. */
const CLUSTERS: ResourceType = { group: 'clusters.openmcp.cloud', version: 'v1alpha1', plural: 'clusters', kind: 'Cluster', scope: 'Namespaced' };
/** The name of today, and the one that openMCP's documentation still has. */
const LOCAL_ADDRESS = ['clusters.open-control-plane.io/local-access', 'kind.clusters.openmcp.cloud/localhost'];
const INTERNAL = 'apiserver-internal';

/** The addresses of clusters, as the platform knows them. */
export class ClusterAddresses {
  constructor(
    private readonly platform: KubeApi,
    private readonly reaching: ReachingClusters,
  ) {}

  /** For our own calls; `undefined` where that of the kubeconfig is right. */
  async forOurselves(request: NamespacedName, signal: AbortSignal): Promise<string | undefined> {
    if (this.reaching === 'asGranted') return undefined;
    const annotations = (await this.#accessRequest(request, signal))?.metadata.annotations ?? {};
    return LOCAL_ADDRESS.map((name) => annotations[name]).find((address) => address !== undefined);
  }

  /** For workers, which run beside the cluster: the address inside, where it has one. */
  async forWorkers(request: NamespacedName, signal: AbortSignal): Promise<string | undefined> {
    const cluster = (await this.#accessRequest(request, signal))?.spec?.clusterRef;
    if (cluster === undefined) return undefined;
    const { endpoints = [] } = ((await this.#read(CLUSTERS, cluster, signal))?.status ?? {}) as { readonly endpoints?: readonly { readonly name: string; readonly url: string }[] }; // the wire
    return endpoints.find(({ name }) => name === INTERNAL)?.url;
  }

  #accessRequest(request: NamespacedName, signal: AbortSignal): Promise<AccessRequest | undefined> {
    return this.#read<AccessRequest>(ACCESS_REQUESTS, request, signal);
  }

  async #read<T extends KubeObject>(type: ResourceType, ref: ObjectRef, signal: AbortSignal): Promise<T | undefined> {
    try {
      return await this.platform.resource<T>(type).get(ref, { signal });
    } catch (error) {
      if (error instanceof NotFound) return undefined;
      throw error;
    }
  }
}
