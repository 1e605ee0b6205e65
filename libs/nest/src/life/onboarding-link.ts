/**
 * Keeps a working connection to the onboarding cluster: orders the access there, and takes a renewed token over without a restart and
 * without a gap in what is watched. StandardRun runs it and says what is done over a connection.
 * A new kubeconfig that does not work never takes the place of an old one that does.
 */
import { Forbidden, KubeConnection } from '@kcp-runtime/kube';
import type { Clock, KubeAccess, KubeApi, LeaseTerm, Random } from '@kcp-runtime/kube';
import type { AccessOrder, ClusterAccess, GrantedAccess } from '@kcp-runtime/openmcp';
import type { ClusterAddresses } from '../access/cluster-addresses.js';
import { readGranted } from '../access/granted-kubeconfig.js';
import { Alarm } from '../config/alarm.js';
import type { CaBundle } from '../config/ca-bundle.js';
import type { ConfigFinding } from '../config/config-status-writer.js';
import type { ModeMetrics } from '../metrics/runtime-metrics.js';
import type { OrderLog } from '../offer/order.js';
import { ConnectedWork } from './connected-work.js';
import type { Connected } from './connected-work.js';
import { GuardedApi } from './guarded-api.js';
import { keepLinked } from './keep-linked.js';
import type { Looked } from './keep-linked.js';
import { accessFinding, connectedFinding, connectionFinding } from './onboarding-findings.js';
import { PresentApi } from './present-api.js';

/** What a link is made of. */
export interface OnboardingLinkParts {
  /** Orders it on the platform cluster. */
  readonly access: Pick<ClusterAccess, 'open'>;
  readonly order: Omit<AccessOrder, 'wake'>;
  readonly addresses: ClusterAddresses;
  /** Trusted beside what the kubeconfig names. */
  readonly caBundle: Pick<CaBundle, 'read'>;
  readonly term: LeaseTerm;
  /** The work on one cluster; it ends with the signal, and is called again where the cluster is another one by now. */
  readonly serve: (signal: AbortSignal) => Promise<void>;
  /** There is something else to tell. */
  readonly onState: () => void;
  /** Takes the figures of requests. */
  readonly metrics?: Pick<ModeMetrics, 'requests'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: OrderLog;
}

/** Every change wakes; this is for what nobody tells. */
const LOOK_AGAIN_MS = 300_000;
/** Longer than any watch lives: one that began over a connection ends over it. */
const RETIRE_MS = 900_000;
const NOT_YET: ConfigFinding = { status: 'Unknown', reason: 'NotYetKnown', message: 'Not looked at yet' };

/** The connection to the onboarding cluster. */
export class OnboardingLink {
  /** Of the onboarding cluster, over the connection of the moment; writes only while the lease is held. */
  readonly api: KubeApi;
  readonly #parts: OnboardingLinkParts;
  readonly #alarm: Alarm;
  /** Marked by the fingerprint of the kubeconfig. */
  readonly #work: ConnectedWork<string>;
  #finding = NOT_YET;

  constructor(parts: OnboardingLinkParts) {
    this.#parts = parts;
    this.api = new GuardedApi(new PresentApi(() => this.#present()), parts.term);
    this.#alarm = new Alarm(parts.clock);
    this.#work = new ConnectedWork({ ...parts, retireMs: RETIRE_MS, onBroken: () => this.recheck() });
  }

  /** How it stands with the connection. */
  get finding(): ConfigFinding {
    return this.#finding;
  }

  /** Something went wrong over the connection: look at it now. */
  recheck(): void {
    this.#alarm.ring();
  }

  /** Links until `signal` aborts. The last connection stays open until `close`, for those who finish their work. */
  async run(signal: AbortSignal): Promise<void> {
    await keepLinked({ look: (until) => this.#tryOnce(until), alarm: this.#alarm, random: this.#parts.random }, signal);
    await this.#work.ended();
  }

  /** Ends all connections. */
  close(): Promise<void> {
    return this.#work.close();
  }

  async #tryOnce(signal: AbortSignal): Promise<Looked> {
    const { access, order, log } = this.#parts;
    try {
      this.#work.throwIfBroken();
      const state = await access.open({ ...order, wake: () => this.recheck() }, signal);
      if (state.kind === 'granted') await this.#take(state, signal);
      else this.#find(this.#unlessServing(accessFinding(state)));
      return { kind: 'well', againInMs: state.kind === 'granted' ? Math.min(LOOK_AGAIN_MS, state.expiresInMs ?? LOOK_AGAIN_MS) : LOOK_AGAIN_MS };
    } catch (error) {
      if (signal.aborted) return { kind: 'well', againInMs: 0 };
      const finding = this.#unlessServing(connectionFinding(error));
      this.#find(finding);
      log.warn('The onboarding cluster can not be used at the moment', { reason: finding.reason, message: finding.message });
      return { kind: 'failed' };
    }
  }

  async #take(granted: GrantedAccess, signal: AbortSignal): Promise<void> {
    const { addresses, caBundle, order } = this.#parts;
    const [server, bundle] = await Promise.all([addresses.forOurselves(order.request, signal), caBundle.read(signal)]);
    const access = readGranted(granted, { server, caBundle: bundle });
    if (this.#work.over?.mark !== access.fingerprint) await this.#connect(access, signal);
    this.#find(connectedFinding(this.#work.over?.connection.origin ?? ''));
  }

  async #connect(access: KubeAccess, signal: AbortSignal): Promise<void> {
    const connection = await KubeConnection.open(access, { observer: this.#parts.metrics?.requests('named') });
    try {
      await greet(connection.api(), signal);
    } catch (error) {
      await connection.close();
      throw error;
    }
    await this.#serve({ connection, mark: access.fingerprint }, signal);
  }

  /** On the same server everything goes on; another one may have other orders, and tells them in versions of its own. */
  async #serve(over: Connected<string>, signal: AbortSignal): Promise<void> {
    if (this.#work.over?.connection.server === over.connection.server) return this.#work.goOnOver(over);
    await this.#work.begin(over, this.#parts.serve, signal);
  }

  #present(): KubeApi {
    if (this.#work.over === undefined) throw new Error('The onboarding cluster was asked before there was a connection: only what is served over one may ask');
    return this.#work.over.connection.api();
  }

  #unlessServing(finding: ConfigFinding): ConfigFinding {
    return this.#work.over === undefined ? finding : { ...finding, message: `${finding.message}. What was connected before stays in use as long as it works` };
  }

  #find(finding: ConfigFinding): void {
    this.#finding = finding;
    this.#parts.onState();
  }
}

/** The cheapest question that a server answers to those alone whom it knows. That somebody may not ask it is an answer too. */
async function greet(api: KubeApi, signal: AbortSignal): Promise<void> {
  try {
    await api.request({ method: 'GET', path: '/version', signal });
  } catch (error) {
    if (!(error instanceof Forbidden)) throw error;
  }
}
