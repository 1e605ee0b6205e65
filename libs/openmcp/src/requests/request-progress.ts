import type { KubeObject } from '@kcp-runtime/kube';
import type { AccessRequest, ClusterRequest, RequestCondition, RequestStatus } from './request-kinds.js';

/** How far the platform is with a request. */
export type RequestProgress =
  | { readonly kind: 'granted' }
  | { readonly kind: 'denied'; readonly message: string }
  /** `since` is a time as Kubernetes writes it. */
  | { readonly kind: 'pending'; readonly message: string; readonly since: string };

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
  if (answer === 'current' && status.phase === 'Denied') return { kind: 'denied', message: `${named(request)} was denied${words(trouble)}` };
  const silent = trouble === undefined && status.phase === undefined ? '; nobody has looked at it yet' : '';
  const since = trouble?.lastTransitionTime ?? request.metadata.creationTimestamp ?? '';
  return { kind: 'pending', message: `${named(request)} is not granted yet${words(trouble)}${silent}`, since };
}

/** Of the conditions that are not true, the one that changed last. */
function latestTrouble({ conditions = [] }: RequestStatus): RequestCondition | undefined {
  const time = ({ lastTransitionTime = '' }: RequestCondition): string => lastTransitionTime;
  return conditions.filter(({ status }) => status !== 'True').sort((one, other) => time(other).localeCompare(time(one)))[0];
}

const LONGEST_WORDS = 300;

function words(condition: RequestCondition | undefined): string {
  if (condition === undefined) return '';
  const said = [condition.type, condition.reason, condition.message].filter((part) => part !== undefined && part !== '').join(': ');
  return `: ${said.length > LONGEST_WORDS ? `${said.slice(0, LONGEST_WORDS)}…` : said}`;
}
