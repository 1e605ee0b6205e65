import { clusterRequest } from '../requests/request-objects.js';
import type { ClusterRequest, NamespacedName } from '../requests/request-kinds.js';
import { clusterProgress, named } from '../requests/request-progress.js';
import type { AccessOrder } from '../access/access-order.js';
import { madeOrFound } from './made-or-found.js';
import type { Requests } from '../follow/requests.js';
import { foreign, leaving, stoppedAt, ungranted } from './stopped.js';
import type { Stopped, StoppedAt } from './stopped.js';
import { letGo, takeDown } from './take-down.js';

/** The ClusterRequest that an access is for. */
export interface ClusterFound {
  readonly kind: 'found';
  readonly request: ClusterRequest;
  /** Why nothing can be granted yet. */
  readonly waiting?: Stopped;
  readonly notice?: string;
}

/** Finds the ClusterRequest of somebody else, or makes ours. */
export function clusterStep(requests: Requests, order: AccessOrder, signal: AbortSignal): Promise<ClusterFound | StoppedAt> {
  const { cluster } = order;
  return cluster.kind === 'existing' ? existing(requests, order, cluster.request, signal) : ordered(requests, order, cluster.purpose, signal);
}

/** Access may be asked for before it is granted. */
async function existing(requests: Requests, order: AccessOrder, { namespace, name }: NamespacedName, signal: AbortSignal): Promise<ClusterFound | StoppedAt> {
  const request = requests.clusters.get({ namespace, name });
  if (request === undefined) {
    await releaseLeaving(requests, order, signal);
    const message = `There is no ClusterRequest ${namespace}/${name} on the platform cluster, so there is no cluster to have access to`;
    return stoppedAt({ kind: 'noCluster', request: { namespace, name }, message });
  }
  const progress = clusterProgress(request);
  return { kind: 'found', request, waiting: progress.kind === 'granted' ? undefined : ungranted(progress, 'WaitingForClusterRequest') };
}

/** With its cluster a namespace goes, and our request in it must not hold it up. */
async function releaseLeaving({ accesses }: Requests, { request: identity }: AccessOrder, signal: AbortSignal): Promise<void> {
  const access = accesses.get(identity);
  if (access?.metadata.deletionTimestamp !== undefined && foreign(access, identity) === undefined) await letGo(accesses, access, identity, signal);
}

async function ordered(requests: Requests, order: AccessOrder, purpose: string, signal: AbortSignal): Promise<ClusterFound | StoppedAt> {
  const { request: identity } = order;
  const request = requests.clusters.get(identity) ?? (await madeOrFound(requests.clusters, clusterRequest(identity, purpose), identity, signal));
  const other = foreign(request, identity);
  if (other !== undefined) return stoppedAt(other);
  if (request.metadata.deletionTimestamp !== undefined) return stoppedAt(await leavingCluster(requests, request, order, signal));
  const progress = clusterProgress(request);
  if (progress.kind !== 'granted') return stoppedAt(ungranted(progress, 'WaitingForClusterRequest'));
  return { kind: 'found', request, notice: noticeOf(request, purpose) };
}

/** Nobody can take a deletion back: what hangs on it goes first, and then all is made anew. */
async function leavingCluster(requests: Requests, request: ClusterRequest, { request: identity }: AccessOrder, signal: AbortSignal): Promise<Stopped> {
  const access = await takeDown(requests.accesses, identity, signal);
  if (access.kind === 'gone') await letGo(requests.clusters, request, identity, signal);
  return leaving(request, 'WaitingForClusterRequestDeletion', 'When it is gone, another cluster is ordered');
}

function noticeOf(request: ClusterRequest, purpose: string): string | undefined {
  const has = request.spec?.purpose;
  if (has === purpose) return undefined;
  return `${named(request)} is for purpose ${has ?? 'none'}, and ${purpose} is wanted by now; that can't be changed while it lives`;
}
