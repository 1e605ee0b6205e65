/** What a tenant does on a platform, whatever it is made of: ControlPlanes come and go, requests end in clusters. */
import { tenantNamespace } from '@kcp-runtime/openmcp';
import { dig } from '../admin/raw-client.js';
import { eventually } from '../wait/eventually.js';
import type { ClusterProvider } from './cluster-provider/cluster-provider.js';
import type { PlatformCluster } from './cluster/platform-cluster.js';
import type { FaultLog } from './follow/fault-log.js';
import { pathIn, put, read, remove } from './follow/object-writes.js';
import type { Ref } from './follow/object-writes.js';
import { CLUSTERS_API, CONTROL_PLANES_API } from './names.js';

const DEADLINE_MS = 60_000;

/** Who and what is needed for that. */
export interface TenantClustersParts {
  readonly platform: PlatformCluster;
  readonly onboarding: PlatformCluster;
  readonly clusterProvider: ClusterProvider;
  readonly faults: FaultLog;
}

/** ControlPlanes, and the clusters behind requests. */
export class TenantClusters {
  constructor(private readonly parts: TenantClustersParts) {}

  namespaceOf(ref: Ref): string {
    return tenantNamespace(ref);
  }

  async create(ref: Ref): Promise<PlatformCluster> {
    const { client } = this.parts.onboarding;
    await put(client, '/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: ref.namespace } });
    await put(client, pathIn(CONTROL_PLANES_API, 'controlplanes', { ...ref, name: '' }), {
      apiVersion: 'core.open-control-plane.io/v2alpha1',
      kind: 'ControlPlane',
      metadata: ref,
      spec: { iam: {} },
    });
    const path = pathIn(CONTROL_PLANES_API, 'controlplanes', ref);
    await this.wait(async () => (dig(await read(client, path), 'status', 'phase') === 'Ready' ? true : undefined), `ControlPlane ${ref.namespace}/${ref.name} to be Ready`);
    return this.whenClusterOf({ namespace: this.namespaceOf(ref), name: ref.name });
  }

  async delete(ref: Ref): Promise<void> {
    await remove(this.parts.onboarding.client, pathIn(CONTROL_PLANES_API, 'controlplanes', ref));
  }

  async whenGone(ref: Ref, deadlineMs = DEADLINE_MS): Promise<void> {
    const path = pathIn(CONTROL_PLANES_API, 'controlplanes', ref);
    await this.wait(async () => ((await read(this.parts.onboarding.client, path)) === undefined ? true : undefined), `ControlPlane ${ref.namespace}/${ref.name} to be gone`, deadlineMs);
  }

  whenClusterOf(request: Ref, deadlineMs = DEADLINE_MS): Promise<PlatformCluster> {
    const { platform, clusterProvider } = this.parts;
    return this.wait(
      async () => {
        const ref = dig(await read(platform.client, pathIn(CLUSTERS_API, 'clusterrequests', request)), 'status', 'cluster') as Ref | undefined;
        return ref === undefined ? undefined : clusterProvider.findCluster(ref);
      },
      `ClusterRequest ${request.namespace}/${request.name} to have its cluster`,
      deadlineMs,
    );
  }

  private async wait<T>(look: () => Promise<T | undefined>, what: string, deadlineMs = DEADLINE_MS): Promise<T> {
    try {
      return await eventually(look, { deadlineMs, what });
    } catch (error) {
      throw new Error(`${String(error)}\nWhat the platform had to try again:\n${this.parts.faults.text}`, { cause: error });
    }
  }
}
