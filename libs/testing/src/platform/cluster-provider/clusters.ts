import { dig } from '../../admin/raw-client.js';
import type { RawBody } from '../../admin/raw-client.js';
import type { ApiServers } from '../cluster/api-servers.js';
import type { PlatformCluster } from '../cluster/platform-cluster.js';
import { Follower } from '../follow/follower.js';
import type { Looked } from '../follow/follower.js';
import type { FaultLog } from '../follow/fault-log.js';
import { addFinalizer, condition, dropFinalizer, finalizersOf, isDeleting, mergeStatus, pathIn, refOf } from '../follow/object-writes.js';
import type { Ref } from '../follow/object-writes.js';
import { ACCESS_FINALIZER, CLUSTERS_API, LOCAL } from '../names.js';
import type { Purposes } from './purposes.js';

/** The clusters that are there from the beginning, by their purposes. */
export type FixedClusters = Readonly<Record<string, PlatformCluster>>;

/** Makes each `Cluster` of our profile Ready, with an API server behind it. */
export class Clusters {
  private readonly follower: Follower;
  private readonly served = new Map<string, PlatformCluster>();

  constructor(
    private readonly platform: PlatformCluster,
    private readonly fixed: FixedClusters,
    private readonly servers: ApiServers,
    private readonly held: Purposes,
    faults: FaultLog,
  ) {
    this.follower = Follower.start({ client: platform.client, path: `${CLUSTERS_API}/clusters`, look: (object) => this.look(object), faults });
  }

  /** The API server behind a `Cluster`, once it is Ready. */
  find(ref: Ref): PlatformCluster | undefined {
    return this.served.get(`${ref.namespace}/${ref.name}`);
  }

  lookAgain(): void {
    this.follower.lookAgain();
  }

  stop(): Promise<void> {
    return this.follower.stop();
  }

  private async look(cluster: RawBody): Promise<Looked> {
    if (dig(cluster, 'spec', 'profile') !== LOCAL) return 'settled';
    const path = pathIn(CLUSTERS_API, 'clusters', refOf(cluster));
    if (isDeleting(cluster)) return this.release(cluster, path);
    if (this.held.include(purposesOf(cluster))) return 'settled';
    await addFinalizer(this.platform.client, path, cluster, ACCESS_FINALIZER);
    const server = await this.serve(cluster);
    if (!isReady(cluster)) await mergeStatus(this.platform.client, path, readyStatus(cluster, server));
    return 'settled';
  }

  /** Those who hold it go first. */
  private async release(cluster: RawBody, path: string): Promise<Looked> {
    if (finalizersOf(cluster).some((finalizer) => finalizer !== ACCESS_FINALIZER)) return 'settled';
    const key = keyOf(cluster);
    this.served.delete(key);
    if (this.fixedFor(cluster) === undefined) await this.servers.remove(key);
    await dropFinalizer(this.platform.client, path, cluster, ACCESS_FINALIZER);
    return 'settled';
  }

  private async serve(cluster: RawBody): Promise<PlatformCluster> {
    const key = keyOf(cluster);
    const server = this.served.get(key) ?? this.fixedFor(cluster) ?? (await this.servers.serve(key));
    this.served.set(key, server);
    return server;
  }

  private fixedFor(cluster: RawBody): PlatformCluster | undefined {
    return purposesOf(cluster).flatMap((purpose) => this.fixed[purpose] ?? [])[0];
  }
}

function keyOf(cluster: RawBody): string {
  const { namespace, name } = refOf(cluster);
  return `${namespace}/${name}`;
}

function purposesOf(cluster: RawBody): readonly string[] {
  return (dig(cluster, 'spec', 'purposes') ?? []) as string[];
}

function isReady(cluster: RawBody): boolean {
  return dig(cluster, 'status', 'phase') === 'Ready' && dig(cluster, 'status', 'observedGeneration') === dig(cluster, 'metadata', 'generation');
}

function readyStatus(cluster: RawBody, { address: { url } }: PlatformCluster): RawBody {
  const generation = dig(cluster, 'metadata', 'generation');
  return {
    observedGeneration: generation,
    phase: 'Ready',
    conditions: [condition('Ready', 'True', 'ReconcileSuccess', 'The API server is ready.', generation)],
    apiServer: url,
    endpoints: [{ name: 'apiserver-external', url }, { name: 'apiserver-internal', url }],
  };
}
