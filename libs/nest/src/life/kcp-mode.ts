/**
 * kcp mode of one process: waits for its lease on the platform cluster, and while it holds it serves what `spec.kcp` of the
 * ProviderConfig says. RuntimeLife runs it. Everything of the mode, publishing and status too, is under the lease.
 */
import { LeaseElection } from '@kcp-runtime/kube';
import type { Clock, KubeApi, LeaseState, LeaseTerm, Random } from '@kcp-runtime/kube';
import type { KcpSettings } from '@kcp-runtime/schema';
import { Alarm } from '../config/alarm.js';
import { lastSnapshot } from '../config/config-snapshot.js';
import { ConfigStatusWriter } from '../config/config-status-writer.js';
import type { ConfigStore } from '../config/config-store.js';
import type { KeptState } from '../config/kept-state.js';
import { Milestone } from '../config/milestone.js';
import { kcpLeaseName } from '../config/platform-names.js';
import type { OrderLog } from '../offer/order.js';
import { exportNameOf } from '../publish/export-plan.js';
import { KcpReport } from '../publish/kcp-report.js';
import type { ServedOffer } from '../reconcile/served-offer.js';
import { GuardedApi } from './guarded-api.js';
import { KcpRun } from './kcp-run.js';
import { kcpStatus, OWN_CONDITIONS } from './kcp-status.js';
import { leaveInTime } from './leave-in-time.js';
import type { StagesOfStop } from './stages-of-stop.js';

/** What kcp mode needs. */
export interface KcpModeParts {
  /** Of the platform cluster. */
  readonly platform: KubeApi;
  /** The same over a connection of its own, so that no burst of work holds up a renewal. */
  readonly leases: KubeApi;
  readonly namespace: string;
  /** Who holds the lease. */
  readonly holder: string;
  readonly providerName: string;
  readonly offers: readonly ServedOffer[];
  readonly store: ConfigStore;
  readonly kept: KeptState;
  /** The lease is lost, and handlers go on all the same. */
  readonly onStuck: () => void;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: OrderLog;
}

const NEVER_MS = 2 ** 31;

/** A run, and what ends it. */
interface Running {
  readonly target: string | undefined;
  readonly end: () => Promise<void>;
}

/** kcp mode of this process. */
export class KcpMode {
  readonly #parts: KcpModeParts;
  readonly #ready = new Milestone();
  #run: KcpRun | undefined;

  constructor(parts: KcpModeParts) {
    this.#parts = parts;
  }

  /** Resolves when the lease is held and, where spec.kcp is set, the orders that were there have been seen. */
  whenReady(signal?: AbortSignal): Promise<void> {
    return this.#ready.when(signal);
  }

  /** Serves until it is told to stop and the handlers have returned. */
  async run(stages: StagesOfStop): Promise<void> {
    const { leases, namespace, holder, providerName, onStuck, clock, random } = this.#parts;
    const election = new LeaseElection({
      api: leases, namespace, name: kcpLeaseName(providerName), holder, clock, random, onState: (state) => this.#tellLease(state),
    });
    await election.run(stages.stop, (term) => leaveInTime({ term, clock, onStuck, work: () => this.#serve(term, stages) }));
  }

  async #serve(term: LeaseTerm, stages: StagesOfStop): Promise<void> {
    const { store, kept, clock, log } = this.#parts;
    const platform = new GuardedApi(this.#parts.platform, term);
    const end = AbortSignal.any([term.signal, stages.stop]);
    const report: KcpReport = new KcpReport(() => writer.changed());
    const status = (): ReturnType<typeof kcpStatus> =>
      kcpStatus({ config: store.state(), report, source: this.#run?.source, wasPublished: kept.known.publication !== undefined });
    const writer = new ConfigStatusWriter({ api: platform, store, ownTypes: OWN_CONDITIONS, status, clock, log });
    const isKnown = await store.whenKnown(end).then(() => true, () => false);
    if (!isKnown) return;
    writer.changed();
    await Promise.all([writer.run(end), this.#followTarget({ platform, term, report, onState: () => writer.changed(), end, stages })]);
  }

  /** One run after another, as the ProviderConfig names what is to be served. */
  async #followTarget(scene: Scene): Promise<void> {
    const { store, clock } = this.#parts;
    const alarm = new Alarm(clock);
    const unsubscribe = store.onChange(() => alarm.ring());
    const faults: unknown[] = [];
    const onFault = (error: unknown): void => {
      faults.push(error);
      alarm.ring();
    };
    let running = this.#begin(scene, onFault);
    while (!scene.end.aborted && faults.length === 0) {
      await alarm.sleep(NEVER_MS, scene.end);
      if (scene.end.aborted || faults.length > 0 || running.target === targetOf(this.#settings(), this.#parts.offers)) continue;
      await running.end();
      running = this.#begin(scene, onFault);
    }
    unsubscribe();
    await running.end();
    if (faults.length > 0) throw faults[0];
  }

  /** The run drains by itself when the scene ends; another target ends its handlers too, since nobody serves their orders any more. */
  #begin({ platform, term, report, onState, end, stages }: Scene, onFault: (error: unknown) => void): Running {
    const { namespace, providerName, offers, store, kept, clock, random, log } = this.#parts;
    const settings = this.#settings();
    const target = targetOf(settings, offers);
    report.reset();
    if (settings === undefined) {
      this.#ready.reach();
      return { target, end: () => Promise.resolve() };
    }
    const other = new AbortController();
    const intake = AbortSignal.any([end, other.signal]);
    const work = AbortSignal.any([term.signal, stages.force, other.signal]);
    const run = new KcpRun({ platform, namespace, providerName, settings, offers, store, kept, term, report, onState, clock, random, log });
    this.#run = run;
    const ended = run.run({ intake, work, abandon: stages.abandon }).catch(onFault);
    run.source.whenFilled(intake).then(() => this.#ready.reach(), () => undefined);
    return {
      target,
      end: async () => {
        if (!end.aborted) other.abort();
        await ended;
        this.#run = undefined;
      },
    };
  }

  /** Also of the last valid config: orders that are being deleted must be served when the ProviderConfig is gone. */
  #settings(): KcpSettings | undefined {
    return lastSnapshot(this.#parts.store.state())?.kcp;
  }

  #tellLease(state: LeaseState): void {
    const { log } = this.#parts;
    switch (state.kind) {
      case 'waiting':
        return log.info('Another process serves kcp mode; this one waits for the lease', { holder: state.holder });
      case 'holding':
        return log.info('The lease of kcp mode is held');
      case 'released':
        return log.info('The lease of kcp mode is released');
      case 'trying':
      case 'lost':
      case 'unreleased':
        return log.warn('The lease of kcp mode', { state: state.kind, reason: state.error.message });
    }
  }
}

interface Scene {
  readonly platform: KubeApi;
  readonly term: LeaseTerm;
  readonly report: KcpReport;
  readonly onState: () => void;
  readonly end: AbortSignal;
  readonly stages: StagesOfStop;
}

/** What can't change under a run: another one of these is another run. Labels, bind rights and the poll interval can. */
function targetOf(settings: KcpSettings | undefined, offers: readonly ServedOffer[]): string | undefined {
  if (settings === undefined) return undefined;
  const { providerWorkspace, kubeconfigSecret, hosts } = settings;
  return JSON.stringify([providerWorkspace, kubeconfigSecret, hosts, exportNameOf(offers.map(({ handlers }) => handlers.offer), settings)]);
}
