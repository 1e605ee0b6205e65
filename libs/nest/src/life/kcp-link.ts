/**
 * Keeps a working connection to the provider workspace: follows the kubeconfig Secret, tries until kcp answers, and takes
 * a rotated credential over without a restart. KcpRun runs it and says what is done over a connection.
 * A new kubeconfig that does not work never takes the place of an old one that does.
 */
import { KubeConnection, workspaceUrl } from '@kcp-runtime/kube';
import type { Clock, KubeApi, LeaseTerm, Random } from '@kcp-runtime/kube';
import type { KubeconfigSecret } from '@kcp-runtime/schema';
import { Alarm } from '../config/alarm.js';
import { SECRETS } from '../config/platform-kinds.js';
import { WatchedObject } from '../config/watched-object.js';
import type { ModeMetrics } from '../metrics/runtime-metrics.js';
import type { OrderLog } from '../offer/order.js';
import { connectedFinding, connectionFinding } from '../publish/kcp-findings.js';
import type { KcpReport } from '../publish/kcp-report.js';
import type { KcpApis } from '../source/workspace-source.js';
import { ConnectedWork } from './connected-work.js';
import { GuardedApi } from './guarded-api.js';
import { keepLinked } from './keep-linked.js';
import type { Looked } from './keep-linked.js';
import { readKubeconfigSecret } from './kubeconfig-secret.js';
import { PresentApi } from './present-api.js';
import { clusterBehind } from './provider-workspace.js';

/** What a link is made of. */
export interface KcpLinkParts {
  /** Of the platform cluster, where the Secret is. */
  readonly platform: KubeApi;
  readonly secret: KubeconfigSecret;
  /** Path of the provider workspace. */
  readonly workspace: string;
  readonly term: LeaseTerm;
  /** Throws when nothing may be done in this logical cluster. */
  readonly accept: (cluster: string) => void;
  /** The work over one connection; it ends with the signal, and is then called with the next one. */
  readonly serve: (apis: KcpApis, cluster: string, signal: AbortSignal) => Promise<void>;
  readonly report: KcpReport;
  /** Takes the figures of requests. */
  readonly metrics?: Pick<ModeMetrics, 'requests'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: OrderLog;
}

/** Of the kubeconfig, and of the workspace behind it. */
interface Served {
  readonly fingerprint: string;
  readonly cluster: string;
}

/** A workspace that was deleted and made again is noticed within this time, if nothing else tells. */
const LOOK_AGAIN_MS = 300_000;
/** Requests that were under way when the credential changed end over the old connection. */
const RETIRE_MS = 30_000;

/** The connection to one provider workspace. */
export class KcpLink {
  readonly #parts: KcpLinkParts;
  readonly #secret: WatchedObject;
  readonly #alarm: Alarm;
  readonly #work: ConnectedWork<Served>;
  /** What requests are sent over, also those of handlers that began with another. */
  #present: KubeConnection | undefined;

  constructor(parts: KcpLinkParts) {
    const { platform, secret, clock, random } = parts;
    this.#parts = parts;
    this.#alarm = new Alarm(clock);
    this.#work = new ConnectedWork({ ...parts, retireMs: RETIRE_MS, onBroken: () => this.recheck() });
    this.#secret = new WatchedObject({
      api: platform,
      type: SECRETS,
      ref: { namespace: secret.namespace, name: secret.name },
      clock,
      random,
      onChange: () => this.recheck(),
      onTrouble: ({ message }) => this.#findSecretTrouble(message),
      onWell: () => this.recheck(),
    });
  }

  /** Something went wrong over the connection, or an operator has answered: look at it now. */
  recheck(): void {
    this.#alarm.ring();
  }

  /** Links until `signal` aborts. The last connection stays open until `close`, for those who finish their work. */
  async run(signal: AbortSignal): Promise<void> {
    const watching = this.#secret.run(signal);
    const isKnown = await this.#secret.whenKnown(signal).then(() => true, () => false);
    if (isKnown) await keepLinked({ look: (until) => this.#tryOnce(until), alarm: this.#alarm, random: this.#parts.random }, signal);
    await this.#work.ended();
    await watching;
  }

  /** Ends all connections. */
  close(): Promise<void> {
    return this.#work.close();
  }

  async #tryOnce(signal: AbortSignal): Promise<Looked> {
    const { report, workspace, log } = this.#parts;
    try {
      await this.#look(signal);
      return { kind: 'well', againInMs: LOOK_AGAIN_MS };
    } catch (error) {
      if (signal.aborted) return { kind: 'well', againInMs: LOOK_AGAIN_MS };
      const found = connectionFinding(error, workspace);
      const finding = this.#work.isGoingOn ? { ...found, message: `${found.message}. What was connected before stays in use as long as it works` } : found;
      report.find('KcpConnected', finding);
      log.warn('kcp can not be used at the moment', { reason: finding.reason, message: finding.message });
      return { kind: 'failed' };
    }
  }

  async #look(signal: AbortSignal): Promise<void> {
    const { secret, workspace, report, accept, metrics } = this.#parts;
    this.#work.throwIfBroken();
    const access = readKubeconfigSecret(this.#secret.get(), secret);
    const before = this.#work.over;
    const isSame = before?.mark.fingerprint === access.fingerprint;
    const connection = isSame ? before.connection : await KubeConnection.open(access, { observer: metrics?.requests('named') });
    try {
      const cluster = await clusterBehind(connection, workspace, signal);
      // The cluster that was served is gone for good: nothing is to be asked there any more.
      if (before !== undefined && before.mark.cluster !== cluster) this.#work.halt();
      accept(cluster);
      report.find('KcpConnected', connectedFinding(connection.origin, workspace));
      report.learn({ providerWorkspace: workspace, server: connection.origin });
      if (!isSame || before.mark.cluster !== cluster) await this.#serve({ fingerprint: access.fingerprint, cluster }, connection, signal);
    } catch (error) {
      if (this.#work.over?.connection !== connection) await connection.close();
      throw error;
    }
  }

  async #serve(mark: Served, connection: KubeConnection, signal: AbortSignal): Promise<void> {
    const { term, serve } = this.#parts;
    this.#present = connection;
    const present = (): KubeConnection => this.#present ?? connection;
    const at = (url: string): KubeApi => new GuardedApi(new PresentApi(() => present().api(url)), term);
    const as = (token: string, url: string): KubeApi => new GuardedApi(new PresentApi(() => present().apiAs(token, url)), term);
    const apis = { workspace: at(workspaceUrl(connection.server, mark.cluster)), at, as, ca: connection.ca };
    await this.#work.begin({ connection, mark }, (until) => serve(apis, mark.cluster, until), signal);
  }

  #findSecretTrouble(message: string): void {
    const { secret, report } = this.#parts;
    if (this.#work.over !== undefined) return;
    const text = `Secret ${secret.namespace}/${secret.name} can not be read on the platform cluster: ${message}`;
    report.find('KcpConnected', { status: 'False', reason: 'SecretUnreadable', message: text });
  }
}
