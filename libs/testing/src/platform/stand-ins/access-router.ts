/** Finds for each AccessRequest the cluster that it is about, and hands it to that cluster's provider. For tests without the operator. */
import { dig } from '../../admin/raw-client.js';
import type { RawBody } from '../../admin/raw-client.js';
import { expectStatus } from '../../admin/unexpected-answer.js';
import type { PlatformCluster } from '../cluster/platform-cluster.js';
import type { FaultLog } from '../follow/fault-log.js';
import { Follower } from '../follow/follower.js';
import type { Looked } from '../follow/follower.js';
import { isDeleting, mergeStatus, pathIn, read, refOf } from '../follow/object-writes.js';
import type { Ref } from '../follow/object-writes.js';
import { CLUSTERS_API, LOCAL, PROFILE_LABEL, PROVIDER_LABEL } from '../names.js';

/** A running controller. Its owner stops it. */
export class AccessRouter {
  private readonly follower: Follower;

  constructor(
    private readonly platform: PlatformCluster,
    faults: FaultLog,
  ) {
    this.follower = Follower.start({ client: platform.client, path: `${CLUSTERS_API}/accessrequests`, look: (object) => this.look(object), faults });
  }

  stop(): Promise<void> {
    return this.follower.stop();
  }

  private async look(request: RawBody): Promise<Looked> {
    if (isDeleting(request)) return 'settled';
    const path = pathIn(CLUSTERS_API, 'accessrequests', refOf(request));
    if (dig(request, 'metadata', 'labels', PROVIDER_LABEL) === undefined && !(await this.handOver(request, path))) return 'again';
    const generation = dig(request, 'metadata', 'generation');
    if (dig(request, 'status', 'observedGeneration') !== generation) await mergeStatus(this.platform.client, path, { observedGeneration: generation, phase: 'Pending' });
    return 'settled';
  }

  private async handOver(request: RawBody, path: string): Promise<boolean> {
    const clusterRef = (dig(request, 'spec', 'clusterRef') as Ref | undefined) ?? (await this.clusterOfRequest(request));
    if (clusterRef === undefined) return false;
    const patch = { metadata: { labels: { [PROVIDER_LABEL]: LOCAL, [PROFILE_LABEL]: LOCAL } }, spec: { clusterRef } };
    expectStatus(await this.platform.client.merge(path, patch), 'PATCH', path, 200);
    return true;
  }

  private async clusterOfRequest(request: RawBody): Promise<Ref | undefined> {
    const ref = dig(request, 'spec', 'requestRef') as Ref | undefined;
    const found = ref === undefined ? undefined : await read(this.platform.client, pathIn(CLUSTERS_API, 'clusterrequests', ref));
    return dig(found, 'status', 'phase') === 'Granted' ? (dig(found, 'status', 'cluster') as Ref) : undefined;
  }
}
