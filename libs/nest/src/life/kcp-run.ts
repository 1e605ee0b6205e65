/**
 * Serves one export of one provider workspace: publishes it, follows the orders of all its consumers and has them worked on.
 * KcpMode runs it under its lease and replaces it when the ProviderConfig names another workspace or export.
 */
import { tenantOfOrderKey, WorkQueue } from '@kcp-runtime/kube';
import type { Clock, KubeApi, LeaseTerm, Random } from '@kcp-runtime/kube';
import type { KcpSettings } from '@kcp-runtime/schema';
import type { ConfigSnapshot } from '../config/config-snapshot.js';
import { lastSnapshot } from '../config/config-snapshot.js';
import type { ConfigStore } from '../config/config-store.js';
import type { KeptState } from '../config/kept-state.js';
import type { OrderLog } from '../offer/order.js';
import { exportNameOf, exportPlan } from '../publish/export-plan.js';
import type { ExportPlan } from '../publish/export-plan.js';
import { PROVIDER_CLUSTER_ANNOTATION, ProviderWorkspaceReplaced } from '../publish/kcp-faults.js';
import type { KcpReport } from '../publish/kcp-report.js';
import { ServicePublisher } from '../publish/service-publisher.js';
import { OrderReconciler } from '../reconcile/order.reconciler.js';
import type { ServedOffer } from '../reconcile/served-offer.js';
import { PlatformReferences } from '../references/platform-references.js';
import type { KcpApis } from '../source/workspace-source.js';
import { WorkspaceSource } from '../source/workspace-source.js';
import { KcpLink } from './kcp-link.js';
import { whenAborted } from './stages-of-stop.js';

/** What a run is made of. */
export interface KcpRunParts {
  /** Of the platform cluster; writes only while the lease is held. */
  readonly platform: KubeApi;
  readonly namespace: string;
  readonly providerName: string;
  readonly settings: KcpSettings;
  readonly offers: readonly ServedOffer[];
  readonly store: ConfigStore;
  readonly kept: KeptState;
  readonly term: LeaseTerm;
  readonly report: KcpReport;
  /** Endpoints or consumers are others by now. */
  readonly onState: () => void;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: OrderLog;
}

/** What ends a run, in stages. */
export interface RunSignals {
  readonly intake: AbortSignal;
  readonly work: AbortSignal;
  readonly abandon: AbortSignal;
}

/** kcp mode for one provider workspace. */
export class KcpRun {
  readonly source: WorkspaceSource;
  readonly #parts: KcpRunParts;
  readonly #queue: WorkQueue;
  readonly #link: KcpLink;
  readonly #references: PlatformReferences;
  readonly #exportName: string;
  #publisher: ServicePublisher | undefined;
  #planned: { readonly snapshot: ConfigSnapshot; readonly plan: ExportPlan } | undefined;
  #keeping: Promise<void> = Promise.resolve();

  constructor(parts: KcpRunParts) {
    const { platform, namespace, providerName, settings, offers, term, report, onState, clock, random, log } = parts;
    this.#parts = parts;
    this.#exportName = exportNameOf(parts.offers.map(({ handlers }) => handlers.offer), settings);
    this.#queue = new WorkQueue({ tenantOf: tenantOfOrderKey, clock, random, onError: (key, error) => this.#logBug(key, error) });
    const ordersPerTenant = (): number | undefined => lastSnapshot(parts.store.state())?.kcp?.limits?.ordersPerTenant;
    this.source = new WorkspaceSource({ exportName: this.#exportName, hosts: settings.hosts ?? [], offers, queue: this.#queue, ordersPerTenant, reporter: providerName, onState, clock, random, log });
    this.#references = new PlatformReferences({ api: platform, namespace, clock, random, wake: (key) => this.#queue.add(key, 'changed') });
    this.#link = new KcpLink({
      platform,
      secret: settings.kubeconfigSecret,
      workspace: settings.providerWorkspace,
      term,
      accept: (cluster) => this.#accept(cluster),
      serve: (apis, cluster, signal) => this.#serve(apis, cluster, signal),
      report,
      clock,
      random,
      log,
    });
  }

