import type { KubeObject } from '@kcp-runtime/kube';
import type { AccessRequest, ClusterRequest, RequestCondition, RequestStatus } from './request-kinds.js';

/**
 * How far the platform is with a request. `message` is ours, and fit for the tenant; `said` is what the platform has written there for its
 * own people: it may name hosts, and others than this tenant.
 */
export type RequestProgress =
  | { readonly kind: 'granted' }
  | { readonly kind: 'denied'; readonly message: string; readonly said?: string }
  /** `since` is a time as Kubernetes writes it. */
  | { readonly kind: 'pending'; readonly message: string; readonly said?: string; readonly since: string };

/** Of a ClusterRequest. Its cluster never changes once there is one, so a phase that says otherwise tells of a passing fault of the scheduler alone. */
export function clusterProgress(request: ClusterRequest): RequestProgress {
  const { status = {} } = request;
  return status.cluster !== undefined && status.phase !== 'Denied' ? { kind: 'granted' } : progress(request, status, 'current');
}

/** Of an AccessRequest: what was granted to other rights than it asks for now counts for nothing. */
export function accessProgress(request: AccessRequest): RequestProgress {
  const { observedGeneration } = request.status ?? {};
  return progress(request, request.status ?? {}, observedGeneration === request.metadata.generation ? 'current' : 'outdated');
}

/** Such as `AccessRequest mcp--…/foo--main--mcp`. */
export function named({ kind, metadata }: KubeObject): string {
  return `${kind} ${metadata.namespace ?? ''}/${metadata.name}`;
}

function progress(request: KubeObject, status: RequestStatus, answer: 'current' | 'outdated'): RequestProgress {
  const trouble = latestTrouble(status);
  if (answer === 'current' && status.phase === 'Granted') return { kind: 'granted' };
  if (answer === 'current' && status.phase === 'Denied') {
    return { kind: 'denied', message: `${named(request)} was denied${reasonOf(trouble)}; its status on the platform says why`, ...saidBy(trouble) };
  }
  const silent = trouble === undefined && status.phase === undefined ? '; nobody has looked at it yet' : '';
  const since = trouble?.lastTransitionTime ?? request.metadata.creationTimestamp ?? '';
  return { kind: 'pending', message: `${named(request)} is not granted yet${reasonOf(trouble)}${silent}`, ...saidBy(trouble), since };
}

/** Of the conditions that are not true, the one that changed last. */
function latestTrouble({ conditions = [] }: RequestStatus): RequestCondition | undefined {
  const time = ({ lastTransitionTime = '' }: RequestCondition): string => lastTransitionTime;
  return conditions.filter(({ status }) => status !== 'True').sort((one, other) => time(other).localeCompare(time(one)))[0];
}

/** No text gets through here, only words as they stand in code. */
const WORD = /^[A-Za-z]{1,64}$/;

function reasonOf({ type, reason = '' }: Partial<RequestCondition> = {}): string {
  const words = [type, reason].filter((word) => word !== undefined && WORD.test(word));
  return words.length === 0 ? '' : ` (${words.join(': ')})`;
}

const LONGEST_WORDS = 300;

function saidBy({ message = '' }: Partial<RequestCondition> = {}): { readonly said?: string } {
  if (message === '') return {};
  return { said: message.length > LONGEST_WORDS ? `${message.slice(0, LONGEST_WORDS)}…` : message };
}
