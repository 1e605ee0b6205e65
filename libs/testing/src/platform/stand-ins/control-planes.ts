/** Gives each ControlPlane a tenant namespace and a cluster, and deletes its services before it goes. For tests without the operator. */
import { tenantNamespace } from '@kcp-runtime/openmcp';
import { lookUpKind, kindPath } from '../../admin/kind-lookup.js';
import { dig } from '../../admin/raw-client.js';
import type { RawBody } from '../../admin/raw-client.js';
import { expectStatus } from '../../admin/unexpected-answer.js';
import type { PlatformCluster } from '../cluster/platform-cluster.js';
import type { FaultLog } from '../follow/fault-log.js';
import { Follower } from '../follow/follower.js';
import type { Looked } from '../follow/follower.js';
import { addFinalizer, condition, dropFinalizer, finalizersOf, isDeleting, mergeStatus, pathIn, put, read, refOf, remove } from '../follow/object-writes.js';
import type { Ref } from '../follow/object-writes.js';
import { CLUSTERS_API, CONTROL_PLANES_API, CONTROL_PLANE_FINALIZER, PROVIDERS_API } from '../names.js';

/** A running controller. Its owner stops it. */
export class ControlPlanes {
  private readonly follower: Follower;

  constructor(
    private readonly platform: PlatformCluster,
    private readonly onboarding: PlatformCluster,
    faults: FaultLog,
  ) {
    this.follower = Follower.start({ client: onboarding.client, path: `${CONTROL_PLANES_API}/controlplanes`, look: (object) => this.look(object), faults });
  }

  stop(): Promise<void> {
    return this.follower.stop();
  }

  private async look(controlPlane: RawBody): Promise<Looked> {
    const ref = refOf(controlPlane);
    const path = pathIn(CONTROL_PLANES_API, 'controlplanes', ref);
    if (isDeleting(controlPlane)) return this.release(controlPlane, ref, path);
    await addFinalizer(this.onboarding.client, path, controlPlane, CONTROL_PLANE_FINALIZER);
    const endpoints = await this.cluster(ref);
    if (endpoints === undefined) return 'again';
    if (dig(controlPlane, 'status', 'phase') !== 'Ready') await mergeStatus(this.onboarding.client, path, readyStatus(controlPlane, endpoints));
    return 'settled';
  }

  /** Asks for the cluster by a request of the ControlPlane's own name, and returns its endpoints once it is there. */
  private async cluster(ref: Ref): Promise<unknown> {
    const { client } = this.platform;
    const request = { namespace: tenantNamespace(ref), name: ref.name };
    await put(client, '/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: request.namespace, labels: tenantLabels(ref) } });
    const path = pathIn(CLUSTERS_API, 'clusterrequests', request);
    const found = await read(client, path);
    if (found === undefined) {
      const wanted = { apiVersion: 'clusters.openmcp.cloud/v1alpha1', kind: 'ClusterRequest', metadata: { ...request, labels: tenantLabels(ref) }, spec: { purpose: 'mcp', waitForClusterDeletion: true } };
      const collection = pathIn(CLUSTERS_API, 'clusterrequests', { ...request, name: '' });
      expectStatus(await client.post(collection, wanted), 'POST', collection, 201);
    }
    const clusterRef = dig(found, 'status', 'cluster') as Ref | undefined;
    const cluster = clusterRef === undefined ? undefined : await read(client, pathIn(CLUSTERS_API, 'clusters', clusterRef));
    return dig(cluster, 'status', 'phase') === 'Ready' ? dig(cluster, 'status', 'endpoints') : undefined;
  }

  /** Services first, then the request, then the namespace. */
  private async release(controlPlane: RawBody, ref: Ref, path: string): Promise<Looked> {
    if (!finalizersOf(controlPlane).includes(CONTROL_PLANE_FINALIZER)) return 'settled';
    if (await this.hasServices(ref)) return 'again';
    const namespace = tenantNamespace(ref);
    const request = pathIn(CLUSTERS_API, 'clusterrequests', { namespace, name: ref.name });
    await remove(this.platform.client, request);
    if ((await read(this.platform.client, request)) !== undefined) return 'again';
    await remove(this.platform.client, `/api/v1/namespaces/${namespace}`);
    await dropFinalizer(this.onboarding.client, path, controlPlane, CONTROL_PLANE_FINALIZER);
    return 'settled';
  }

  /** Deletes the object of the ControlPlane's name of every service that a provider has registered. */
  private async hasServices(ref: Ref): Promise<boolean> {
    const list = expectStatus(await this.platform.client.get(`${PROVIDERS_API}/serviceproviders`), 'GET', 'serviceproviders', 200).body;
    const kinds = ((list['items'] ?? []) as RawBody[]).flatMap((provider) => (dig(provider, 'status', 'resources') ?? []) as { group: string; version: string; kind: string }[]);
    let found = false;
    for (const { group, version, kind } of kinds) {
      const place = await lookUpKind(this.onboarding.client, `${group}/${version}`, kind);
      if (place === undefined) continue;
      const path = kindPath(place, ref.namespace, ref.name);
      await remove(this.onboarding.client, path);
      if ((await read(this.onboarding.client, path)) !== undefined) found = true;
    }
    return found;
  }
}

function tenantLabels({ namespace, name }: Ref): Readonly<Record<string, string>> {
  return { 'core.openmcp.cloud/mcp-name': name, 'core.openmcp.cloud/mcp-namespace': namespace };
}

function readyStatus(controlPlane: RawBody, endpoints: unknown): RawBody {
  const generation = dig(controlPlane, 'metadata', 'generation');
  return { observedGeneration: generation, phase: 'Ready', conditions: [condition('ClusterRequestReady', 'True', 'ReconcileSuccess', 'The cluster is ready.', generation)], endpoints };
}
