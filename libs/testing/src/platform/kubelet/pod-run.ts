/** One Pod from its start to its end: init containers one after the other, then its container, again and again where the Pod says so. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { kubeconfigText } from '../../admin/kubeconfig-text.js';
import { dig } from '../../admin/raw-client.js';
import type { RawBody } from '../../admin/raw-client.js';
import { requestToken } from '../../admin/service-account.js';
import type { ChildEnd } from '../../process/child.js';
import { errorMessage } from '../../wait/error-message.js';
import type { PlatformCluster } from '../cluster/platform-cluster.js';
import { mergeStatus, pathIn, refOf } from '../follow/object-writes.js';
import { containerArgs, containerEnv } from './container-env.js';
import { exitCode, podStatus } from './pod-status.js';
import type { ContainerState, PodProgress } from './pod-status.js';
import type { Programs, RunningContainer } from './program.js';

/** A real kubelet begins with ten seconds; a test need not wait so long. */
const RESTART_PAUSE_MS = 500;
const TOKEN_SECONDS = 86_400;

/** Where a Pod runs. */
export interface PodPlace {
  readonly cluster: PlatformCluster;
  /** Of its own. */
  readonly folder: string;
  readonly programs: Programs;
  readonly ip: string;
  /** Of the node that it is on. */
  readonly nodeIp: string;
}

/** A Pod that runs here. */
export class PodRun {
  readonly name: string;
  private readonly over = new AbortController();
  private readonly running: Promise<void>;
  private container: RunningContainer | undefined;
  private written = '';
  private restarts = 0;
  private graceMs = 0;

  constructor(
    private readonly pod: RawBody,
    private readonly place: PodPlace,
    onFault: (error: unknown) => void,
  ) {
    this.name = refOf(pod).name;
    this.running = this.run().catch(onFault);
  }

  /** All that its containers have written. */
  get output(): string {
    return this.written;
  }

  get ip(): string {
    return this.place.ip;
  }

  /** Sends a signal to the container that runs now; what comes after its end, the Pod's own policy decides. */
  signal(name: NodeJS.Signals): void {
    this.container?.signal(name);
  }

  /** Ends it for good, and resolves when nothing of it runs any more. */
  async stop(graceMs: number): Promise<void> {
    this.graceMs = graceMs;
    this.over.abort();
    await this.container?.stop(graceMs);
    await this.running;
    await rm(this.place.folder, { recursive: true, force: true });
  }

  private get isOver(): boolean {
    return this.over.signal.aborted;
  }

  private async run(): Promise<void> {
    await mkdir(this.place.folder, { recursive: true });
    for (const container of (dig(this.pod, 'spec', 'initContainers') ?? []) as RawBody[]) {
      if (!(await this.runToSuccess(container))) return;
    }
    const [container = {}] = (dig(this.pod, 'spec', 'containers') ?? []) as RawBody[];
    if (dig(this.pod, 'spec', 'restartPolicy') === 'Always') await this.runForEver(container);
    else await this.runOnce(container);
  }

  /** Runs it until it succeeds, or until the Pod's policy forbids another try. */
  private async runToSuccess(container: RawBody): Promise<boolean> {
    while (!this.isOver) {
      const end = await this.once(container, 'Pending');
      if (exitCode(end) === 0) return true;
      if (dig(this.pod, 'spec', 'restartPolicy') === 'Never') {
        await this.say({ phase: 'Failed', container: await this.ended(end) });
        return false;
      }
      await this.pause();
    }
    return false;
  }

  private async runOnce(container: RawBody): Promise<void> {
    const end = await this.once(container, 'Running');
    if (!this.isOver) await this.say({ phase: exitCode(end) === 0 ? 'Succeeded' : 'Failed', container: await this.ended(end) });
  }

