/** Binds ClusterRequests to Clusters, as the operator's scheduler does with the purposes of the tests. For tests without the operator. */
import { shortHash } from '@kcp-runtime/openmcp';
import { dig } from '../../admin/raw-client.js';
import type { RawBody } from '../../admin/raw-client.js';
import { expectStatus } from '../../admin/unexpected-answer.js';
import type { PlatformCluster } from '../cluster/platform-cluster.js';
import type { FaultLog } from '../follow/fault-log.js';
import { Follower } from '../follow/follower.js';
import type { Looked } from '../follow/follower.js';
import { addFinalizer, condition, dropFinalizer, finalizersOf, isDeleting, mergeStatus, pathIn, read, refOf, remove } from '../follow/object-writes.js';
import type { Ref } from '../follow/object-writes.js';
import { CLUSTERS_API, DELETE_WITHOUT_REQUESTS, LOCAL, REQUEST_FINALIZER, holdOf } from '../names.js';

const TENANCIES: Readonly<Record<string, 'Exclusive' | 'Shared' | undefined>> = { mcp: 'Exclusive', platform: 'Shared', onboarding: 'Shared', workload: 'Shared' };

/** A running scheduler. Its owner stops it. */
export class Scheduler {
  private readonly follower: Follower;
  private isPaused = false;

  constructor(
    private readonly platform: PlatformCluster,
    faults: FaultLog,
  ) {
    this.follower = Follower.start({ client: platform.client, path: `${CLUSTERS_API}/clusterrequests`, look: (object) => this.look(object), faults });
  }

  /** Answers no request until it goes on. */
  pause(): void {
    this.isPaused = true;
  }

  goOn(): void {
    this.isPaused = false;
    this.follower.lookAgain();
  }

  stop(): Promise<void> {
    return this.follower.stop();
  }

  private async look(request: RawBody): Promise<Looked> {
    if (this.isPaused) return 'settled';
    if (isDeleting(request)) return this.release(request);
    if (dig(request, 'status', 'phase') === 'Granted') return 'settled';
    const tenancy = TENANCIES[purposeOf(request)];
    return tenancy === undefined ? this.leavePending(request) : this.bind(request, tenancy);
  }

  private async bind(request: RawBody, tenancy: 'Exclusive' | 'Shared'): Promise<Looked> {
    const path = pathIn(CLUSTERS_API, 'clusterrequests', refOf(request));
    await addFinalizer(this.platform.client, path, request, REQUEST_FINALIZER);
    const ref = clusterFor(request, tenancy);
    await this.holdCluster(ref, request, tenancy);
    await mergeStatus(this.platform.client, path, {
      observedGeneration: dig(request, 'metadata', 'generation'),
      phase: 'Granted',
      conditions: [condition('Ready', 'True', 'ReconcileSuccess', 'A cluster is bound.', dig(request, 'metadata', 'generation'))],
      cluster: ref,
    });
    return 'settled';
  }

  /** Creates the cluster, or puts one more hold on it. */
  private async holdCluster(ref: Ref, request: RawBody, tenancy: 'Exclusive' | 'Shared'): Promise<void> {
    const hold = holdOf(dig(request, 'metadata', 'uid'));
    const path = pathIn(CLUSTERS_API, 'clusters', ref);
    const found = await read(this.platform.client, path);
    if (found !== undefined) return addFinalizer(this.platform.client, path, found, hold);
    const collection = pathIn(CLUSTERS_API, 'clusters', { ...ref, name: '' });
    const cluster = {
      apiVersion: 'clusters.openmcp.cloud/v1alpha1',
      kind: 'Cluster',
      metadata: { ...ref, labels: { [DELETE_WITHOUT_REQUESTS]: 'true' }, finalizers: [hold] },
      spec: { profile: LOCAL, tenancy, purposes: [purposeOf(request)] },
    };
    expectStatus(await this.platform.client.post(collection, cluster), 'POST', collection, 201);
  }

  private async leavePending(request: RawBody): Promise<Looked> {
    if (dig(request, 'status', 'phase') === 'Pending') return 'settled';
    const generation = dig(request, 'metadata', 'generation');
    const ready = condition('Ready', 'False', 'ConfigurationProblem', `No purpose ${purposeOf(request)} is configured.`, generation);
    await mergeStatus(this.platform.client, pathIn(CLUSTERS_API, 'clusterrequests', refOf(request)), { observedGeneration: generation, phase: 'Pending', conditions: [ready] });
    return 'settled';
  }

  private async release(request: RawBody): Promise<Looked> {
    if (!finalizersOf(request).includes(REQUEST_FINALIZER)) return 'settled';
    const ref = dig(request, 'status', 'cluster') as Ref | undefined;
    if (ref !== undefined) await this.letGo(ref, holdOf(dig(request, 'metadata', 'uid')));
    await dropFinalizer(this.platform.client, pathIn(CLUSTERS_API, 'clusterrequests', refOf(request)), request, REQUEST_FINALIZER);
    return 'settled';
  }

  /** Takes the hold off, and deletes a cluster that nobody holds any more. */
  private async letGo(ref: Ref, hold: string): Promise<void> {
    const path = pathIn(CLUSTERS_API, 'clusters', ref);
    const cluster = await read(this.platform.client, path);
    if (cluster === undefined) return;
    await dropFinalizer(this.platform.client, path, cluster, hold);
    const isHeld = finalizersOf(cluster).some((finalizer) => finalizer !== hold && finalizer.startsWith(holdOf('')));
    if (!isHeld && dig(cluster, 'metadata', 'labels', DELETE_WITHOUT_REQUESTS) === 'true') await remove(this.platform.client, path);
  }
}

function purposeOf(request: RawBody): string {
  return String(dig(request, 'spec', 'purpose'));
}

/** Names do not depend on when a request is seen, so that to bind twice does no harm. */
function clusterFor(request: RawBody, tenancy: 'Exclusive' | 'Shared'): Ref {
  const { namespace, name } = refOf(request);
  switch (tenancy) {
    case 'Exclusive':
      return { namespace, name: `${purposeOf(request)}-${shortHash(namespace, name)}` };
    case 'Shared':
      return { namespace, name: purposeOf(request) };
  }
}
