/**
 * Serves one export of one provider workspace: follows the orders of all its consumers and has them worked on; a duty says
 * what else is done there. KcpMode runs one for the place that is offered, and KcpDrains one for each place that is left.
 */
import { tenantOfOrderKey, WorkQueue } from '@kcp-runtime/kube';
import type { HostRewrite, KubeconfigSecret } from '@kcp-runtime/schema';
import { lastSnapshot } from '../config/config-snapshot.js';
import { TenantKubeconfigs } from '../credential/tenant-kubeconfigs.js';
import { Engagements } from '../engage/engagements.js';
import { orderNotes, SeenPlaces } from '../orphans/order-notes.js';
import type { OrderNotes } from '../orphans/order-notes.js';
import type { KcpReport } from '../publish/kcp-report.js';
import { OrderReconciler } from '../reconcile/order.reconciler.js';
import { PlatformReferences } from '../references/platform-references.js';
import { WorkspaceSource } from '../source/workspace-source.js';
import type { KcpDuty } from './kcp-duty.js';
import { KcpLink } from './kcp-link.js';
import type { KcpTermParts } from './kcp-term-parts.js';
import { whenAborted } from './stages-of-stop.js';
import { messageOf } from '../log/message-of.js';

/** Where a run works, and how it gets there. */
export interface RunPlace {
  /** Path of the provider workspace. */
  readonly providerWorkspace: string;
  readonly exportName: string;
  readonly kubeconfigSecret: KubeconfigSecret;
  readonly hosts: readonly HostRewrite[];
}

/** What a run is made of. */
export interface KcpRunParts extends Omit<KcpTermParts, 'store' | 'kept'> {
  readonly place: RunPlace;
  readonly duty: KcpDuty;
  readonly report: KcpReport;
  /** Endpoints or consumers are others by now. */
  readonly onState: () => void;
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
  readonly #engagements: Engagements;

  constructor(parts: KcpRunParts) {
    const { platform, namespace, providerName, place, duty, offers, term, report, onState, clock, random, log } = parts;
    this.#parts = parts;
    this.#queue = new WorkQueue({ tenantOf: tenantOfOrderKey, clock, random, onError: (key, error) => this.#logBug(key, error) });
    const ordersPerTenant = (): number | undefined => lastSnapshot(duty.config.state())?.kcp?.limits?.ordersPerTenant;
    this.source = new WorkspaceSource({ exportName: place.exportName, hosts: place.hosts, offers, queue: this.#queue, ordersPerTenant, kubeconfigs: new TenantKubeconfigs(platform), reporter: providerName, onEngagement: (engagement) => this.#engagements.take(engagement), onState, clock, random, log });
    this.#engagements = new Engagements({ offers, lookAtLease: () => void term.holds(), clock, random, log });
    this.#references = new PlatformReferences({ api: platform, namespace, clock, random, wake: (key) => this.#queue.add(key, 'changed') });
    this.#link = new KcpLink({
      platform,
      secret: place.kubeconfigSecret,
      workspace: place.providerWorkspace,
      term,
      accept: (cluster) => duty.accept(cluster),
      serve: (apis, cluster, signal) => duty.serve({ apis, cluster, source: this.source, recheck: () => this.#link.recheck(), signal }),
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
    const { offers, duty, term, clock, random, log } = this.#parts;
    const lookAtLease = (): void => void term.holds();
    const reconciler = new OrderReconciler({ offers, homes: this.source, config: duty.config, references: this.#references, record: this.#notes(), clock, random, log, lookAtLease });
    const unsubscribe = this.#followConfig();
    try {
      const working = this.#queue.run((key) => reconciler.reconcile(key, work), intake);
      await Promise.race([Promise.all([working, this.#engagements.run(intake, work), this.#link.run(intake)]), whenAborted(abandon)]);
    } finally {
      unsubscribe();
      await this.#parts.duty.ended();
      await this.#references.stop();
      await this.#link.close();
    }
  }

  /** The config has changed: do what it says, and look at all orders with it. */
  #followConfig(): () => void {
    const { duty } = this.#parts;
    let before = duty.config.state();
    return duty.config.onChange(() => {
      const now = duty.config.state();
      duty.configChanged();
      this.#link.recheck();
      if (now.kind !== before.kind || lastSnapshot(now) !== lastSnapshot(before)) this.source.requeueAll();
      before = now;
    });
  }

  #notes(): OrderNotes {
    const { record, report } = this.#parts;
    return orderNotes(record, new SeenPlaces(() => report.facts.export?.identityHash), (key) => this.source.urlOf(key));
  }

  #logBug(order: string, error: unknown): void {
    this.#parts.log.error('A pass ended with an error that is a fault of the runtime', { order, reason: messageOf(error) });
  }
}