  private async runForEver(container: RawBody): Promise<void> {
    while (!this.isOver) {
      const end = await this.once(container, 'Running');
      if (this.isOver) return;
      await this.say({ phase: 'Running', container: await this.ended(end) });
      this.restarts++;
      await this.pause();
    }
  }

  /** From the start of a container to its end. One that cannot be started is tried again, and the Pod says why. */
  private async once(container: RawBody, phase: 'Pending' | 'Running'): Promise<ChildEnd> {
    while (!this.isOver) {
      try {
        const running = await this.start(container);
        this.container = running;
        if (this.isOver) await running.stop(this.graceMs);
        else await this.say({ phase, container: phase === 'Pending' ? waiting('PodInitializing', '') : { kind: 'running' } });
        return await running.ended;
      } catch (error) {
        if (!this.isOver) await this.say({ phase: 'Pending', container: waiting('CreateContainerError', errorMessage(error)) });
        await this.pause();
      }
    }
    return { kind: 'signal', signal: 'SIGTERM' };
  }

  private async start(container: RawBody): Promise<RunningContainer> {
    const { cluster, programs, ip, nodeIp } = this.place;
    const program = programs.get(String(container['image']));
    if (program === undefined) throw new Error(`No program stands for image ${String(container['image'])}.`);
    const variables = await containerEnv(cluster.client, withAddresses(this.pod, ip, nodeIp), container);
    await rm(this.terminationMessagePath, { force: true });
    return program({
      args: containerArgs(container, variables),
      env: { TERMINATION_MESSAGE_PATH: this.terminationMessagePath, ...variables },
      ip,
      ...(await this.kubeconfigs()),
      onOutput: (text) => void (this.written += text),
    });
  }

  private async kubeconfigs(): Promise<{ kubeconfig: string; directKubeconfig: string }> {
    const { cluster, folder } = this.place;
    const account = { namespace: refOf(this.pod).namespace, name: String(dig(this.pod, 'spec', 'serviceAccountName') ?? 'default') };
    const token = await this.tokenOf(account);
    const paths = { kubeconfig: join(folder, 'kubeconfig'), directKubeconfig: join(folder, 'direct.kubeconfig') };
    await writeFile(paths.kubeconfig, cluster.kubeconfig(token), { mode: 0o600 });
    await writeFile(paths.directKubeconfig, kubeconfigText({ server: cluster.server.url, ca: cluster.server.ca, token }), { mode: 0o600 });
    return paths;
  }

  /** A Pod without an account of its own speaks to no API here. */
  private async tokenOf(account: { readonly namespace: string; readonly name: string }): Promise<string> {
    if (account.name === 'default') return '';
    const token = await requestToken(this.place.cluster.client, { ...account, seconds: TOKEN_SECONDS });
    this.place.cluster.heard(token, `token of Pod ${account.namespace}/${this.name}`);
    return token;
  }

  private get terminationMessagePath(): string {
    return join(this.place.folder, 'termination-message');
  }

  private async ended(end: ChildEnd): Promise<ContainerState> {
    return { kind: 'ended', end, message: await readFile(this.terminationMessagePath, 'utf8').catch(() => '') };
  }

  private async say(progress: Pick<PodProgress, 'phase' | 'container'>): Promise<void> {
    const status = podStatus(this.pod, { ...progress, ip: this.place.ip, nodeIp: this.place.nodeIp, restarts: this.restarts });
    await mergeStatus(this.place.cluster.client, pathIn('/api/v1', 'pods', refOf(this.pod)), status);
  }

  private async pause(): Promise<void> {
    await sleep(RESTART_PAUSE_MS, undefined, { signal: this.over.signal }).catch(() => undefined);
  }
}

/** The Pod as its own containers see it before its status is written. */
function withAddresses(pod: RawBody, ip: string, nodeIp: string): RawBody {
  return { ...pod, status: { podIP: ip, hostIP: nodeIp } };
}

function waiting(reason: string, message: string): ContainerState {
  return { kind: 'waiting', reason, message };
}