  /**
   * Takes orders in until `intake` aborts, and resolves when the last handler has returned.
   * `work` aborts the handlers themselves: the lease is lost, or the time for draining is over.
   * After `abandon` nobody waits for those that go on all the same.
   */
  async run({ intake, work, abandon }: RunSignals): Promise<void> {
    const { offers, store, term, clock, random, log } = this.#parts;
    const lookAtLease = (): void => void term.holds();
    const reconciler = new OrderReconciler({ offers, homes: this.source, config: store, references: this.#references, clock, random, log, lookAtLease });
    const unsubscribe = this.#followConfig();
    try {
      const working = this.#queue.run((key) => reconciler.reconcile(key, work), intake);
      await Promise.race([Promise.all([working, this.#link.run(intake)]), whenAborted(abandon)]);
    } finally {
      unsubscribe();
      await this.#keeping;
      await this.#references.stop();
      await this.#link.close();
    }
  }

  /** The config has changed: publish what it says, and look at all orders with it. */
  #followConfig(): () => void {
    const { store } = this.#parts;
    let before = store.state();
    return store.onChange(() => {
      const now = store.state();
      this.#publisher?.wake();
      this.#link.recheck();
      if (now.kind !== before.kind || lastSnapshot(now) !== lastSnapshot(before)) this.source.requeueAll();
      before = now;
    });
  }

  #accept(cluster: string): void {
    const { kept, store, settings } = this.#parts;
    const before = kept.known.publication;
    if (before === undefined || before.providerWorkspace !== settings.providerWorkspace || before.cluster === cluster) return;
    if (store.annotation(PROVIDER_CLUSTER_ANNOTATION) !== cluster) throw new ProviderWorkspaceReplaced(settings.providerWorkspace, before.cluster, cluster);
  }

  async #serve(apis: KcpApis, cluster: string, signal: AbortSignal): Promise<void> {
    const { providerName, settings, report, clock, random, log } = this.#parts;
    const broken = new AbortController();
    const until = AbortSignal.any([signal, broken.signal]);
    let following: Promise<void> | undefined;
    const onOwnExport = (): void => {
      this.#keepPublication(cluster, until);
      following ??= this.source.run(apis, until).catch((error: unknown) => broken.abort(error));
    };
    this.#publisher = new ServicePublisher({
      api: apis.workspace,
      providerName,
      exportName: this.#exportName,
      cluster,
      providerWorkspace: settings.providerWorkspace,
      plan: () => this.#plan(),
      onOwnExport,
      onTrouble: () => this.#link.recheck(),
      report,
      clock,
      random,
      log,
    });
    await this.#publisher.run(until);
    await following;
    if (broken.signal.aborted) throw broken.signal.reason;
  }

  /** Nothing is published while the ProviderConfig is gone or on its way. */
  #plan(): ExportPlan | undefined {
    const state = this.#parts.store.state();
    if (state.kind !== 'live' || state.snapshot.kcp === undefined) return undefined;
    if (this.#planned?.snapshot === state.snapshot) return this.#planned.plan;
    const { providerName, offers } = this.#parts;
    const plan = exportPlan(providerName, offers.map(({ handlers }) => handlers.offer), state.snapshot.kcp);
    this.#planned = { snapshot: state.snapshot, plan };
    return plan;
  }

  #keepPublication(cluster: string, signal: AbortSignal): void {
    const { kept, settings, log } = this.#parts;
    const publication = { providerWorkspace: settings.providerWorkspace, cluster, exportName: this.#exportName };
    this.#keeping = kept.keep({ publication }, signal).catch((error: unknown) => {
      if (!signal.aborted) log.warn('Where the export was published can not be kept; it is tried again', { reason: error instanceof Error ? error.message : String(error) });
    });
  }

  #logBug(order: string, error: unknown): void {
    this.#parts.log.error('A pass ended with an error that is a fault of the runtime', { order, reason: error instanceof Error ? error.message : String(error) });
  }
}
