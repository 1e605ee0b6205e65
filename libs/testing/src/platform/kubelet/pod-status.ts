/** The status of a Pod as a kubelet writes it, as far as controllers and people read it. */
import { dig } from '../../admin/raw-client.js';
import type { RawBody } from '../../admin/raw-client.js';
import type { ChildEnd } from '../../process/child.js';

/** How far a container is. */
export type ContainerState =
  | { readonly kind: 'waiting'; readonly reason: string; readonly message: string }
  | { readonly kind: 'running' }
  | { readonly kind: 'ended'; readonly end: ChildEnd; readonly message: string };

/** How far a Pod is. */
export interface PodProgress {
  readonly ip: string;
  readonly nodeIp: string;
  readonly phase: 'Pending' | 'Running' | 'Succeeded' | 'Failed';
  readonly container: ContainerState;
  readonly restarts: number;
}

/** The whole status. */
export function podStatus(pod: RawBody, { ip, nodeIp, phase, container, restarts }: PodProgress): RawBody {
  const ready = container.kind === 'running' ? 'True' : 'False';
  const now = new Date().toISOString().replace(/\.\d+Z$/, 'Z');
  const condition = (type: string, status: string): RawBody => ({ type, status, lastTransitionTime: now });
  const spec = (dig(pod, 'spec', 'containers', 0) ?? {}) as RawBody;
  return {
    phase,
    hostIP: nodeIp,
    podIP: ip,
    podIPs: [{ ip }],
    startTime: dig(pod, 'status', 'startTime') ?? now,
    conditions: [condition('PodScheduled', 'True'), condition('Initialized', phase === 'Pending' ? 'False' : 'True'), condition('ContainersReady', ready), condition('Ready', ready)],
    containerStatuses: [
      {
        name: spec['name'],
        image: spec['image'],
        imageID: '',
        ready: container.kind === 'running',
        started: container.kind === 'running',
        restartCount: restarts,
        state: stateOf(container, now),
      },
    ],
  };
}

/** What a shell would say of this end. */
export function exitCode(end: ChildEnd): number {
  return end.kind === 'exit' ? end.code : 137;
}

function stateOf(container: ContainerState, now: string): RawBody {
  switch (container.kind) {
    case 'waiting':
      return { waiting: { reason: container.reason, message: container.message } };
    case 'running':
      return { running: { startedAt: now } };
    case 'ended':
      return { terminated: { exitCode: exitCode(container.end), reason: exitCode(container.end) === 0 ? 'Completed' : 'Error', message: container.message, startedAt: now, finishedAt: now } };
  }
}
