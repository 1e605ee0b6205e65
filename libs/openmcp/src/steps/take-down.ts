import { Conflict, Invalid, NotFound } from '@kcp-runtime/kube';
import type { KubeObject } from '@kcp-runtime/kube';
import { isOurs } from '../requests/request-identity.js';
import type { RequestIdentity } from '../requests/request-identity.js';
import { named } from '../requests/request-progress.js';
import type { ClosedAccess } from '../access/access-state.js';
import type { FollowedRequests } from '../follow/followed-requests.js';

const GONE: ClosedAccess = { kind: 'gone' };

/**
 * Deletes the request of that name, if it is ours, and lets it go as soon as nobody but us holds it.
 * What no watch has told of is looked for: this is the last time that anybody does.
 */
export async function takeDown<T extends KubeObject>(requests: FollowedRequests<T>, identity: RequestIdentity, signal: AbortSignal): Promise<ClosedAccess> {
  const request = await requests.find(identity, signal);
  return request !== undefined && isOurs(request.metadata.labels, identity) ? letGo(requests, request, identity, signal) : GONE;
}

/** The same for a request of ours that is known to be there. */
export async function letGo<T extends KubeObject>(requests: FollowedRequests<T>, request: T, identity: RequestIdentity, signal: AbortSignal): Promise<ClosedAccess> {
  try {
    const left = request.metadata.deletionTimestamp === undefined ? await requests.delete(request, signal) : request;
    return left === undefined ? GONE : await released(requests, left, identity, signal);
  } catch (error) {
    if (error instanceof NotFound) return GONE;
    // Another one, or changed, by now: the watch tells of it.
    if (error instanceof Conflict || error instanceof Invalid) return held(request);
    throw error;
  }
}

async function released<T extends KubeObject>(requests: FollowedRequests<T>, request: T, identity: RequestIdentity, signal: AbortSignal): Promise<ClosedAccess> {
  const { finalizers = [] } = request.metadata;
  const [own] = identity.finalizers;
  if (own === undefined || finalizers.length !== 1 || finalizers[0] !== own) return finalizers.length === 0 ? GONE : held(request);
  await requests.release(request, own, signal);
  return GONE;
}

function held(request: KubeObject): ClosedAccess {
  const { finalizers = [] } = request.metadata;
  return { kind: 'stillThere', message: `${named(request)} is being deleted and held by ${finalizers.join(', ')}` };
}
