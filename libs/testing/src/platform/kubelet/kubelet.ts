/**
 * Plays scheduler and kubelet of a cluster: every Pod of an image that a program stands for is bound to the one node and run on this
 * machine, and its status says how it goes, so that the real controllers for Jobs, Deployments and StatefulSets do the rest.
 */
import { join } from 'node:path';
import { dig } from '../../admin/raw-client.js';
import type { RawBody } from '../../admin/raw-client.js';
import { expectStatus } from '../../admin/unexpected-answer.js';
import { errorMessage } from '../../wait/error-message.js';
import type { PlatformCluster } from '../cluster/platform-cluster.js';
import type { FaultLog } from '../follow/fault-log.js';
import { Follower } from '../follow/follower.js';
import type { Looked } from '../follow/follower.js';
import { isDeleting, pathIn, refOf } from '../follow/object-writes.js';
import type { PodAddresses } from './pod-addresses.js';
import { PodRun } from './pod-run.js';
import type { Programs } from './program.js';
import { ServiceDoors } from './service-doors.js';

const NODE = 'here';
const DEFAULT_GRACE_SECONDS = 30;
const STOP_GRACE_MS = 5_000;

/** What a kubelet works with. */
export interface KubeletSettings {
  readonly cluster: PlatformCluster;
  /** For what its Pods need in files. */
  readonly folder: string;
  readonly programs: Programs;
  readonly addresses: PodAddresses;
  readonly faults: FaultLog;
}

/** A running kubelet. Its owner stops it. */
export class Kubelet {
  private readonly runs = new Map<string, PodRun>();
  /** What Pods wrote that are gone, by their names. */
  private readonly former = new Map<string, string>();
  private readonly follower: Follower;
  private readonly doors: ServiceDoors;

  constructor(private readonly settings: KubeletSettings) {
    const { cluster, addresses, faults } = settings;
    this.follower = Follower.start({ client: cluster.client, path: '/api/v1/pods', look: (pod) => this.look(pod), gone: (pod) => this.end(pod, 0), faults });
    this.doors = new ServiceDoors({ cluster, addresses, findPod: (labels) => this.addressOf(labels), faults });
  }

  /** The Pods that run here now and whose names begin so. */
  pods(prefix: string): readonly PodRun[] {
    return [...this.runs.values()].filter(({ name }) => name.startsWith(prefix));
  }

  /** All that was written by Pods whose names begin so, also by those that are gone. */
  output(prefix: string): string {
    const former = [...this.former].flatMap(([name, text]) => (name.startsWith(prefix) ? [text] : []));
    return [...former, ...this.pods(prefix).map(({ output }) => output)].join('\n');
  }

  /** Ends every process. */
  async stop(): Promise<void> {
    await this.follower.stop();
    await this.doors.stop();
    await Promise.all([...this.runs.values()].map((run) => run.stop(STOP_GRACE_MS)));
  }

  private async look(pod: RawBody): Promise<Looked> {
    if (isDeleting(pod)) return this.finish(pod);
    if (isDone(pod) || this.runs.has(uidOf(pod)) || !this.isRunnable(pod)) return 'settled';
    if (dig(pod, 'spec', 'nodeName') === undefined) await this.bind(pod);
    else this.start(pod);
    return 'settled';
  }

  private isRunnable(pod: RawBody): boolean {
    const containers = [...((dig(pod, 'spec', 'initContainers') ?? []) as RawBody[]), ...((dig(pod, 'spec', 'containers') ?? []) as RawBody[])];
    return containers.every(({ image }) => this.settings.programs.has(String(image)));
  }

  private async bind(pod: RawBody): Promise<void> {
    const { namespace, name } = refOf(pod);
    const path = `${pathIn('/api/v1', 'pods', { namespace, name })}/binding`;
    const binding = { apiVersion: 'v1', kind: 'Binding', metadata: { name, namespace }, target: { apiVersion: 'v1', kind: 'Node', name: NODE } };
    expectStatus(await this.settings.cluster.client.post(path, binding), 'POST', path, 201);
  }

  private start(pod: RawBody): void {
    const { cluster, folder, programs, addresses, faults } = this.settings;
    const place = { cluster, programs, ip: addresses.next(), nodeIp: addresses.node, folder: join(folder, `pod-${uidOf(pod)}`) };
    this.runs.set(uidOf(pod), new PodRun(pod, place, (error) => faults.add(`Pod ${refOf(pod).name}: ${errorMessage(error)}`)));
  }

  /** Gives the processes their time, then lets the Pod go. */
  private async finish(pod: RawBody): Promise<Looked> {
    await this.end(pod, Number(dig(pod, 'metadata', 'deletionGracePeriodSeconds') ?? DEFAULT_GRACE_SECONDS) * 1_000);
    const path = pathIn('/api/v1', 'pods', refOf(pod));
    expectStatus(await this.settings.cluster.client.delete(path, { gracePeriodSeconds: 0, preconditions: { uid: uidOf(pod) } }), 'DELETE', path, 200, 404, 409);
    return 'settled';
  }

  private async end(pod: RawBody, graceMs: number): Promise<void> {
    const run = this.runs.get(uidOf(pod));
    if (run === undefined) return;
    this.runs.delete(uidOf(pod));
    await run.stop(graceMs);
    this.former.set(run.name, `${this.former.get(run.name) ?? ''}${run.output}`);
  }

  private addressOf(labels: Readonly<Record<string, string>>): string | undefined {
    const pod = this.follower.objects.find((each) => Object.entries(labels).every(([key, value]) => dig(each, 'metadata', 'labels', key) === value) && this.runs.has(uidOf(each)));
    return pod === undefined ? undefined : this.runs.get(uidOf(pod))?.ip;
  }
}

function uidOf(pod: RawBody): string {
  return String(dig(pod, 'metadata', 'uid'));
}

function isDone(pod: RawBody): boolean {
  const phase = dig(pod, 'status', 'phase');
  return phase === 'Succeeded' || phase === 'Failed';
}
