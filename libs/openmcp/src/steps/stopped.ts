import { isOurs } from '../requests/request-identity.js';
import type { RequestIdentity } from '../requests/request-identity.js';
import type { AccessRequest, ClusterRequest, NamespacedName } from '../requests/request-kinds.js';
import { named } from '../requests/request-progress.js';
import type { RequestProgress } from '../requests/request-progress.js';
import type { ClusterAccessState, WaitingReason } from '../access/access-state.js';

type Request = ClusterRequest | AccessRequest;

/** An access that is not there, and why. */
export type Stopped = Exclude<ClusterAccessState, { readonly kind: 'granted' }>;

/** A step of an access either leads to the next, or ends it here. */
export interface StoppedAt {
  readonly kind: 'stopped';
  readonly state: Stopped;
}

/** The access ends here for this time. */
export function stoppedAt(state: Stopped): StoppedAt {
  return { kind: 'stopped', state };
}

/** What stands under the name of a request of ours and is not ours. */
export function foreign(request: Request, identity: RequestIdentity): Stopped | undefined {
  if (isOurs(request.metadata.labels, identity)) return undefined;
  const labels = Object.entries(identity.labels).map(([name, value]) => `${name}=${value}`).join(', ');
  return {
    kind: 'foreign',
    reason: 'ForeignRequest',
    message: `${named(request)} is somebody else's: it does not bear the labels ${labels}. It is left alone; remove it, or choose another name`,
  };
}

/** An AccessRequest of ours leads to another cluster than the one that is wanted, and that can't be changed. */
export function leadsElsewhere(request: AccessRequest, to: NamespacedName, wanted: NamespacedName): Stopped {
  const message = `${named(request)} leads to ${to.namespace}/${to.name}, and access to ${wanted.namespace}/${wanted.name} is wanted. It is left alone; remove it`;
  return { kind: 'foreign', reason: 'ForeignRequest', message };
}

/** A request that the platform has not granted. */
export function ungranted(progress: Exclude<RequestProgress, { readonly kind: 'granted' }>, reason: WaitingReason): Stopped {
  switch (progress.kind) {
    case 'denied':
      return { ...progress, reason: 'AccessDenied' };
    case 'pending':
      return { ...progress, kind: 'waiting', reason };
  }
}

/** A request goes although it is wanted. */
export function leaving(request: Request, reason: WaitingReason, next: string): Stopped {
  const { deletionTimestamp, creationTimestamp = '', finalizers = [] } = request.metadata;
  const held = finalizers.length === 0 ? '' : ` It is held by ${finalizers.join(', ')}.`;
  return { kind: 'waiting', reason, message: `${named(request)} is being deleted.${held} ${next}`, since: deletionTimestamp ?? creationTimestamp };
}
