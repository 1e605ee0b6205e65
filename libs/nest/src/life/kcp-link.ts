/**
 * Keeps a working connection to the provider workspace: follows the kubeconfig Secret, tries until kcp answers, and takes
 * a rotated credential over without a restart. KcpRun runs it and says what is done over a connection.
 * A new kubeconfig that does not work never takes the place of an old one that does.
 */
import { backoffMs, KubeConnection, workspaceUrl } from '@kcp-runtime/kube';
import type { Clock, KubeAccess, KubeApi, LeaseTerm, Random } from '@kcp-runtime/kube';
import type { KubeconfigSecret } from '@kcp-runtime/schema';
import { Alarm } from '../config/alarm.js';
import { WatchedObject } from '../config/watched-object.js';
import type { OrderLog } from '../offer/order.js';
import { connectedFinding, connectionFinding } from '../publish/kcp-findings.js';
import type { KcpReport } from '../publish/kcp-report.js';
import type { KcpApis } from '../source/workspace-source.js';
import { GuardedApi } from './guarded-api.js';
import { readKubeconfigSecret, SECRETS } from './kubeconfig-secret.js';
import { clusterBehind } from './provider-workspace.js';
import { RetiredConnections } from './retired-connections.js';

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
  readonly clock: Clock;
  readonly random: Random;
  readonly log: OrderLog;
}

interface Serving {
  readonly fingerprint: string;
  readonly cluster: string;
  readonly connection: KubeConnection;
  readonly stop: AbortController;
  readonly ended: Promise<void>;
}

/** A workspace that was deleted and made again is noticed within this time, if nothing else tells. */
const LOOK_AGAIN_MS = 300_000;
/** Requests that were under way when the credential changed end over the old connection. */
const RETIRE_MS = 30_000;
const BACKOFF = { fromMs: 1_000, upToMs: 30_000 };

/** The connection to one provider workspace. */
export class KcpLink {
  readonly #parts: KcpLinkParts;
  readonly #secret: WatchedObject;
  readonly #alarm: Alarm;
  readonly #retired: RetiredConnections;
  #serving: Serving | undefined;
  #brokenBy: unknown;

  constructor(parts: KcpLinkParts) {
    const { platform, secret, clock, random } = parts;
    this.#parts = parts;
    this.#alarm = new Alarm(clock);
    this.#retired = new RetiredConnections({ ...parts, forMs: RETIRE_MS });
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
    let failures = 0;
    while (isKnown && !signal.aborted) {
      this.#alarm.answer();
      const isWell = await this.#tryOnce(signal);
      failures = isWell ? 0 : failures + 1;
      await this.#alarm.sleep(isWell ? LOOK_AGAIN_MS : backoffMs(failures - 1, this.#parts.random, BACKOFF), signal);
    }
    await this.#serving?.ended;
    await watching;
  }

  /** Ends all connections. */
  async close(): Promise<void> {
    await Promise.all([this.#retired.close(), this.#serving?.connection.close()]);
  }

  async #tryOnce(signal: AbortSignal): Promise<boolean> {
    const { report, workspace, log } = this.#parts;
    try {
      await this.#look(signal);
      return true;
    } catch (error) {
      if (signal.aborted) return true;
      const found = connectionFinding(error, workspace);
      const finding = this.#serving?.stop.signal.aborted === false ? { ...found, message: `${found.message}. What was connected before stays in use as long as it works` } : found;
      report.find('KcpConnected', finding);
      log.warn('kcp can not be used at the moment', { reason: finding.reason, message: finding.message });
      return false;
    }
  }

  async #look(signal: AbortSignal): Promise<void> {
    const { secret, workspace, report, accept } = this.#parts;
    this.#throwIfBroken();
    const access = readKubeconfigSecret(this.#secret.get(), secret);
    const serving = this.#serving;
    const isSame = serving?.fingerprint === access.fingerprint;
    const connection = isSame ? serving.connection : await KubeConnection.open(access);
    try {
      const cluster = await clusterBehind(connection, workspace, signal);
      // The cluster that was served is gone for good: nothing is to be asked there any more.
      if (serving !== undefined && serving.cluster !== cluster) serving.stop.abort();
      accept(cluster);
      report.find('KcpConnected', connectedFinding(connection.origin, workspace));
      report.learn({ providerWorkspace: workspace, server: connection.origin });
      if (!isSame || serving.cluster !== cluster) await this.#swap(access, connection, cluster, signal);
    } catch (error) {
      if (this.#serving?.connection !== connection) await connection.close();
      throw error;
    }
  }

  async #swap({ fingerprint }: KubeAccess, connection: KubeConnection, cluster: string, signal: AbortSignal): Promise<void> {
    const before = this.#serving;
    before?.stop.abort();
    await before?.ended;
    if (before !== undefined && before.connection !== connection) this.#retired.retire(before.connection);
    const stop = new AbortController();
    const { term, serve } = this.#parts;
    const at = (url: string): KubeApi => new GuardedApi(connection.api(url), term);
    const as = (token: string, url: string): KubeApi => new GuardedApi(connection.apiAs(token, url), term);
    const ended = serve({ workspace: at(workspaceUrl(connection.server, cluster)), at, as, ca: connection.ca }, cluster, AbortSignal.any([signal, stop.signal])).catch((error: unknown) => {
      this.#brokenBy = error;
      this.recheck();
    });
    this.#serving = { fingerprint, cluster, connection, stop, ended };
  }

  /** A fault of ours ended the work: it begins anew after a pause, over a new connection. */
  #throwIfBroken(): void {
    const error = this.#brokenBy;
    if (error === undefined) return;
    this.#brokenBy = undefined;
    if (this.#serving !== undefined) this.#retired.retire(this.#serving.connection);
    this.#serving = undefined;
    throw error;
  }

  #findSecretTrouble(message: string): void {
    const { secret, report } = this.#parts;
    if (this.#serving !== undefined) return;
    const text = `Secret ${secret.namespace}/${secret.name} can not be read on the platform cluster: ${message}`;
    report.find('KcpConnected', { status: 'False', reason: 'SecretUnreadable', message: text });
  }
}
